// Package own makes memories, conversations and filters of what another Engram exported. An archive
// may come from anyone: all of it is held to what this Engram would have made itself.
package own

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/plaintext"
)

const (
	maxCount = 10_000_000 // of what is counted: pages, seconds, characters
	maxLine  = 4_096      // characters of a title, which may be an address
	maxWords = 64 << 10   // characters of other texts without a limit of their own
)

const (
	msgID       = "its id is none of Engram's"
	msgDate     = "it is saved at no date that can be"
	msgPassages = "its passages are not in order"
	msgTree     = "the structure of its text is none of Engram's"
)

// damaged is the error for what does not have the form that Engram gives it.
func damaged(why string) error {
	return fault.New(fault.Invalid, "This part of the export is damaged: "+why)
}

// ID reports whether a text is an id as Engram makes them: a UUID of version 7 in its usual form.
func ID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.Version() == 7 && id.String() == s
}

// text returns a text without what can't be stored, shortened to a number of characters.
func text(s string, most int) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return plaintext.Shorten(s, most)
}

// count returns a number that counts something; 0 for one that can't.
func count(n int) int {
	if n < 0 || n > maxCount {
		return 0
	}
	return n
}

// dates holds times to those that can be.
type dates struct{ now time.Time }

// at returns a time with the precision of the database; zero for one before 1970 or after tomorrow.
func (d dates) at(t time.Time) time.Time {
	if t.Unix() < 0 || t.After(d.now.Add(24*time.Hour)) {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Millisecond)
}

// ahead is at for a time that may lie in the future.
func (d dates) ahead(t time.Time) time.Time { return dates{d.now.AddDate(10, 0, 0)}.at(t) }

// published is at for a time that may lie long ago.
func (d dates) published(t time.Time) time.Time {
	if t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Millisecond)
}
