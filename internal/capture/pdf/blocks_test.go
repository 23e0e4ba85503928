package pdf

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/capture"
	"engram/internal/capture/capturetest"
	"engram/internal/document"
)

// outline writes blocks as lines, for tests: their kind and the beginning of their words.
func outline(doc document.Document, indent string) string {
	var b strings.Builder
	for _, block := range doc {
		switch block.Kind {
		case document.List:
			for i, item := range block.Items {
				sign := "- "
				if block.Ordered {
					sign = fmt.Sprintf("%d. ", block.Start+i)
				}
				b.WriteString(indent + sign + strings.TrimLeft(outline(item, indent+"  "), " "))
			}
		case document.Heading:
			fmt.Fprintf(&b, "%s%s %s\n", indent, strings.Repeat("#", block.Level), block.Plain())
		case document.Table:
			b.WriteString(indent + strings.ReplaceAll(strings.ReplaceAll(block.Plain(), "\t", " | "), "\n", "\n"+indent) + "\n")
		default:
			words := strings.ReplaceAll(block.Plain(), "\n", " / ")
			if block.Spans[0].Italic {
				words = "*" + words + "*"
			}
			b.WriteString(indent + words + "\n")
		}
	}
	return b.String()
}

// aPage is a page with a title, headings, both kinds of lists, a table and a caption.
func aPage() string {
	var b strings.Builder
	put := func(x, y, size float64, words string) { b.WriteString(textAt(x, y, size, words)) }
	put(50, 790, 20, "On the Keeping of Sourdough")
	put(50, 760, 14, "1 Introduction")
	put(50, 742, 10, "A sourdough is a small garden of yeast and bacteria that is fed with flour")
	put(50, 730, 10, "and water, and that raises bread without any help from a factory.")
	put(50, 708, 12, "1.1 What is needed")
	put(50, 692, 10, "- a jar of glass that holds at least one litre, better two, with a lid that")
	put(60, 680, 10, "does not close tightly;")
	put(50, 668, 10, "- flour of rye")
	put(50, 646, 10, "It is fed in this order:")
	put(50, 634, 10, "1. take away half")
	put(50, 622, 10, "2. add fifty grams of flour and as much water, which should be lukewarm and")
	put(60, 610, 10, "never hot")
	put(50, 598, 10, "3. wait")
	for i, row := range [][3]string{{"Flour", "Water", "Hours"}, {"Rye", "80", "12"}, {"Wheat", "60", "8"}, {"Spelt", "65", "9"}} {
		for j, cell := range row {
			put(50+float64(j)*120, 560-float64(i)*14, 10, cell)
		}
	}
	put(50, 490, 10, "Table 1. Flours and their water.")
	put(50, 460, 14, "2 Results")
	put(50, 442, 10, "After a week the jar smells of apples. A second week makes it stable, as the")
	put(50, 430, 10, "bacteria have found what they need and keep everything else away.")
	return b.String()
}

