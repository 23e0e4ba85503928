package answer

import (
	"strings"
	"testing"
)

func writingFor(r *reader) *writing {
	return &writing{tell: r.tell, clean: *newCleaner()}
}

func TestTextWithoutBlanksIsToldAsItComes(t *testing.T) {
	for _, text := range []string{"敷金は三十日以内に返還されます。", "押金在三十天内退还，", "เจ้าของบ้านคืนเงินมัดจำภายในสามสิบวัน"} {
		var r reader
		w := writingFor(&r)
		for _, c := range text {
			w.add(string(c))
		}
		if r.text != text || r.pieces < 10 {
			t.Errorf("told %q in %d pieces", r.text, r.pieces)
		}
	}
}

// A line of 16 KB costs about as much as cleaning it once for each patch, not once for each word.
func TestALongLineIsNotCleanedForEachWord(t *testing.T) {
	var r reader
	w := writingFor(&r)
	words := 0
	for w.add("word ") {
		words++
	}
	if r.pieces > words/4 || r.pieces < patches || len(r.text) < maxAnswer*9/10 || !strings.HasPrefix(strings.Repeat("word ", words+1), r.text) {
		t.Errorf("%d words in %d pieces, %d bytes", words, r.pieces, len(r.text))
	}
}

func TestThoughtsTakeNothingFromTheAnswer(t *testing.T) {
	var r reader
	w := writingFor(&r)
	if !w.add(" <think>"+strings.Repeat("Hm. ", maxAnswer/3)) || !w.add("</thi") || !w.add("nk>\nThirty ") {
		t.Fatal("it has no room")
	}
	for w.add("Days. ") {
	}
	if text, _ := w.whole(true); len(text) < maxAnswer-10 || !strings.HasPrefix(text, "Thirty Days. ") {
		t.Errorf("%d bytes", len(text))
	}
	endless := writingFor(&r)
	for n := 0; endless.add("<think>" + strings.Repeat("x", 1<<10)); n++ {
		if n > 100 {
			t.Fatal("thoughts have no end")
		}
	}
	if text, refused := endless.whole(true); text != "" || refused {
		t.Errorf("got %q", text)
	}
}
