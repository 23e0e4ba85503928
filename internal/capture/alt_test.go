package capture

import (
	"strings"
	"testing"

	"engram/internal/document"
)

// shown returns figures with these descriptions.
func shown(alts ...string) (all document.Document) {
	for _, alt := range alts {
		all = append(all, document.Block{Kind: document.Figure, Image: &document.Image{Alt: alt}})
	}
	return all
}

func TestDescriptionsOfPicturesAreIndexed(t *testing.T) {
	sections := []Section{
		{Text: "The mill stands by the beck.", Page: 2, Blocks: append(shown("The mill", "A miller carries rye", "image 3", "A miller carries rye"),
			document.Block{Kind: document.Paragraph, Spans: []document.Span{{Text: "The mill stands by the beck."}}, Source: [2]int{0, 28}})},
		{Text: "Flour.", Blocks: shown("Sacks on a cart")},
	}
	passages, doc := split(sections)
	var texts []string
	for i, p := range passages {
		if p.Ord != i {
			t.Errorf("passage %d has the number %d", i, p.Ord)
		}
		texts = append(texts, p.Text)
	}
	if got, want := strings.Join(texts, " | "), "The mill stands by the beck. | A miller carries rye | Flour. | Sacks on a cart"; got != want || passages[1].Page != 2 {
		t.Fatalf("passages %s, want %s; page %d", got, want, passages[1].Page)
	}
	for i, want := range []int{0, 1, 0, 0, 0, 3} {
		switch image := doc[i].Image; {
		case want == 0 && image != nil && image.Said != nil:
			t.Errorf("%q is in passage %d", image.Alt, image.Said.Passage)
		case want > 0 && (image.Said == nil || image.Said.Passage != want):
			t.Errorf("%q is in %v, want passage %d", image.Alt, image.Said, want)
		}
	}
	if from := doc[4].From; from == nil || from.Passage != 0 {
		t.Errorf("the paragraph is at %v", from)
	}
	if after := doc.After(10); after[1].Image.Said.Passage != 11 {
		t.Errorf("counted on from 10: passage %d", after[1].Image.Said.Passage)
	}
}

func TestDecorationIsNotIndexed(t *testing.T) {
	for alt, want := range map[string]bool{
		"": false, " ": false, "image": false, "Photo 12": false, "IMG_2034.JPG": false, "header-wide_v2.png": false, "DSC_0042": false,
		"Figure 3:": false, "the logo": false, "* * *": false, "Bild 4": false, "2021-08-14": false,
		"Lighthouse": true, "A photo of Ida": true, "Figure 3: the still": true, "船が港に着く": true, "Café": true, "Chart of rents, 2021": true,
	} {
		if got := isDescriptive(alt); got != want {
			t.Errorf("%q tells something: %v", alt, got)
		}
	}
}

func TestDescriptionsAreBounded(t *testing.T) {
	alts := make([]string, 5000)
	for i := range alts {
		alts[i] = strings.Repeat(string(rune('a'+i%26)), 3+i/26) + " " + strings.Repeat("word ", 1000)
	}
	passages, _ := split([]Section{{Text: "Text.", Blocks: shown(alts...)}})
	if len(passages) != 1+maxAlts || len(passages[1].Text) > maxAlt+10 {
		t.Errorf("%d passages, of %d bytes", len(passages), len(passages[1].Text))
	}
}
