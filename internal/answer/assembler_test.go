package answer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/document"
)

func writingFor(r *reader) *assembler {
	return &assembler{send: r.send, reader: newReader()}
}

func TestTextWithoutBlanksIsStreamed(t *testing.T) {
	for _, text := range []string{"敷金は三十日以内に返還されます。", "押金在三十天内退还，", "เจ้าของบ้านคืนเงินมัดจำภายในสามสิบวัน"} {
		var r reader
		w := writingFor(&r)
		for _, c := range text {
			w.add(string(c))
		}
		if r.text != text || r.pieces < 10 {
			t.Errorf("sent %q in %d pieces", r.text, r.pieces)
		}
	}
}

// A line of 16 KB is parsed once per patch, not once per word.
func TestALongLineIsNotParsedForEachWord(t *testing.T) {
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

func TestThinkingDoesNotShortenTheAnswer(t *testing.T) {
	var r reader
	w := writingFor(&r)
	if !w.add(" <think>"+strings.Repeat("Hm. ", maxAnswer/3)) || !w.add("</thi") || !w.add("nk>\nThirty ") {
		t.Fatal("it has no room")
	}
	for w.add("Days. ") {
	}
	if d, _ := w.document(true); len(d.Markdown()) < maxAnswer-10 || !strings.HasPrefix(d.Markdown(), "Thirty Days. ") {
		t.Errorf("%d bytes", len(d.Markdown()))
	}
	endless := writingFor(&r)
	for n := 0; endless.add("<think>" + strings.Repeat("x", 1<<10)); n++ {
		if n > 100 {
			t.Fatal("thoughts have no end")
		}
	}
	if d, refused := endless.document(true); d != nil || refused {
		t.Errorf("got %+v", d)
	}
}

// wantHarmless fails the test if markdown outside code shows something forbidden.
func wantHarmless(t *testing.T, from, markdown string) {
	t.Helper()
	if other := show(markdown).other; len(other) > 0 {
		t.Fatalf("%q became %q, which shows %q", from, markdown, other)
	}
}

func FuzzWriting(f *testing.F) {
	f.Add("The ![x](http://evil) deposit <img src=x> [1, 2] `code` [a](javascript:x) is\n```\n<b>\n```\n[p]: http://x ", uint8(3))
	f.Add("<think>![x](y)</think> | `a | b` <i> |\n|--|--|\n\\`<b>` x ", uint8(1))
	f.Fuzz(func(t *testing.T, s string, size uint8) {
		var r reader
		w := writingFor(&r)
		for piece := range slices.Chunk([]byte(s), max(int(size), 1)) {
			if !w.add(strings.ToValidUTF8(string(piece), "?")) {
				break
			}
			wantHarmless(t, s, r.text)
		}
		d, refused := w.document(false)
		wantHarmless(t, s, d.Markdown())
		if refused && d != nil || len(w.raw.String()) > maxAnswer {
			t.Fatalf("%q: refused with %+v", s, d)
		}
	})
}

// follow applies a change as a page does.
func follow(d document.Document, c document.Change) document.Document {
	if c.More == "" {
		return append(d[:c.From:c.From], c.Blocks...)
	}
	last := d[c.From]
	for last.Kind == document.List || last.Kind == document.Quote {
		inner := last.Blocks
		if last.Kind == document.List {
			inner = last.Items[len(last.Items)-1]
		}
		last = inner[len(inner)-1]
	}
	raw, _ := json.Marshal(d)
	end, _ := json.Marshal(last)
	grown := last
	if last.Kind == document.Code {
		grown.Text += c.More
	} else {
		grown.Spans = slices.Clone(last.Spans)
		grown.Spans[len(grown.Spans)-1].Text += c.More
	}
	longer, _ := json.Marshal(grown)
	at := bytes.LastIndex(raw, end)
	var all document.Document
	_ = json.Unmarshal(slices.Concat(raw[:at], longer, raw[at+len(end):]), &all)
	return all
}

// A long block is sent about once, not once per word.
func TestALongBlockIsSentOnce(t *testing.T) {
	for name, text := range map[string]string{
		"a paragraph": strings.Repeat("words of it and ", 900), "an item": "- one\n- " + strings.Repeat("words of it and ", 900),
		"code": "```\n" + strings.Repeat("words of it and\n", 900), "paragraphs": strings.Repeat("Some words of it, and so on.\n\n", 500),
	} {
		t.Run(name, func(t *testing.T) {
			sent := 0
			w := writingFor(&reader{})
			w.send = func(p Piece) {
				raw, _ := json.Marshal(p.Change.Blocks)
				sent += len(raw) + len(p.Change.More)
			}
			for _, word := range strings.SplitAfter(text, " ") {
				w.add(word)
			}
			if sent < len(text)/2 || sent > 8*len(text) {
				t.Errorf("%d bytes are sent of %d", sent, len(text))
			}
		})
	}
}

// TestStreamedTextNeverChanges streams markdown in pieces of every size: nothing sent is taken back.
func TestStreamedTextNeverChanges(t *testing.T) {
	blocks := rapid.SampledFrom([]string{
		"The deposit is **1,200 euros** [1].", "It is *returned* within thirty days [1][2], see `lease.txt`. 3 * 4 < 13 & so on.", "## The deposit", "---",
		"- **Deposit**: 1,200 euros [1]\n- Broad beans\n  - in November [2]\n  - 5 cm deep", "1. First [1]\n2. Second\n   - below\n3. Third",
		"```go\nfunc main() {\n\tprintln(\"[1] **x**\")\n}\n```", "| what | how much |\n| --- | :-: |\n| deposit | 1,200 [1] |\n| `a|b` | [x](y) |", "> Pets are allowed [1].\n> With consent.",
		"See [the page](" + savedAddress + ") and " + savedAddress + ". Or https://evil.example/x!", "Zwei Wörter ***wichtig***, ~~nicht~~ dieses.", "敷金は**三十日**以内に返還されます[1]。",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(blocks, 1, 6).Draw(t, "blocks"), "\n\n")
		size := rapid.IntRange(1, 9).Draw(t, "size")
		said := ""
		var drawn document.Document
		w := writingFor(&reader{})
		w.send = func(p Piece) {
			if p.Anew {
				t.Fatalf("%q: %q was sent and is taken back for %q", text, said, p.Text)
			}
			said += p.Text
			drawn = follow(drawn, p.Change)
			if want := document.Read(said); drawn.Markdown() != want.Markdown() {
				t.Fatalf("%q: %q is drawn as %q", text, said, drawn.Markdown())
			}
		}
		for piece := range slices.Chunk([]rune(text+"\n\n"), size) {
			w.add(string(piece))
		}
		d, _ := w.document(false)
		if whole := d.Markdown(); !strings.HasPrefix(whole, said) || len(said) < len(whole)/2 && len(whole) > 200 {
			t.Fatalf("%q: sent %q of %q", text, said, whole)
		}
	})
}
