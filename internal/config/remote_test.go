package config

import (
	"strings"
	"testing"
)

func TestRemote(t *testing.T) {
	for address, want := range map[string]string{
		"https://engram.example":         "",
		"https://engram.example/":        "",
		"http://127.0.0.1:8080":          "",
		"http://[::1]:8080":              "",
		"http://localhost:8080":          "",
		"http://nas.local":               "",
		"http://engram:8080":             "",
		"http://192.168.1.5:8080":        "",
		"":                               "not set",
		" ":                              "not set",
		"engram.example":                 "an address",
		"ftp://engram.example":           "an address",
		"https://user:pw@engram.example": "an address",
		"https://engram.example?x":       "an address",
		"http://engram.example":          "https://",
		"http://203.0.113.5":             "https://",
		"http://[2001:db8::1]":           "https://",
	} {
		err := Remote{URL: address, Token: "t"}.Validate()
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if err := (Remote{URL: "https://engram.example", Token: " "}).Validate(); err == nil || !strings.Contains(err.Error(), "ENGRAM_TOKEN") {
		t.Errorf("without a token: %v", err)
	}
}
