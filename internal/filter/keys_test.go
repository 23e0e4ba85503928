package filter

import (
	"strings"
	"testing"

	"engram/internal/memory"
)

func TestKeys(t *testing.T) {
	got := KeysOf(memory.Memory{
		URL: "https://www.Cooking.NYTimes.com:443/a", Title: "  “Élan” vital", Site: " The  New York Times", Author: "José Ærø", Language: "pt_BR",
	})
	if got.Host != "com.nytimes.cooking." || got.Site != "the new york times" || got.Author != "jose aero" ||
		got.Language != "pt-br" || string(got.Title) != "elan” vital" {
		t.Errorf("got %+v", got)
	}
	if none := KeysOf(memory.Memory{}); none.Host+none.Site+none.Author+none.Language+string(none.Title) != "" {
		t.Errorf("of nothing: %+v", none)
	}
	long := KeysOf(memory.Memory{Title: strings.Repeat("é中", 999), Site: strings.Repeat("中", 999), Language: strings.Repeat("x", 99), URL: "https://" + strings.Repeat("a.", 999)})
	if len(long.Title) > 96 || len(long.Site) > 200 || len(long.Language) > 35 || len(long.Host) > 200 {
		t.Errorf("too long: %+v", long)
	}
	for host, want := range map[string]string{"www.example.org": "org.example.", "bücher.example": "example.xn--bcher-kva.", "localhost": "localhost.", "": ""} {
		key := HostKey(host)
		if key != want {
			t.Errorf("the key of %q is %q, want %q", host, key, want)
		}
	}
	if got := HostOf("com.nytimes.cooking."); got != "cooking.nytimes.com" {
		t.Errorf("got %q", got)
	}
}
