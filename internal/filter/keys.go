package filter

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"engram/internal/lang"
	"engram/internal/memory"
)

// Keys are folded texts by which memories are filtered and sorted.
type Keys struct {
	Host     string // of the address, its labels reversed and ended by dots: "com.nytimes.cooking."
	Site     string
	Author   string
	Language string // "en" or "pt-br"
	Title    []byte // sorts like the title without what is no letter or number before it
}

const (
	maxKey      = 200 // bytes of a key; more would not fit into an index of Postgres
	maxLanguage = 35  // bytes of a language tag
	maxTitleKey = 96  // bytes
)

// KeysOf returns the keys of a memory's address, title, site, author and language.
func KeysOf(m memory.Memory) Keys {
	k := Keys{Site: NameKey(m.Site), Author: NameKey(m.Author), Language: languageKey(m.Language), Title: titleKey(m.Title)}
	if u, err := url.Parse(m.URL); err == nil {
		k.Host = HostKey(u.Hostname())
	}
	return k
}

// HostKey returns the key of a host, with or without www.; empty for none.
func HostKey(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	slices.Reverse(labels)
	if labels[0] == "" {
		return ""
	}
	return cut(strings.Join(labels, ".")+".", maxKey)
}

// HostOf returns the host of a key, without www.
func HostOf(key string) string {
	labels := strings.Split(strings.TrimSuffix(key, "."), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// NameKey returns the key of a site's or an author's name.
func NameKey(name string) string {
	return cut(lang.Fold(strings.Join(strings.Fields(name), " ")), maxKey)
}

func languageKey(tag string) string {
	return cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), maxLanguage)
}

func titleKey(title string) []byte {
	title = strings.TrimLeftFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return []byte(cut(lang.Fold(title), maxTitleKey))
}

// cut returns the first characters that have at most n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
