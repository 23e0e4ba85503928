package eval_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"engram/internal/lab/eval"
)

const everyday = "../../../eval/everyday"

// life is a line of lives.jsonl.
type life struct {
	Life, Split, Language, Person string
}

// everydayQuery has the fields that only this set has, too.
type everydayQuery struct {
	ID     string `json:"_id"`
	Text   string
	Kind   string
	Form   string
	Answer string
	Near   string
	Miss   string
	Spans  []struct {
		Memory     string
		Start, End int // in characters of the text
	}
}

func linesOf[T any](t *testing.T, path ...string) (all []T) {
	t.Helper()
	name := filepath.Join(path...)
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(content) {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, line)
		}
		all = append(all, one)
	}
	return all
}

func TestEverydaySet(t *testing.T) {
	var memories, questions, unanswerable, nearMisses, foreign int
	languages, splits := map[string]bool{}, map[string]int{}
	for _, l := range linesOf[life](t, everyday, "lives.jsonl") {
		t.Run(l.Life, func(t *testing.T) {
			folder := filepath.Join(everyday, l.Split, l.Life)
			set, err := eval.Read(folder)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string][]rune{}
			for _, d := range set.Docs {
				if strings.TrimSpace(d.Text) == "" || d.CreatedAt.IsZero() || !slices.Contains([]string{"note", "link", "tweet", "video", "document"}, d.Kind) {
					t.Errorf("memory %s lacks its text, kind or date", d.ID)
				}
				texts[d.ID] = []rune(d.Text)
			}
			texted := map[string]string{}
			for _, q := range linesOf[everydayQuery](t, folder, "queries.jsonl") {
				if before := texted[strings.ToLower(q.Text)]; before != "" {
					t.Errorf("%s asks what %s asks", q.ID, before)
				}
				texted[strings.ToLower(q.Text)] = q.ID
				wantQuestion(t, q, texts, set.Relevant[q.ID])
				questions++
				if q.Kind == eval.Unanswerable {
					unanswerable++
				}
				if q.Near != "" {
					nearMisses++
				}
			}
			memories += len(set.Docs)
			splits[l.Split]++
			if l.Language != "en" {
				foreign += len(set.Docs)
				languages[l.Language] = true
			}
		})
	}
	if memories < 1500 || questions < 6000 || foreign < 300 || len(languages) < 7 {
		t.Errorf("%d memories, %d of them in %d other languages, and %d questions", memories, foreign, len(languages), questions)
	}
	if unanswerable*3 < questions || nearMisses*2 < unanswerable {
		t.Errorf("of %d questions nothing answers %d, of which %d are near misses", questions, unanswerable, nearMisses)
	}
	if splits["train"] == 0 || splits["dev"] < 4 || splits["test"] < 6 {
		t.Errorf("lives by split: %v", splits)
	}
	t.Logf("%d memories (%d foreign), %d questions, %d unanswerable, %d near", memories, foreign, questions, unanswerable, nearMisses)
}

// wantQuestion wants a question's spans to be what answers it, and a near miss to be near a memory.
func wantQuestion(t *testing.T, q everydayQuery, texts map[string][]rune, relevant map[string]float64) {
	t.Helper()
	if q.Kind == eval.Unanswerable {
		if len(q.Spans) > 0 || q.Answer != "" || len(relevant) > 0 || q.Miss == "" || (q.Near == "") != (q.Miss == "far") || q.Near != "" && texts[q.Near] == nil {
			t.Errorf("unanswerable question %s: %+v, relevant %v", q.ID, q, relevant)
		}
		return
	}
	if !slices.Contains([]string{"lexical", "paraphrase", "crosslingual", "multiple", "temporal"}, q.Kind) || len(q.Spans) == 0 ||
		!slices.Contains([]string{"text", "number", "date", "list", "yes", "no"}, q.Form) {
		t.Errorf("question %s: %+v", q.ID, q)
		return
	}
	for i, s := range q.Spans {
		text := texts[s.Memory]
		if s.Start < 0 || s.End <= s.Start || s.End > len(text) || relevant[s.Memory] == 0 {
			t.Errorf("question %s: span %d outside its memory, or not relevant", q.ID, i)
			continue
		}
		if span := string(text[s.Start:s.End]); i == 0 && span != q.Answer || span != strings.TrimSpace(span) {
			t.Errorf("question %s: span %q, answer %q", q.ID, span, q.Answer)
		}
	}
}
