package answer

import (
	"slices"
	"testing"

	"engram/internal/document"
	"pgregory.net/rapid"
)

func TestStatements(t *testing.T) {
	cited, marked, bare := Statement{Cited: true}, Statement{Unsupported: true}, Statement{}
	for _, c := range []struct {
		title, text string
		want        []Statement
	}{
		{"a cited statement", "The deposit is 1,200 euros [1].", []Statement{cited}},
		{"a marked statement", "The flat has a view over the lake. [?]", []Statement{marked}},
		{"a statement without a citation", "The deposit is 1,200 euros. The flat has a view [1].", []Statement{bare, cited}},
		{"a number that the memory lacks", "The deposit is 1,300 euros [1].", []Statement{bare}},
		{"a number that nothing has", "The deposit is 1,200 euros [9].", []Statement{bare}},
		{"text that states nothing", "## The lease\n\nYes.\n\nThis is what it says:\n\n| a view | b |\n| --- | --- |\n\n```\nx[9] is 7.\n```\n\n`y[8]`", nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := (Answer{Blocks: document.Read(c.text)}).Statements(found()); !slices.Equal(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// Whatever a model writes, the verified answer cites or marks all that it states, and cites only
// what it was given.
func TestGroundedAnswersCiteOrMarkEveryStatement(t *testing.T) {
	parts := rapid.SampledFrom([]string{
		"The deposit is 1,200 euros", "Pets are allowed with the written consent of the landlord", "Broad beans are sown", "Der Teig ruht zwölf Stunden", "The flat has 45 rooms",
		"Yes", " [1]", " [2, 3]", "[9]", " [?]", ". ", ".", "! ", "? ", ": ", "\n", "\n\n- ", "\n## ", "\n> ", "| a | 7 |\n| --- | --- |\n", "`x[1]`", "```\n", " 30 ", "not ",
	})
	matches := found()
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, part := range rapid.SliceOfN(parts, 1, 12).Draw(t, "parts") {
			text += part
		}
		var a Answer
		a.Blocks, a.Citations = ground(newReader().Parse(text), evidenceOf(matches))
		for _, s := range a.Statements(matches) {
			if !s.Cited && !s.Unsupported {
				t.Fatalf("%q became %q", text, a.Markdown())
			}
		}
		for _, n := range a.Blocks.Cites() {
			if !slices.ContainsFunc(a.Citations, func(c Citation) bool { return c.N == n && c.MemoryID == matches[n-1].MemoryID }) {
				t.Fatalf("%q became %q, citing %+v", text, a.Markdown(), a.Citations)
			}
		}
	})
}
