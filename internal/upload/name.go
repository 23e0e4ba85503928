package upload

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxName = 200 // bytes

// SafeName makes a file name of client input: the last part of a path without control and bidi
// characters, at most 200 bytes with its extension. If nothing is left it returns nameless.
func SafeName(raw, nameless string) string {
	if i := strings.LastIndexAny(raw, `/\`); i >= 0 {
		raw = raw[i+1:]
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, raw)
	name = strings.Join(strings.Fields(name), " ")
	if strings.Trim(name, ". ") == "" {
		return nameless
	}
	return shorten(name, maxName)
}

func shorten(name string, size int) string {
	if len(name) <= size {
		return name
	}
	ending := ""
	if i := strings.LastIndexByte(name, '.'); i > 0 && len(name)-i <= 10 {
		ending = name[i:]
	}
	cut := size - len(ending)
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + ending
}
