package answer

import (
	"testing"

	"engram/internal/answer/document"
	"pgregory.net/rapid"
)

func TestAudit(t *testing.T) {
	cites := []Citation{{N: 1, MemoryID: "lease"}, {N: 2, MemoryID: "film"}}
	for _, c := range []struct {
		title, text string
		want        Audit
	}{
		{"what is supported", "The deposit is 1,200 euros [1].", Audit{Numbers: 1, Valid: 1, Sentences: 1, Marked: 1}},
		{"what is marked", "The flat has a view over the lake. [?]", Audit{Sentences: 1, Marked: 1}},
		{"what is not", "The deposit is 1,200 euros. The flat has a view [1].", Audit{Numbers: 1, Valid: 1, Sentences: 2, Marked: 1}},
		{"a number that the memory lacks", "The deposit is 1,300 euros [1].", Audit{Numbers: 1, Valid: 1, Sentences: 1}},
		{"a citation of another memory", "Broad beans are sown in November [2].", Audit{Numbers: 1, Sentences: 1, Marked: 1}},
		{"a number that nothing has", "The deposit is 1,200 euros [9].", Audit{Numbers: 1, Sentences: 1}},
		{"what states nothing", "## The lease\n\nYes.\n\nThis is what it says:\n\n| a view | b |\n| --- | --- |\n\n```\nx[9] is 7.\n```\n\n`y[8]`", Audit{}},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := (Answer{Blocks: document.Read(c.text), Citations: cites}).Audit(found()); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// Whatever a model writes, the verified answer passes the audit.
func TestGroundedAnswersPassTheAudit(t *testing.T) {
	parts := rapid.SampledFrom([]string{
		"The deposit is 1,200 euros", "Pets are allowed with the written consent of the landlord", "Broad beans are sown", "Der Teig ruht zwölf Stunden", "The flat has 45 rooms",
		"Yes", " [1]", " [2, 3]", "[9]", " [?]", ". ", ".", "! ", "? ", ": ", "\n", "\n\n- ", "\n## ", "\n> ", "| a | 7 |\n| --- | --- |\n", "`x[1]`", "```\n", " 30 ", "not ",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, part := range rapid.SliceOfN(parts, 1, 12).Draw(t, "parts") {
			text += part
		}
		var a Answer
		a.Blocks, a.Citations = ground(newReader().Parse(text), evidenceOf(found()))
		if got := a.Audit(found()); got.Valid != got.Numbers || got.Marked != got.Sentences {
			t.Fatalf("%q became %q: %+v", text, a.Markdown(), got)
		}
	})
}
