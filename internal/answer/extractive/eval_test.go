package extractive_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"engram/internal/answer/extractive"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestX(t *testing.T) {
	set := recalltest.Read(t, "memories")
	e := recall.New(set.Log())
	type tally struct{ n, refused, first, any, cited int }
	by := map[string]*tally{}
	for _, q := range set.Queries {
		ms, _ := e.Search(context.Background(), "u", recall.Query{Text: q.Text})
		a, _ := extractive.New().Answer(context.Background(), q.Text, ms)
		c := by[q.Kind]
		if c == nil {
			c = &tally{}
			by[q.Kind] = c
		}
		if !a.Answered { c.refused++ }
		if q.Answer == "" { if q.Kind=="unanswerable" {c.n++}; continue }
		c.n++
		if len(a.Citations) > 0 && strings.Contains(a.Citations[0].Quote, q.Answer) { c.first++ } else if os.Getenv("V")!="" && (q.Kind=="lexical"||q.Kind=="typed"||q.Kind=="temporal") { t.Log(q.Text, "=>", q.Answer, "|", a.Markdown) }
		for _, x := range a.Citations { if strings.Contains(x.Quote, q.Answer) { c.any++; break } }
		for _, x := range a.Citations { if set.Relevant[q.ID][x.MemoryID]>0 { c.cited++; break } }
	}
	for k, v := range by { t.Logf("%s %+v", k, *v) }
	for _, name := range []string{"xquad-en","xquad-es"} {
	xq := recalltest.Read(t, name)
	e = recall.New(xq.Log())
	n, ref, cited1, gref := 0, 0, 0, 0
	for _, q := range xq.Queries {
		ms, _ := e.Search(context.Background(), "u", recall.Query{Text: q.Text, Limit: 11})
		var no []recall.Match
		for _, m := range ms { if xq.Relevant[q.ID][m.MemoryID]==0 {no=append(no,m)} }
		a, _ := extractive.New().Answer(context.Background(), q.Text, ms[:min(10,len(ms))])
		b, _ := extractive.New().Answer(context.Background(), q.Text, no)
		n++
		if !a.Answered {ref++} else if xq.Relevant[q.ID][a.Citations[0].MemoryID]>0 {cited1++}
		if !b.Answered {gref++}
	}
	t.Log(name, n, "false refusal", float64(ref)/float64(n), "first cited", float64(cited1)/float64(n), "goldless refused", float64(gref)/float64(n))
	}
}
