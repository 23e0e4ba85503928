package library

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"engram/internal/fault"
	"engram/internal/lang"
	"engram/internal/plaintext"
)

const (
	maxTag = 64 // characters of a tag

	// MaxTags is the number of tags that a memory has at most.
	MaxTags = 50
)

// Tag is a tag as it is spelled, with the key that all spellings of it share.
type Tag struct {
	Key  string
	Name string
}

// TagCount is a tag with the number of memories that have it.
type TagCount struct {
	Tag
	Count int
}

// TagOf returns the tag with a name: in composed letters, on one line, without # in front.
// fault.Invalid if it is empty or longer than 64 characters.
func TagOf(name string) (Tag, error) {
	name = norm.NFC.String(strings.Join(strings.Fields(plaintext.Clean(name)), " "))
	name = strings.TrimSpace(strings.TrimLeft(name, "#＃"))
	key := TagKey(name)
	switch {
	case key == "" || !strings.ContainsFunc(key, shows):
		return Tag{}, fault.New(fault.Invalid, "Please write the name of a tag")
	case utf8.RuneCountInString(name) > maxTag:
		return Tag{}, fault.New(fault.Invalid, "A tag has at most 64 characters")
	}
	return Tag{Key: key, Name: name}, nil
}

// shows reports whether a character can be a tag: it is drawn, and no address is changed by it as by a
// dot.
func shows(r rune) bool {
	return r != '.' && unicode.IsGraphic(r) && !unicode.IsMark(r) && !unicode.IsSpace(r)
}

// TagKey returns the key of a tag's name, in which case, accents and width don't count, nor signs that
// say how others are drawn.
func TagKey(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch r {
		case 'ς':
			return 'σ'
		case '\ufe0e', '\ufe0f', '\u200e', '\u200f', '\u061c': // text or emoji, and the direction
			return -1
		}
		return r
	}, lang.Fold(name)))
}

// TagsOf returns the tags with these names by their keys, each once. fault.Invalid if one can't be a
// tag, or if there are more than a memory has.
func TagsOf(names []string) ([]Tag, error) {
	if len(names) > 2*MaxTags {
		return nil, tooManyTags()
	}
	tags := make([]Tag, len(names))
	for i, name := range names {
		tag, err := TagOf(name)
		if err != nil {
			return nil, err
		}
		tags[i] = tag
	}
	slices.SortStableFunc(tags, func(a, b Tag) int { return cmp.Compare(a.Key, b.Key) })
	tags = slices.CompactFunc(tags, func(a, b Tag) bool { return a.Key == b.Key })
	if len(tags) > MaxTags {
		return nil, tooManyTags()
	}
	return tags, nil
}

// Tagged returns names with tags added and others removed, by their keys. fault.Invalid if they are
// more than a memory has. Names that are kept keep their spelling.
func Tagged(names []string, add, remove []Tag) ([]string, error) {
	tags := make(map[string]string, len(names)+len(add))
	for _, tag := range add {
		tags[tag.Key] = tag.Name
	}
	for _, name := range names {
		tags[TagKey(name)] = name
	}
	for _, tag := range remove {
		delete(tags, tag.Key)
	}
	if len(tags) > max(MaxTags, len(names)) {
		return nil, tooManyTags()
	}
	return sortedNames(tags), nil
}

// sortedNames returns the names in the order of their keys; nil for none.
func sortedNames(byKey map[string]string) (names []string) {
	for _, name := range byKey {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(TagKey(a), TagKey(b)) })
	return names
}

// namesOf returns the names of tags; nil for none.
func namesOf(tags []Tag) (names []string) {
	for _, tag := range tags {
		names = append(names, tag.Name)
	}
	return names
}

func tooManyTags() error { return fault.New(fault.Invalid, "A memory has at most 50 tags") }
