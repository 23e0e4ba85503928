package filter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// blanks separate words, here and in the web app's parser.
const blanks = " \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

func isBlank(r rune) bool { return strings.ContainsRune(blanks, r) }

// Parse returns the filter words of a text, and the other words with one blank between them. What
// has no known key or a value that its key can't have is no filter word, nor is what stands in
// quotes. It reads any text.
func Parse(text string) (f Filter, rest string) {
	var others []string
	for {
		text = strings.TrimLeftFunc(text, isBlank)
		if text == "" {
			return f, strings.Join(others, " ")
		}
		token := first(text)
		text = text[len(token):]
		if w, ok := wordOf(token); ok {
			f = append(f, w)
		} else {
			others = append(others, token)
		}
	}
}

// first returns the text up to a blank that is not in quotes. Quotes count at the beginning and
// behind a colon, if they are closed before a blank or the end.
func first(text string) string {
	opening := keyed.FindString(text)
	if strings.HasPrefix(text[len(opening):], `"`) {
		if end := closing(text[len(opening):]); end > 0 {
			return text[:len(opening)+end]
		}
	}
	if end := strings.IndexFunc(text, isBlank); end >= 0 {
		return text[:end]
	}
	return text
}

var keyed = regexp.MustCompile(`^(?:-?[A-Za-z]+:)?`)

// closing returns the length of a quoted text, 0 if its quotes aren't closed.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			behind := text[i+1:]
			if behind == "" || strings.IndexFunc(behind, isBlank) == 0 {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// wordOf reads one token.
func wordOf(token string) (w Word, ok bool) {
	key, value, ok := strings.Cut(token, ":")
	if !ok {
		return Word{}, false
	}
	key, not := strings.CutPrefix(key, "-")
	if readers[keyOf(key)] == nil {
		return Word{}, false
	}
	if strings.HasPrefix(value, `"`) {
		if closing(value) != len(value) {
			return Word{}, false
		}
		value = escapes.ReplaceAllString(value[1:len(value)-1], "$1")
	}
	w, ok = NewWord(keyOf(key), value)
	w.Not = not
	return w, ok
}

func keyOf(name string) Key {
	if key := Key(strings.ToLower(name)); key != "type" {
		return key
	}
	return Kind
}

// NewWord returns the word of a known key; false if its key can't have the value.
func NewWord(key Key, value string) (w Word, ok bool) {
	value = strings.Join(strings.FieldsFunc(norm.NFC.String(value), isBlank), " ")
	if value == "" || strings.ContainsFunc(value, unicode.IsControl) {
		return Word{}, false
	}
	if key == Is && kinds[strings.ToLower(value)] != "" {
		key = Kind
	}
	w = Word{Key: key, Value: readers[key](value)}
	return w, w.Value != ""
}

var escapes = regexp.MustCompile(`\\(["\\])`)

// quoted returns a value as it is typed.
func quoted(value string) string {
	if !strings.HasPrefix(value, `"`) && !strings.ContainsFunc(value, isBlank) {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// readers normalise a value, empty if their key can't have it.
var readers = map[Key]func(string) string{
	Tag: tagOf, Kind: kindOf, From: siteOf, By: itself, Lang: languageOf,
	Before: dateOf, After: dateOf, On: dateOf, Is: stateOf,
}

func itself(value string) string { return value }

const maxTag = 64 // characters

func tagOf(value string) string {
	value = strings.TrimLeft(value, "# ")
	if len([]rune(value)) > maxTag {
		return ""
	}
	return value
}

func kindOf(value string) string { return string(kinds[strings.ToLower(value)]) }

func stateOf(value string) string {
	if value = strings.ToLower(value); slices.Contains(States, value) {
		return value
	}
	return ""
}

var (
	address   = regexp.MustCompile(`^(?:https?://)?(?:www\.)?([^/?#:]+\.[^/?#:.]+)(?:[/?#:].*)?$`)
	language  = regexp.MustCompile(`^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$`)
	whichDate = regexp.MustCompile(`^([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?$`)
)

// siteOf returns the host of an address without www., or a name as it is.
func siteOf(value string) string {
	lower := strings.ToLower(value)
	if found := address.FindStringSubmatch(lower); found != nil && !strings.Contains(lower, " ") {
		return found[1]
	}
	return value
}

func languageOf(value string) string {
	value = strings.ReplaceAll(strings.ToLower(value), "_", "-")
	if !language.MatchString(value) {
		return ""
	}
	return value
}

// dateOf returns a year, month or day with all of its digits.
func dateOf(value string) string {
	found := whichDate.FindStringSubmatch(value)
	if found == nil {
		return ""
	}
	date := found[1]
	for _, part := range found[2:] {
		if part != "" {
			date += "-" + "0"[:2-len(part)] + part
		}
	}
	if since, _ := (Word{Value: date}).Span(nil); since.IsZero() || since.Year() == 0 {
		return ""
	}
	return date
}
