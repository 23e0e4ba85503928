package memory

import (
	"net/url"
	"testing"

	"pgregory.net/rapid"
)

func key(t interface{ Fatal(...any) }, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return Key(u)
}

func TestAddressesOfOneResourceAreEqual(t *testing.T) {
	for _, same := range [][]string{
		{"https://example.com/a", "http://www.Example.com/a/", "https://example.com:443/a#part", "https://example.com/a?utm_source=x&fbclid=1"},
		{"https://example.com/a?x=1&y=2", "https://example.com/a?y=2&x=1&utm_medium=mail"},
		{"https://example.com", "https://example.com/", "https://example.com./"},
		{"https://example.com/~ada/%C3%A9", "https://example.com/%7eada/%c3%a9"},
		{"https://bücher.example/", "https://xn--bcher-kva.example"},
		{"https://x.com/ada/status/20", "https://twitter.com/ada/status/20?s=46", "https://mobile.twitter.com/i/web/status/20", "https://x.com/ada/status/20/photo/1"},
		{"https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ?t=30", "https://youtu.be/dQw4w9WgXcQ/", "https://youtube.com/watch/?v=dQw4w9WgXcQ", "https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ", "https://youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"},
	} {
		for _, address := range same[1:] {
			if got, want := key(t, address), key(t, same[0]); got != want {
				t.Errorf("%s has the key %q and %s %q", address, got, same[0], want)
			}
		}
	}
}

func TestAddressesOfDifferentResourcesDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, address := range []string{
		"https://example.com/a", "https://example.com/A", "https://example.com/a/b", "https://example.com/a?x=1", "https://example.com/a?x=2",
		"https://example.com:8443/a", "https://sub.example.com/a", "https://example.com/a%2Fb", "https://example.com/app#!/one", "https://example.com/app#/two",
		"https://x.com/ada/status/20", "https://x.com/ada/status/21", "https://x.com/ada",
		"https://example.com/?p=linux.git;a=commit;h=1", "https://example.com/?p=git.git;a=blob;h=2", "https://example.com/?q=100%", "https://example.com/?q=50%",
		"https://youtube.com/embed/videoseries?list=PLa", "https://youtube.com/embed/videoseries?list=PLb",
		"https://youtube.com/embed/live_stream?channel=UCa", "https://youtube.com/embed/live_stream?channel=UCb",
		"https://youtu.be/dQw4w9WgXcQ", "https://youtube.com/c/dQw4w9WgXcQ", "https://youtube.com/playlist?list=PL1",
	} {
		k := key(t, address)
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have the key %q", address, other, k)
		}
		seen[k] = address
	}
}

func TestKeysAreKeysOfThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := rapid.StringMatching(`https?://(www\.)?[a-z]{1,8}\.(com|org)(/[a-zA-Z0-9%20._-]{0,6}){0,3}(\?[a-z]{1,3}=[a-z0-9]{0,4}(&utm_source=x)?)?(#[!a-z/]{0,4})?`).Draw(t, "address")
		u, err := url.Parse(address)
		if err != nil {
			t.Skip(err)
		}
		k := Key(u)
		if again := key(t, "https://"+k); again != k {
			t.Fatalf("%s has the key %q, which has %q", address, k, again)
		}
	})
}

func TestTweetID(t *testing.T) {
	for address, want := range map[string]string{
		"https://x.com/ada/status/0020": "20", "https://twitter.com/i/web/status/20": "20", "https://x.com/ada/statuses/7": "7",
		"https://x.com/status/status/20": "20", "https://x.com/ada": "", "https://example.com/ada/status/20": "",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := TweetID(u); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
