package export

import (
	"hash/maphash"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The lengths of names, in bytes, that every system takes with the folders before them.
const (
	maxName      = 80
	maxExtension = 10
)

// forbidden are the characters that a wiki's links, or a file system, give a meaning.
const forbidden = `[]#^|\/:*?"<>%` + "`"

// safe returns a title as a file's name that every system and wiki takes, without an extension.
func safe(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
			if unicode.IsSpace(r) {
				return ' '
			}
			return -1
		case unicode.IsSpace(r), strings.ContainsRune(forbidden, r):
			return ' '
		}
		return r
	}, norm.NFC.String(title))
	name = cut(strings.Join(strings.Fields(name), " "), maxName)
	name = strings.Trim(name, ". ")
	if name == "" {
		return "Untitled"
	}
	if reserved(name) {
		name += " -"
	}
	return name
}

// cut shortens a name at a character.
func cut(name string, size int) string {
	if len(name) <= size {
		return name
	}
	for size > 0 && !utf8.RuneStart(name[size]) {
		size--
	}
	return name[:size]
}

// reserved reports whether Windows takes a name for a device, whatever its extension.
func reserved(name string) bool {
	device, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch device = strings.TrimSpace(device); device {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(device) == 4 && (strings.HasPrefix(device, "COM") || strings.HasPrefix(device, "LPT")) && device[3] >= '0' && device[3] <= '9'
}

// names gives each file a name of its own. Case doesn't tell them apart.
type names struct {
	seed  maphash.Seed
	taken map[uint64]struct{}
	fold  cases.Caser
}

func newNames() *names {
	return &names{maphash.MakeSeed(), map[uint64]struct{}{}, cases.Fold()}
}

// unique returns a name for a title that was not returned before, with a number if need be.
func (n *names) unique(title string) string {
	name := safe(title)
	for i := 2; !n.take(name); i++ {
		number := " " + strconv.Itoa(i)
		name = strings.TrimRight(cut(safe(title), maxName-len(number)), ". ") + number
	}
	return name
}

// file is unique for the name of a file, whose extension stays.
func (n *names) file(name string) string {
	extension := path.Ext(name)
	if len(extension) > maxExtension || strings.ContainsFunc(extension[min(1, len(extension)):], func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		extension = ""
	}
	return n.unique(strings.TrimSuffix(name, extension)) + strings.ToLower(extension)
}

func (n *names) take(name string) bool {
	sum := maphash.String(n.seed, n.fold.String(name))
	_, taken := n.taken[sum]
	n.taken[sum] = struct{}{}
	return !taken
}

// link returns a path of the archive as an address relative to a folder of it.
func link(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return "../" + strings.Join(parts, "/")
}