func TestBlocksOfAPage(t *testing.T) {
	doc, err := readAll(t, pdfReader(t), makePDF(pdfSpec{contents: []string{aPage()}}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `# On the Keeping of Sourdough
## 1 Introduction
A sourdough is a small garden of yeast and bacteria that is fed with flour and water, and that raises bread without any help from a factory.
### 1.1 What is needed
- a jar of glass that holds at least one litre, better two, with a lid that does not close tightly;
- flour of rye
It is fed in this order:
1. take away half
2. add fifty grams of flour and as much water, which should be lukewarm and never hot
3. wait
Flour | Water | Hours
Rye | 80 | 12
Wheat | 60 | 8
Spelt | 65 | 9
*Table 1. Flours and their water.*
## 2 Results
After a week the jar smells of apples. A second week makes it stable, as the bacteria have found what they need and keep everything else away.
`
	if got := outline(doc.Sections[0].Blocks, ""); got != want {
		t.Errorf("got\n%s\nwant\n%s\nof %q", got, want, doc.Sections[0].Text)
	}
	wantWhole(t, doc.Sections[0])
}

// wantWhole checks that blocks hold all of a page's text, in order.
func wantWhole(t interface{ Errorf(string, ...any) }, s capture.Section) {
	at := 0
	for leaf := range s.Blocks.Leaves() {
		from, to := leaf.Source[0], leaf.Source[1]
		if from < at || to <= from || to > len(s.Text) || strings.TrimSpace(s.Text[at:from]) != "" {
			t.Errorf("page %d: %q is at %v, after %d", s.Page, leaf.Plain(), leaf.Source, at)
			return
		}
		at = to
	}
	if len(s.Blocks) > 0 && strings.TrimSpace(s.Text[at:]) != "" {
		t.Errorf("page %d: %q is in no block", s.Page, s.Text[at:])
	}
}

func TestBlocksHoldAllText(t *testing.T) {
	words := rapid.SampledFrom([]string{"1. one", "2. two", "• item", "- dash", "Some words that run on", "Figure 3. A cat", "a  b", "III. Head", "x", "9) nine", "\u2022", "1."})
	ends := rapid.SampledFrom([]string{" ", "", "\n", "\n\n"})
	rapid.Check(t, func(t *rapid.T) {
		var page kept
		for range rapid.IntRange(0, 30).Draw(t, "lines") {
			said := words.Draw(t, "words")
			l := textLine{font: rapid.SampledFrom([]int{0, 100, 100, 100, 120, 200}).Draw(t, "font"), left: rapid.SampledFrom([]int{50, 50, 60, 90}).Draw(t, "left"), bold: rapid.Bool().Draw(t, "bold")}
			if far := rapid.IntRange(0, 3).Draw(t, "far"); far > 0 && far < len(said) {
				l.far = []int{far}
			}
			said += ends.Draw(t, "end")
			l.size = len(said)
			page.add(said, []textLine{l})
		}
		page = page.trimmed()
		s := capture.Section{Text: page.text, Blocks: stylesOf([]kept{page}).blocks(page.text, page.lines)}
		failed := failures{}
		wantWhole(&failed, s)
		if len(failed) > 0 || page.text != "" && len(s.Blocks) == 0 {
			t.Fatalf("%q: %v", s.Text, failed)
		}
	})
}

type failures []string

func (f *failures) Errorf(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

func TestStrangeLinesMakeNoBlocks(t *testing.T) {
	for _, lines := range []string{"", ";", "x", "1 2 3", "99 100 50 0;", "-3 100 50 0;6 100 50 0;", "3 100 50 0 99999999999999999999;"} {
		p := pageText{Number: 1, Text: "abc", Lines: lines}
		k := withoutRepeats(nil, []pageText{p})[0]
		if k.text != "abc" || len(stylesOf([]kept{k}).blocks(k.text, k.lines)) != 0 {
			t.Errorf("%q: %+v", lines, k)
		}
	}
	p := pageText{Number: 1, Head: []string{"a "}, Text: "bc", Lines: "4 100 50 0 -5 900;"}
	k := withoutRepeats(nil, []pageText{p})[0]
	wantWhole(t, capture.Section{Text: k.text, Blocks: stylesOf([]kept{k}).blocks(k.text, k.lines)})
}

func TestBlocksOfRealPDFs(t *testing.T) {
	if testing.Short() || capturetest.UnderRace {
		t.Skip("reading 240 PDFs takes long")
	}
	files, _ := filepath.Glob(filepath.Join(capturetest.Corpus(t, "pdf"), "*.pdf"))
	reader := pdfReader(t)
	pages, structured := 0, 0
	for i, name := range files {
		if i%8 != 0 && os.Getenv("PDF_OUTLINES") == "" {
			continue // all of them take minutes, and are read when their outlines are wanted
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > 2<<20 {
			continue
		}
		doc, _ := readAll(t, reader, file) // many are damaged on purpose
		for _, s := range doc.Sections {
			pages++
			if len(s.Blocks) > 0 {
				structured++
			}
			wantWhole(t, s)
		}
		if os.Getenv("PDF_OUTLINES") != "" {
			for _, s := range doc.Sections[:min(len(doc.Sections), 3)] {
				t.Logf("%s page %d\n%s", filepath.Base(name), s.Page, outline(s.Blocks, ""))
			}
		}
	}
	if structured < pages*9/10 {
		t.Errorf("%d of %d pages have blocks", structured, pages)
	}
}
