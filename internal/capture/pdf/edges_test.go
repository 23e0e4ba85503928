package pdf

import (
	"fmt"
	"strings"
	"testing"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWithoutRepeats(t *testing.T) {
	// pages makes n pages whose heads and feet are made from their numbers.
	pages := func(n int, head, foot func(n int) string) (all []pageText) {
		for i := 1; i <= n; i++ {
			all = append(all, pageText{Number: i, Head: []string{head(i) + "\n\n"}, Text: fmt.Sprintf("text %d", i), Foot: []string{"\n\n" + foot(i)}})
		}
		return all
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	numbered := func(format string) func(int) string { return func(n int) string { return fmt.Sprintf(format, n) } }
	different := func(n int) string { return strings.Repeat("x", n) }
	for name, tt := range map[string]struct {
		pages []pageText
		want  []string
	}{
		"a title and a number":        {pages(4, same("The Book"), numbered("%d")), []string{"The Book\n\ntext 1", "text 2", "text 3", "text 4"}},
		"numbers from elsewhere":      {pages(4, func(n int) string { return fmt.Sprint("page ", n+311, " of 999") }, same("")), []string{"text 1", "text 2", "text 3", "text 4"}},
		"a number beside a title":     {pages(4, numbered("%d\tThe Book"), same("")), []string{"text 1", "text 2", "text 3", "text 4"}},
		"a number at the end, apart":  {pages(4, numbered("The Book | %d"), numbered("The Author\tPage %d")), []string{"text 1", "text 2", "text 3", "text 4"}},
		"a title once without number": {pages(4, func(n int) string { return []string{"", "The Book", "The Book 2", "The Book 3", "The Book 4"}[n] }, same("")), []string{"The Book\n\ntext 1", "text 2", "text 3", "text 4"}},
		"words about pages":           {pages(4, numbered("Seite %d von 4"), numbered("第%d页共4页")), []string{"text 1", "text 2", "text 3", "text 4"}},
		"lessons of a page each":      {pages(4, numbered("Lesson %d"), numbered("Maths\t%d. Übung")), []string{"Lesson 1\n\ntext 1\n\nMaths\t1. Übung", "Lesson 2\n\ntext 2\n\nMaths\t2. Übung", "Lesson 3\n\ntext 3\n\nMaths\t3. Übung", "Lesson 4\n\ntext 4\n\nMaths\t4. Übung"}},
		"amounts":                     {pages(4, func(n int) string { return fmt.Sprint("Total: ", n*n, ".50") }, different), []string{"Total: 1.50\n\ntext 1\n\nx", "Total: 4.50\n\ntext 2\n\nxx", "Total: 9.50\n\ntext 3\n\nxxx", "Total: 16.50\n\ntext 4\n\nxxxx"}},
		"a short document":            {pages(3, same("The Book"), numbered("%d")), []string{"The Book\n\ntext 1\n\n1", "The Book\n\ntext 2\n\n2", "The Book\n\ntext 3\n\n3"}},
		"left and right":              {pages(6, func(n int) string { return []string{"The Book", "The Author"}[n%2] }, same("")), []string{"The Author\n\ntext 1", "The Book\n\ntext 2", "text 3", "text 4", "text 5", "text 6"}},
		"some pages":                  {pages(8, func(n int) string { return []string{"Note", fmt.Sprint("Number ", n*n)}[min(n%4, 1)] }, different)[4:], []string{"Number 25\n\ntext 5\n\nxxxxx", "Number 36\n\ntext 6\n\nxxxxxx", "Number 49\n\ntext 7\n\nxxxxxxx", "Note\n\ntext 8\n\nxxxxxxxx"}},
		"equal lines within a text":   {[]pageText{{Number: 1, Text: "same\nsame"}, {Number: 2, Text: "same"}, {Number: 3, Text: "same"}, {Number: 4, Text: "same"}}, []string{"same\nsame", "same", "same", "same"}},
		"pages of nothing else": {[]pageText{{Number: 1, Head: []string{"Potato 1"}}, {Number: 2, Head: []string{"Potato 2"}}, {Number: 3, Head: []string{"Potato 3"}}, {Number: 4, Head: []string{"Potato 4"}}},
			[]string{"Potato 1", "Potato 2", "Potato 3", "Potato 4"}},
		"no pages": {nil, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, keptOf(withoutRepeats(nil, tt.pages))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWithoutRepeatsDropsTheNamesOfChapters has few pages of each chapter, whose name stands on
// every other.
func TestWithoutRepeatsDropsTheNamesOfChapters(t *testing.T) {
	var pages []pageText
	for n := range 40 {
		p := pageText{Number: n + 1, Text: fmt.Sprintf("text %d", n+1)}
		if n%2 == 0 {
			p.Head = []string{[]string{"Of Flour", "Of Water", "Of Salt", "Of Yeast"}[n/10] + "\n\n"}
		}
		pages = append(pages, p)
	}
	whole := strings.Join(keptOf(withoutRepeats(nil, pages)), "\n")
	pieces := strings.Join(keptOf(append(withoutRepeats(nil, pages[:18]), withoutRepeats(pagesOf(edgesOfLast(pages[:18])), pages[18:])...)), "\n")
	for _, got := range []string{whole, pieces} {
		for _, name := range []string{"Of Flour", "Of Water", "Of Salt", "Of Yeast"} {
			if n := strings.Count(got, name); n != 1 {
				t.Errorf("%q stands there %d times: %q", name, n, got)
			}
		}
	}
}

func TestWithoutRepeatsDropsOnlyWhatIsRepeated(t *testing.T) {
	edge := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n\n", "b ", "1", "2 of 3", "", "Ünique"}), 0, maxEdge)
	rapid.Check(t, func(t *rapid.T) {
		var pages []pageText
		for i := range rapid.IntRange(0, 12).Draw(t, "pages") {
			pages = append(pages, pageText{Number: i + 1, Head: edge.Draw(t, "head"), Text: fmt.Sprintf("text %d", i), Foot: edge.Draw(t, "foot")})
		}
		got := keptOf(withoutRepeats(nil, pages))
		for i, p := range pages {
			if !strings.Contains(got[i], p.Text) {
				t.Errorf("page %d lost its text: %q", p.Number, got[i])
			}
			if whole := strings.TrimSpace(p.whole()); len(pages) < minEdgePages && got[i] != whole {
				t.Errorf("page %d of %d became %q, was %q", p.Number, len(pages), got[i], whole)
			}
		}
	})
}

func TestReadFileDropsHeadersAndFooters(t *testing.T) {
	var spec pdfSpec
	for i := range 5 {
		// the foot comes first
		content := textAt(50, 30, 8, fmt.Sprint("Page ", i+1)) + textAt(50, 800, 8, "Annals of Baking, Volume 7")
		for j, text := range columnsOf(prose[:200], 1, 60)[0] {
			content += textAt(50, 700-14*float64(j), 10, fmt.Sprint(text, ", ", i*17+j))
		}
		spec.contents = append(spec.contents, content)
	}
	d, err := readAll(t, pdfReader(t), makePDF(spec))
	if err != nil {
		t.Fatal(err)
	}
	text := capturetest.Text(d)
	if n := strings.Count(text, "Annals"); n != 1 {
		t.Errorf("the header stands there %d times, want once: %q", n, text)
	}
	if strings.Contains(text, "Page") {
		t.Errorf("page numbers are left in %q", text)
	}
	if n := strings.Count(text, "flour"); n != 5 {
		t.Errorf("the text of %d pages is left, want 5: %q", n, text)
	}
}

// TestReadFileKeepsHeadingsThatCount has a running title with the page's number at the other
// margin, and a heading for each page that counts as the pages do.
func TestReadFileKeepsHeadingsThatCount(t *testing.T) {
	var spec pdfSpec
	for i := range 5 {
		content := textAt(50, 800, 8, "The Book of Bread") + textAt(400, 800, 8, fmt.Sprint(i+1)) + textAt(50, 770, 18, fmt.Sprint("Lesson ", i+1))
		for j, text := range columnsOf(prose[:200], 1, 60)[0] {
			content += textAt(50, 700-14*float64(j), 10, fmt.Sprint(text, ", ", i*17+j))
		}
		spec.contents = append(spec.contents, content)
	}
	d, err := readAll(t, pdfReader(t), makePDF(spec))
	if err != nil {
		t.Fatal(err)
	}
	text := capturetest.Text(d)
	if n := strings.Count(text, "The Book of Bread"); n > 1 {
		t.Errorf("the running title stands there %d times: %q", n, text)
	}
	for i := range 5 {
		if heading := fmt.Sprint("Lesson ", i+1); !strings.Contains(text, heading) {
			t.Errorf("%s is missing in %q", heading, text)
		}
	}
}

func keptOf(pages []kept) []string {
	all := make([]string, 0, len(pages))
	for _, p := range pages {
		all = append(all, p.text)
	}
	return all
}
