package imports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"engram/internal/highlight"
	"engram/internal/library"
	"engram/internal/memory"
)

// Combine returns a memory with what another entry for the same thing adds to it, and names that. Left
// names what can't be added.
func Combine(m, more memory.Memory) (with memory.Memory, added, left []string) {
	with = m
	with.Tags, added, left = combineTags(m.Tags, more.Tags)
	if remark := library.JoinRemarks(m.Remark, more.Remark); utf8.RuneCountInString(remark) > library.MaxRemark {
		left = append(left, "a remark")
	} else if remark != m.Remark {
		with.Remark, added = remark, append(added, "a remark")
	}
	if m.StarredAt.IsZero() && !more.StarredAt.IsZero() {
		with.StarredAt, added = more.StarredAt, append(added, "its star")
	}
	if m.ArchivedAt.IsZero() && !more.ArchivedAt.IsZero() {
		with.ArchivedAt, added = more.ArchivedAt, append(added, "that it is archived")
	}
	if more.CreatedAt.Before(m.CreatedAt) {
		with, added = with.SavedAt(more.CreatedAt), append(added, "an earlier date")
	}
	if m.Kind != memory.Note && more.Progress.Share > m.Progress.Share {
		with.Progress, added = more.Progress, append(added, "how far it is read")
	}
	return with, added, left
}

func combineTags(have, more []string) (all, added, left []string) {
	var fits, over []string
	for _, name := range more {
		tag := library.Tag{Key: library.TagKey(name), Name: name}
		if slices.ContainsFunc(have, func(has string) bool { return library.TagKey(has) == tag.Key }) {
			continue
		}
		if all, err := library.Tagged(have, []library.Tag{tag}, nil); err == nil {
			have, fits = all, append(fits, name)
		} else {
			over = append(over, name)
		}
	}
	return have, named("tags", fits), named("tags", over)
}

func named(what string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return []string{what + ": " + strings.Join(names, ", ")}
}

// describe fills in what a page says of itself, as far as nothing is known of that.
func describe(m, more memory.Memory) memory.Memory {
	if m.Kind != memory.Note {
		m.Description = cmp.Or(m.Description, more.Description)
	}
	m.Site, m.Author, m.Language = cmp.Or(m.Site, more.Site), cmp.Or(m.Author, more.Author), cmp.Or(m.Language, more.Language)
	if m.PublishedAt.IsZero() {
		m.PublishedAt = more.PublishedAt
	}
	return m
}

// Merge returns a draft with what a later one for the same thing adds to it; of two texts the longer.
// Left names what can't be added, unused are the keys of blobs that are not needed any more.
func (d Draft) Merge(later Draft) (merged Draft, left, unused []string) {
	merged, other := d, later
	if d.Grows {
		j := later.Join(d.Result.Memory, d.Highlights)
		return d.grown(j), j.Left, later.Files()
	}
	if d.Own == nil && later.HasText() && (!d.HasText() || later.length() > d.length()) {
		merged, other = later, d
		merged.Key, merged.Subject = d.Key, d.Subject
		merged.Result.Memory.Remark, other.Result.Memory.Remark = d.Result.Memory.Remark, later.Result.Memory.Remark // in their order
	}
	merged.Result.Memory, _, left = Combine(merged.Result.Memory, other.Result.Memory)
	merged.Result.Memory = describe(merged.Result.Memory, other.Result.Memory)
	if merged.HasText() && other.HasText() && merged.Text() != other.Text() {
		left = append(left, "the shorter of two texts")
	}
	further := Further(merged.Result.Memory, merged.Highlights, other.Highlights)
	merged.Highlights = slices.Concat(merged.Highlights, further)
	if over := len(merged.Highlights) - highlight.MaxOfOne; over > 0 {
		merged.Highlights, left = merged.Highlights[:highlight.MaxOfOne], append(left, CountHighlights(over))
	}
	return merged, left, other.Files()
}

// CountHighlights names a number of highlights.
func CountHighlights(n int) string { return "highlights: " + strconv.Itoa(n) }

// Further returns those highlights of another text that a memory lacks. Where their words stand in its
// text is found when they are read.
func Further(m memory.Memory, have, more []highlight.Highlight) (further []highlight.Highlight) {
	for _, h := range more {
		same := func(has highlight.Highlight) bool { return has.Quote == h.Quote && has.Remark == h.Remark }
		if slices.ContainsFunc(have, same) {
			continue
		}
		h.MemoryID, h.Place = m.ID, highlight.Place{Orphaned: true}
		further = append(further, h)
	}
	return further
}

// HasText reports whether the text came along, and is not to be fetched.
func (d Draft) HasText() bool { return d.Result.Memory.Status == memory.Ready }

// Text returns the text that came along.
func (d Draft) Text() string {
	var all strings.Builder
	for _, p := range d.Result.Passages {
		all.WriteString(p.Text + "\n")
	}
	return all.String()
}

func (d Draft) length() int { return len(d.Text()) }
