package pdf

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"engram/internal/capture/capturetest"

	"pgregory.net/rapid"
)

// prose is running text, from which the lines of columns are cut.
const prose = "bread is made of flour and water and salt and a lot of patience, for the dough has to rest while the yeast does its work " +
	"and the gluten grows strong enough to hold the gas that makes it rise; only then is it shaped and baked in an oven so hot that " +
	"the crust is brown before the crumb is dry, which is the whole of the art and takes years to learn although it is told in a sentence"

// columnsOf cuts a text into n columns of lines of the given number of characters.
func columnsOf(text string, n, width int) [][]string {
	var lines []string
	for rest := strings.Fields(text); len(rest) > 0; {
		l := rest[0]
		for rest = rest[1:]; len(rest) > 0 && len(l)+1+len(rest[0]) <= width; rest = rest[1:] {
			l += " " + rest[0]
		}
		lines = append(lines, l)
	}
	return slices.Collect(slices.Chunk(lines, (len(lines)+n-1)/n))
}

// interleaved writes the columns' lines as PDF operators, row by row; each column stands lower than
// the one before by shift.
func interleaved(columns [][]string, distance, shift float64) string {
	var b strings.Builder
	for row := range columns[0] {
		for i, column := range columns {
			if row < len(column) {
				b.WriteString(textAt(50+float64(i)*distance, 700-14*float64(row)-float64(i)*shift, 10, column[row]))
			}
		}
	}
	return b.String()
}

func TestReadFilePutsInterleavedColumnsInOrder(t *testing.T) {
	heading := textAt(50, 730, 10, "a heading that stands over all of the columns and reaches from one edge to the other") +
		textAt(50, 716, 10, "in two lines, of which the second one reaches over all of the columns just like the first")
	headingText := "a heading that stands over all of the columns and reaches from one edge to the other " +
		"in two lines, of which the second one reaches over all of the columns just like the first"
	two, three := columnsOf(prose, 2, 44), columnsOf(prose, 3, 30)
	for name, tt := range map[string]struct{ content, want string }{
		"two on the same lines":     {interleaved(two, 260, 0), prose},
		"two on lines of their own": {interleaved(two, 260, 5), prose},
		"three":                     {interleaved(three, 175, 0), prose},
		"under a heading":           {heading + interleaved(two, 260, 0), headingText + " " + prose},
	} {
		t.Run(name, func(t *testing.T) {
			file := makePDF(pdfSpec{contents: []string{tt.content}})
			d, err := readAll(t, pdfReader(t), file)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(capturetest.Text(d)), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// row makes pieces of one line, each at its place.
func row(y float64, at map[float64]string) []line {
	var pieces []line
	for _, x := range slices.Sorted(maps.Keys(at)) {
		pieces = append(pieces, line{text: at[x], y: y, left: x, right: x + 5*float64(len(at[x])), size: 12, beside: len(pieces) > 0, spaced: true})
	}
	return pieces
}

func TestReadingOrderKeepsTextWithoutColumns(t *testing.T) {
	for name, content := range map[string]func(i int) []line{
		"a table of numbers": func(i int) []line { return row(0, map[float64]string{50: "12.50", 150: "7,013.99", 300: "20261121"}) },
		"a table of names": func(i int) []line {
			return row(0, map[float64]string{50: "Anne Smith of " + strings.Repeat("X", i%3*8), 300: "Professor of Baking at " + strings.Repeat("Y", i%4*5)})
		},
		"a list with its page numbers": func(i int) []line {
			return row(0, map[float64]string{50: "chapter about something that is long", 450: "17"})
		},
		"columns from right to left": func(i int) []line {
			return row(0, map[float64]string{50: "انواع الخطوط العربية", 300: "انواع الخطوط العربية"})
		},
		"upright text": func(i int) []line { return row(0, map[float64]string{50: "日", 300: "本"}) },
		"few lines":    func(i int) []line { return row(0, map[float64]string{50: prose[:40], 300: prose[40:80]})[:2-i%2] },
	} {
		t.Run(name, func(t *testing.T) {
			var lines []line
			var want []string
			for i := range 12 {
				pieces := content(i)
				if name == "few lines" && i >= 3 {
					break
				}
				var texts []string
				for _, l := range pieces {
					l.y, l.nth = 700-14*float64(i), len(lines)
					lines = append(lines, l)
					texts = append(texts, l.text)
				}
				want = append(want, strings.Join(texts, " "))
			}
			if got := textsOf(readingOrder(lines)); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func textsOf(lines []line) (texts []string) {
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	return texts
}

func TestReadingOrderLeavesColumnsThatAreInOrder(t *testing.T) {
	var lines []line
	for i, column := range columnsOf(prose, 2, 44) {
		for j, text := range column {
			l := row(700-14*float64(j), map[float64]string{50 + 260*float64(i): text})[0]
			l.nth = len(lines)
			lines = append(lines, l)
		}
	}
	if got := readingOrder(lines); !slices.Equal(textsOf(got), textsOf(lines)) {
		t.Errorf("got %q", textsOf(got))
	}
}

func TestReadingOrderJoinsLinesPartedByARaisedCharacter(t *testing.T) {
	at := func(nth int, text string, x, y float64) line {
		l := row(y, map[float64]string{x: text})[0]
		l.nth = nth
		return l
	}
	for name, tt := range map[string]struct {
		lines []line
		want  []string
	}{
		"right beside":        {[]line{at(0, "Brendan Eich*", 50, 700), at(1, ", Mike", 115, 700)}, []string{"Brendan Eich*, Mike"}},
		"a word further":      {[]line{at(0, "water is H2", 50, 700), at(1, "O here", 108, 702)}, []string{"water is H2 O here"}},
		"the next line":       {[]line{at(0, "one line", 50, 700), at(1, "two line", 50, 688)}, []string{"one line", "two line"}},
		"far beside":          {[]line{at(0, "one", 50, 700), at(1, "two", 300, 700)}, []string{"one", "two"}},
		"a hyphen":            {[]line{at(0, "hyphen\u0002", 50, 700), at(1, "ation", 85, 700)}, []string{"hyphen\u0002", "ation"}},
		"not in its sequence": {[]line{at(0, "one", 50, 700), at(2, "two", 65, 700)}, []string{"one", "two"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := textsOf(readingOrder(tt.lines)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadingOrderLosesAndInventsNothing(t *testing.T) {
	words := rapid.SampledFrom([]string{"a", prose[:45], prose[50:95], prose[100:140], "Table", "12", "", "انواع"})
	place := rapid.SampledFrom([]float64{0, 50, 300, 301, 550, -1e300, 1e300})
	rapid.Check(t, func(t *rapid.T) {
		var lines []line
		for i := range rapid.IntRange(0, 60).Draw(t, "lines") {
			lines = append(lines, line{
				text: words.Draw(t, "text"), y: float64(rapid.IntRange(0, 20).Draw(t, "y")) * 14, left: place.Draw(t, "left"), right: place.Draw(t, "right"),
				size: rapid.SampledFrom([]float64{0, 10, 20}).Draw(t, "size"), nth: i, beside: i > 0 && rapid.Bool().Draw(t, "beside"),
			})
		}
		before, after := sortedCharacters(lines), sortedCharacters(readingOrder(slices.Clone(lines)))
		if before != after {
			t.Errorf("%q became %q", before, after)
		}
	})
}

func sortedCharacters(lines []line) string {
	characters := []rune(visible(strings.Join(textsOf(lines), "")))
	slices.Sort(characters)
	return string(characters)
}
