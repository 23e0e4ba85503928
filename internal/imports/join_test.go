package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/highlight"
	"engram/internal/importer"
)

// book is a note of quotes as a reader of highlights sends it.
func book(quotes ...string) importer.Entry {
	item := importer.Item{Kind: importer.KindNote, Series: "kindle", Title: "On Tea", Author: "Ida", Text: "# On Tea\n\nIda"}
	for n, quote := range quotes {
		quote, remark, _ := strings.Cut(quote, "/")
		item.Text += fmt.Sprintf("\n\n> %s\n>\n> Page %d", strings.ReplaceAll(quote, "*", `\*`), n)
		item.Highlights = append(item.Highlights, importer.Highlight{Text: quote, Remark: remark})
	}
	return importer.Entry{Item: &item}
}

// drafted returns the drafts of entries.
func drafted(t *testing.T, entries ...importer.Entry) []Draft {
	t.Helper()
	one := Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true}
	s, store := newService(t, one, fakeFiles{entries: entries})
	if i, err := s.Work(t.Context(), one.UserID, one.ID); err != nil || i.Status != Done {
		t.Fatalf("it is %s, %v", i.Status, err)
	}
	return store.drafts()
}

func TestAGrownBookJoinsItsNote(t *testing.T) {
	for title, c := range map[string]struct {
		had, more []string
		remarked  string // what a highlight that was there has now
		edited    func(text string) string
		text      string // behind what was there
		marks     int
		left      string
	}{
		"nothing new":                           {[]string{"Tea is old."}, []string{"Tea is old."}, "", nil, "", 1, ""},
		"one more":                              {[]string{"Tea is old."}, []string{"Tea is old.", "It is *green*."}, "", nil, "\n\n> It is \\*green\\*.\n>\n> Page 1", 2, ""},
		"a device that began anew":              {[]string{"Tea is old."}, []string{"It is green."}, "", nil, "\n\n> It is green.\n>\n> Page 0", 2, ""},
		"in a text that was edited":             {[]string{"Tea is old."}, []string{"Tea is old.", "It is green."}, "", func(text string) string { return "Mine.\n\n" + text + " of many" }, "\n\n> It is green.\n>\n> Page 1", 2, ""},
		"a remark on what is there":             {[]string{"Tea is old."}, []string{"Tea is old./Indeed"}, "Tea is old./Indeed", nil, "", 1, ""},
		"one that was there has another remark": {[]string{"Tea is old./Mine"}, []string{"Tea is old./Indeed"}, "", nil, "", 1, "the remark “Indeed” on “Tea is old.”, which has another"},
		"one that was there has it, and more":   {[]string{"Tea is old./Indeed, and good"}, []string{"Tea is old./Indeed"}, "", nil, "", 1, ""},
		"more than a note holds":                {[]string{strings.Repeat("a", 7000)}, []string{"b"}, "", func(text string) string { return text + strings.Repeat("\n\nc", 256<<10/3) }, "", 1, "passages: 1"},
	} {
		t.Run(title, func(t *testing.T) {
			drafts := drafted(t, book(c.had...), book(c.more...))
			if drafts[0].Key != drafts[1].Key || !drafts[1].Grows {
				t.Fatalf("it has the keys %v and %v", drafts[0].Key, drafts[1].Key)
			}
			m := drafts[0].Result.Memory
			if c.edited != nil {
				m.Description = c.edited(m.Description)
			}
			j := drafts[1].Join(m, drafts[0].Highlights)
			if got, ok := strings.CutPrefix(j.Memory.Description, m.Description); !ok || got != c.text {
				t.Errorf("it has the text %q", got)
			}
			remarked := ""
			for _, h := range j.Remarked {
				remarked += h.Quote + "/" + h.Remark
			}
			if remarked != c.remarked {
				t.Errorf("with remarks: %q", remarked)
			}
			if got := strings.Join(j.Left, "; "); got != c.left || len(drafts[0].Highlights)+len(j.Highlights) != c.marks {
				t.Errorf("left %q, new %v", got, j.Highlights)
			}
			lost := func(h highlight.Highlight) bool { return h.Place.Orphaned || h.MemoryID != m.ID }
			if slices.ContainsFunc(j.Highlights, lost) || (len(j.Passages) > 0) != (c.text != "") || j.Adds() != (c.text+remarked != "") {
				t.Errorf("it has %v, and %d passages", j.Highlights, len(j.Passages))
			}
		})
	}
}

func TestABookThatStandsTwiceIsOneNote(t *testing.T) {
	drafts := drafted(t, book("Tea is old."), book("Tea is old./Indeed", "It is green."))
	merged, left, _ := drafts[0].Merge(drafts[1])
	if len(left) > 0 || len(merged.Highlights) != 2 || merged.Highlights[0].Remark != "Indeed" || drafts[0].Highlights[0].Remark != "" || merged.Result.Memory.Edition != 0 || !strings.Contains(merged.Text(), "It is green.") {
		t.Errorf("left %v, it is %+v", left, merged)
	}
}
