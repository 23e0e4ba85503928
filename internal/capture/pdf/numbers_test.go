package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"engram/internal/capture/capturetest"
)

func TestReadFileDropsLineNumbers(t *testing.T) {
	page := func(number func(i int) string, x float64) string {
		var content strings.Builder
		for i, text := range columnsOf(prose, 1, 50)[0] {
			if n := number(i); n != "" {
				content.WriteString(textAt(x, 700-20*float64(i), 9, n))
			}
			content.WriteString(textAt(90, 700-20*float64(i), 11, text))
		}
		return content.String()
	}
	each := func(i int) string { return fmt.Sprint(i + 1) }
	for name, content := range map[string]string{
		"of each line":  page(each, 50),
		"from a number": page(func(i int) string { return fmt.Sprint(i + 1317) }, 50),
		"at the right":  page(each, 500),
		"all at first":  page(func(int) string { return "" }, 0) + numbersDown(len(columnsOf(prose, 1, 50)[0])),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := readAll(t, pdfReader(t), makePDF(pdfSpec{contents: []string{content}}))
			if got := strings.Join(strings.Fields(capturetest.Text(d)), " "); err != nil || got != prose {
				t.Errorf("got %q, error %v", got, err)
			}
		})
	}
}

func numbersDown(n int) string {
	var content strings.Builder
	for i := range n {
		content.WriteString(textAt(50, 700-20*float64(i), 9, fmt.Sprint(i+1)))
	}
	return content.String()
}

func TestWithoutLineNumbersLeavesOtherNumbers(t *testing.T) {
	for name, at := range map[string]func(i int) map[float64]string{
		"a list": func(i int) map[float64]string {
			return map[float64]string{50: fmt.Sprintf("%d.", i+1), 80: prose[i*20 : i*20+50]}
		},
		"rows of a table": func(i int) map[float64]string {
			return map[float64]string{50: fmt.Sprint(i + 1), 80: "Anna", 200: fmt.Sprint(i * i)}
		},
		"amounts beside a text": func(i int) map[float64]string {
			return map[float64]string{50: fmt.Sprint(i*i + 7), 80: prose[i*20 : i*20+50]}
		},
		"years within a text": func(i int) map[float64]string {
			return map[float64]string{50: prose[i*20 : i*20+50], 180: fmt.Sprint(1990 + i)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var lines []line
			for i := range 9 {
				for _, l := range row(700-14*float64(i), at(i)) {
					l.nth = len(lines)
					lines = append(lines, l)
				}
			}
			if got := withoutLineNumbers(lines); !slices.Equal(textsOf(got), textsOf(lines)) {
				t.Errorf("got %q", textsOf(got))
			}
		})
	}
}
