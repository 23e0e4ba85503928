package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"engram/internal/capture"
	"engram/internal/document"
)

// checkTree fails unless the leaves of each section's tree cover its text: in order, each with the
// words of its place.
func checkTree(t testing.TB, d capture.Document) {
	t.Helper()
	for _, s := range d.Sections {
		end := 0
		for leaf := range s.Blocks.Leaves() {
			from, to := leaf.Source[0], leaf.Source[1]
			if from == to {
				if leaf.Kind != document.Figure {
					t.Errorf("%q has no place in the text", leaf.Plain())
				}
				continue
			}
			if from < end || to > len(s.Text) {
				t.Fatalf("%q is at %v, after %d", leaf.Plain(), leaf.Source, end)
			}
			if left := strings.TrimSpace(s.Text[end:from]); left != "" {
				t.Errorf("%q is left out", left)
			}
			if strings.Join(strings.Fields(leaf.Plain()), "") != strings.Join(strings.Fields(s.Text[from:to]), "") {
				t.Errorf("%q stands where the text says %q", leaf.Plain(), s.Text[from:to])
			}
			end = to
		}
		if left := strings.TrimSpace(s.Text[end:]); left != "" {
			t.Errorf("%q is left out", left)
		}
	}
}

func TestHeadingsOfWikis(t *testing.T) {
	words := strings.Repeat("The mill stands where two becks meet, and turns on most days. ", 8)
	page := `<h1>Mill</h1><p>` + words + `</p><div class="mw-heading"><h2>History</h2><span class="mw-editsection">[<a href="/edit">edit</a>]</span></div><p>` + words +
		`</p><h2>Use <span class="mw-editsection">[edit]</span></h2><p>` + words
	d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://wiki.example/Mill", Body: []byte("<article>" + page + "</article>")})
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, d)
	if said := d.Sections[0].Blocks.Markdown(); strings.Contains(said, "edit") || !strings.Contains(said, "## History\n") || !strings.Contains(said, "## Use\n") {
		t.Errorf("%s", said)
	}
}

// maxTreeShare is the maximum size of trees as they are stored, per byte of their text.
const maxTreeShare = 1.5

// sizesOf returns the bytes of a document's text and of its tree as it is stored.
func sizesOf(t testing.TB, d capture.Document) (text, tree int) {
	t.Helper()
	for _, s := range d.Sections {
		n := 0
		for leaf := range s.Blocks.Leaves() {
			leaf.From = &document.Place{Passage: n / 3, Offset: leaf.Source[0] % 1000}
			n++
		}
		encoded, err := json.Marshal(s.Blocks)
		if err != nil {
			t.Fatal(err)
		}
		packer, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		text, tree = text+len(s.Text), tree+len(packer.EncodeAll(encoded, nil))
	}
	return text, tree
}
