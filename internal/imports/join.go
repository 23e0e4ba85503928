package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"engram/internal/capture"
	"engram/internal/document/note"
	"engram/internal/highlight"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

// maxNamed is the number of characters of a quote that is named.
const maxNamed = 80

// Joined is a note of highlights with what a later export of the same adds.
type Joined struct {
	Memory     memory.Memory
	Passages   []memory.Passage
	Highlights []highlight.Highlight // the new ones
	Remarked   []highlight.Highlight // those that it had without a remark, with one
	Left       []string              // what can't be added
}

// Adds reports whether anything is added.
func (j Joined) Adds() bool { return len(j.Passages)+len(j.Remarked) > 0 }

// Join returns a note with those of the draft's highlights that it lacks, with their words behind its text, and with
// remarks on those that have none. What its owner wrote in it stays.
func (d Draft) Join(m memory.Memory, have []highlight.Highlight) Joined {
	j := Joined{Memory: m}
	known := make(map[string]highlight.Highlight, len(have)) // by quotes
	for _, h := range have {
		known[folded(h.Quote)] = h
	}
	added, quotes := lacking(m, d.Result.Memory, known)
	for _, h := range d.Highlights {
		quote := folded(h.Quote)
		before, has := known[quote]
		switch {
		case !has && quotes[quote]:
			j.Highlights = append(j.Highlights, h)
		case !has, strings.Contains(before.Remark, h.Remark):
		case before.Remark == "":
			before.Remark = h.Remark
			known[quote], j.Remarked = before, append(j.Remarked, before)
		default:
			j.Left = append(j.Left, fmt.Sprintf("the remark “%s” on “%s”, which has another", plaintext.OneLine(h.Remark, highlight.MaxRemark), plaintext.OneLine(h.Quote, maxNamed)))
		}
	}
	if len(added) == 0 {
		return j
	}
	with, err := m.WithText(strings.Join(append([]string{strings.TrimRight(m.Description, "\n")}, added...), "\n\n"))
	if err != nil { // it would be too long
		j.Highlights, j.Left = nil, append(j.Left, "passages: "+strconv.Itoa(len(added)))
		return j
	}
	var over []string
	with.Tags, _, over = combineTags(m.Tags, d.Result.Memory.Tags)
	j.Memory, j.Left = with, append(j.Left, over...)
	j.Passages = capture.Reader{}.Passages(with)
	text := &highlight.Text{}
	text.Add(memory.Placed(note.Parse(with.Description), j.Passages))
	for i := range j.Highlights {
		h := &j.Highlights[i]
		h.MemoryID, h.Place = m.ID, text.Again(*h)
	}
	return j
}

// grown returns a draft with what joined it.
func (d Draft) grown(j Joined) Draft {
	d.Highlights = slices.Clone(d.Highlights)
	for _, with := range j.Remarked {
		d.Highlights[slices.IndexFunc(d.Highlights, func(h highlight.Highlight) bool { return h.ID == with.ID })] = with
	}
	if edition := d.Result.Memory.Edition; j.Memory.Edition != edition {
		d.Result.Memory, d.Result.Passages = j.Memory, j.Passages
		d.Result.Memory.Edition = edition
		d.Highlights = slices.Concat(d.Highlights, j.Highlights)
	}
	return d
}

// lacking returns the parts of a later text that a note lacks, but for its heading and author, and the quotes in them. A
// part whose quote is marked in the note is there, whatever else its owner wrote.
func lacking(m, later memory.Memory, known map[string]highlight.Highlight) (parts []string, quotes map[string]bool) {
	quotes = map[string]bool{}
	have := strings.Split(m.Description, "\n\n")
	for i, part := range strings.Split(later.Description, "\n\n") {
		heads := i < 2 && !strings.HasPrefix(part, ">")
		if heads || slices.Contains(have, part) {
			continue
		}
		begins := beginnings(part)
		if slices.ContainsFunc(begins, func(quote string) bool { _, has := known[quote]; return has }) {
			continue
		}
		parts = append(parts, part)
		for _, quote := range begins {
			quotes[quote] = true
		}
	}
	return parts, quotes
}

// beginnings returns the words of a part up to the end of each of its paragraphs: a quote, and where it stands.
func beginnings(part string) (all []string) {
	words := ""
	for leaf := range note.Parse(part).Leaves() {
		words = folded(words + " " + leaf.Plain())
		all = append(all, words)
	}
	return all
}

func folded(text string) string { return strings.Join(strings.Fields(text), " ") }
