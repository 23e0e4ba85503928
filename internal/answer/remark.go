package answer

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// remark puts others in the place of a text's marks, outside code. What stood on both sides of one that goes does not meet:
// it could become another mark, an address or a tag.
func remark(s string, with func(found string) string) string {
	var b strings.Builder
	all := cleanRuns(s)
	for i, r := range all {
		from := 0
		for _, at := range marked.FindAllStringIndex(r.text, -1) {
			if r.code {
				break
			}
			put := with(r.text[at[0]:at[1]])
			b.WriteString(r.text[from:at[0]] + put)
			from = at[1]
			if put == "" && joins(r.text[:at[0]], r.text[from:], i+1 == len(all)) {
				b.WriteByte(' ')
			}
		}
		b.WriteString(r.text[from:])
	}
	return b.String()
}

// joins reports whether what stands before and behind a mark could become something else together; last says that nothing
// stands behind that.
func joins(before, behind string, last bool) bool {
	switch {
	case !apart.MatchString(behind), behind == "" && !last:
		return true
	case behind == "", behind[0] == ' ':
		return false
	}
	return addressBegun.MatchString(before) || behind[0] >= utf8.RuneSelf && addressLast.MatchString(before)
}

var (
	// apart matches what may follow a word directly without becoming a part of something.
	apart        = regexp.MustCompile(`^(?:[.,;:!?…)"'*_]*(?:\s|$)|[^\x00-\x7f]|[ \t]*\[(?:[0-9]{1,3}|\?)\])`)
	addressBegun = regexp.MustCompile(`(?i)(?:https?:/*|www)$`)
	addressLast  = regexp.MustCompile(`(?i)(?:https?:|www)[^\s]*$`)
)
