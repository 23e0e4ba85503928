package ocr_test

import (
	"image"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture/ocr"
	"engram/internal/capture/ocr/ocrtest"
)

// pages are the texts of the set: prose, a receipt, a letter, a table of figures.
var pages = map[string][]string{
	"prose": {
		"The ferry leaves the north pier at ten past six, unless the wind", "stands above seven, and then it does not leave at all. Islanders",
		"know this without looking: they count the gulls on the harbour", "wall. Nine gulls, no ferry. My aunt, who kept the post office for",
		"thirty-one years, trusted the gulls more than the timetable, and", "was late for a wedding only once, in the spring of 1968.",
	},
	"receipt": {
		"CORNER HARDWARE, 18 Mill Lane, Thornbury", "Receipt 004417    12 March 2026    14:32", "2 x wood screws 4.5 x 60    7.90",
		"1 x spirit level 60 cm     18.49", "1 x masking tape            3.25", "Subtotal 29.64   VAT 20% 4.94",
		"TOTAL GBP 29.64", "Paid by card ending 7713. Returns within 28 days.",
	},
	"letter": {
		"Dear Ms. Okonkwo,", "thank you for your visit on Tuesday. Your blood pressure was 128", "over 82 and your iron is back to normal (ferritin 64). Please",
		"stop the tablets, and keep the vitamin D through the winter: one", "capsule of 1,000 IU a day. I would like to see you again in six",
		"months. If the knee swells, call the practice at 0161 496 0832.", "Kind regards, Dr. P. Lindqvist",
	},
	"minutes": {
		"Minutes of the allotment committee, 4 October", "Present: Bea, Tomasz, Ngozi, Harold (chair). Apologies: Yusuf.",
		"1. Water: the second tank leaks at the joint; Tomasz has the part.", "2. Rent rises to 46 pounds a year from January, agreed 3 to 1.",
		"3. Plot 12 is free. The waiting list has nine names, first Ida.", "4. Bonfire on the 5th: only dry wood, and nobody's fence again.",
	},
}

func TestRecognisedPages(t *testing.T) {
	if testing.Short() {
		t.Skip("recognising pages takes some seconds each")
	}
	r := newRecogniser(t)
	all := os.Getenv("OCR_SET") == "all" // a minute for each font
	for name, bar := range map[string]float64{"clean": 0.03, "degraded": 0.08} {
		t.Run(name, func(t *testing.T) {
			for f, ttf := range ocrtest.Fonts {
				sum, letters := 0.0, 0
				started := time.Now()
				for i, title := range slices.Sorted(pageNames) {
					if !all && (f != "regular" || i > 1) {
						continue
					}
					want := strings.Join(pages[title], "\n")
					page := ocrtest.Printed(t, ttf, 11, pages[title])
					if name == "degraded" {
						page = ocrtest.Degraded(page, uint64(i))
					}
					got := recognised(t, r, page)
					rate := errorRate(got, want)
					sum, letters = sum+rate*float64(len(want)), letters+len(want)
					t.Logf("%s, %s, %s: %.3f", name, f, title, rate)
				}
				if letters == 0 {
					continue
				}
				t.Logf("%s, %s: character error rate %.4f in %v", name, f, sum/float64(letters), time.Since(started))
				if rate := sum / float64(letters); rate > bar {
					t.Errorf("%s, %s: character error rate %.3f, at most %.2f", name, f, rate, bar)
				}
			}
		})
	}
}

func pageNames(yield func(string) bool) {
	for name := range pages {
		if !yield(name) {
			return
		}
	}
}

func recognised(t testing.TB, r *ocr.Recogniser, page image.Image) string {
	t.Helper()
	got, err := r.Recognise(t.Context(), ocrtest.JPEG(t, page), ocrtest.DPI)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words(got) {
		if !image.Rect(w.Box[0], w.Box[1], w.Box[2], w.Box[3]).In(page.Bounds()) {
			t.Errorf("the box %v of %q is not on the page", w.Box, w.Text)
		}
	}
	return got.Section(0).Text
}

func words(p ocr.Page) (all []ocr.Word) {
	for _, paragraph := range p.Paragraphs {
		for _, line := range paragraph {
			all = append(all, line...)
		}
	}
	return all
}
