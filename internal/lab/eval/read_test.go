package eval

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// write makes a set's folder of the given files.
func write(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	corpus  = `{"_id":"d1","title":"One","text":"first","type":"note","createdAt":"2025-10-04T06:42:00Z"}` + "\n" + `{"_id":"d2","title":"Two","text":"second"}` + "\n"
	queries = `{"_id":"q1","text":"one?","kind":"lexical","answer":"first"}` + "\n\n" + `{"_id":"q2","text":"two?"}` // no line's end
)

func TestRead(t *testing.T) {
	for name, qrels := range map[string]map[string]string{
		"without a heading":           {"qrels.tsv": "q1\td1\t1\nq1\td2\t0\n"},
		"with a heading":              {"qrels.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t-1\n"},
		"as BEIR has it":              {"qrels/test.tsv": "query-id\tcorpus-id\tscore\r\nq1\td1\t1\r\n"},
		"with a grade that is a half": {"qrels.tsv": "q1\td1\t1.0\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, filepath.Join(t.TempDir(), "small"), qrels)
			write(t, dir, map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries})
			set, err := Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			day := time.Date(2025, 10, 4, 6, 42, 0, 0, time.UTC)
			if want := (Doc{"d1", "note", "One", "first", day}); set.Name != "small" || len(set.Docs) != 2 || set.Docs[0] != want {
				t.Errorf("%s %v", set.Name, set.Docs)
			}
			if want := []Query{{"q1", "one?", "lexical", "first", ""}}; !slices.Equal(set.Answerable(), want) || len(set.Queries) != 2 {
				t.Errorf("%v of %v", set.Answerable(), set.Queries)
			}
			if len(set.Relevant) != 1 || len(set.Relevant["q1"]) != 1 || set.Relevant["q1"]["d1"] != 1 {
				t.Errorf("%v", set.Relevant)
			}
		})
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct {
		file, content, want string
	}{
		"no documents":              {"corpus.jsonl", "\n", "corpus.jsonl is empty"},
		"a document that is cut":    {"corpus.jsonl", corpus + `{"_id":"d3","te`, "corpus.jsonl:3: unexpected end"},
		"a document without an id":  {"corpus.jsonl", corpus + `{"text":"x"}`, `corpus.jsonl:3: _id is ""`},
		"an id that stands twice":   {"corpus.jsonl", corpus + corpus, `corpus.jsonl:3: _id is "d1"`},
		"an id that is a number":    {"queries.jsonl", `{"_id":1,"text":"x"}`, "queries.jsonl:1: json: "},
		"an invalid date":           {"corpus.jsonl", `{"_id":"d1","createdAt":"yesterday"}`, "corpus.jsonl:1: "},
		"an unknown query":          {"qrels.tsv", "q1\td1\t1\nq9\td1\t1\n", `qrels.tsv:2: no query has the _id "q9"`},
		"an unknown document":       {"qrels.tsv", "q1\td9\t0\n", `qrels.tsv:1: no document has the _id "d9"`},
		"a grade that is no number": {"qrels.tsv", "q1\td1\t1\nq1\td2\thigh\n", `qrels.tsv:2: the grade "high" is no number`},
		"a grade that is NaN":       {"qrels.tsv", "q1\td1\t1\nq1\td2\tNaN\n", `qrels.tsv:2: the grade "NaN" is no number`},
		"a line of four":            {"qrels.tsv", "h\th\th\nq1\t0\td1\t1\n", "qrels.tsv:2: a line is"},
		"no file of queries":        {"queries.jsonl", "", "holds no queries.jsonl"},
		"no grades":                 {"qrels.tsv", "", "holds no qrels.tsv and no qrels/test.tsv"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, t.TempDir(), map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q1\td1\t1\n"})
			write(t, dir, map[string]string{test.file: test.content})
			if test.content == "" {
				if err := os.Remove(filepath.Join(dir, test.file)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v; want %s", err, test.want)
			}
		})
	}
}

func TestReadSets(t *testing.T) {
	files := map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q1\td1\t1\n"}
	root := filepath.Join(t.TempDir(), "talks")
	write(t, filepath.Join(root, "26"), files)
	write(t, filepath.Join(root, "30"), files)
	write(t, root, map[string]string{"README.md": "not a set"})

	many, err := ReadSets(root)
	if err != nil || many.Name != "talks" || len(many.Sets) != 2 || many.Sets[0].Name != "talks/26" || many.Sets[1].Name != "talks/30" {
		t.Errorf("%v %v", many, err)
	}
	one, err := ReadSets(filepath.Join(root, "26") + "/")
	if err != nil || one.Name != "26" || len(one.Sets) != 1 || one.Sets[0].Name != "26" {
		t.Errorf("%v %v", one, err)
	}
	if _, err := ReadSets(t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no corpus.jsonl") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := ReadSets(filepath.Join(root, "31")); err == nil || !strings.Contains(err.Error(), "31") {
		t.Errorf("no folder: %v", err)
	}
}

// FuzzParse shows that any three files are a set that can be measured or one clear line.
func FuzzParse(f *testing.F) {
	f.Add([]byte(corpus), []byte(queries), []byte("query\tdocument\tgrade\nq1\td1\t1\n"))
	f.Add([]byte(`{"_id":"D1:1","text":"hello"}`+"\n"+`{"_id":"D1:2"}`), []byte(queries), []byte("q1\tD1:1\t2\n"))
	f.Add([]byte("{"), []byte("null"), []byte("\t\t\n\t\t1"))
	named := regexp.MustCompile(`^(c|q|r)(:\d+: | is empty$)`)
	f.Fuzz(func(t *testing.T, corpus, queries, qrels []byte) {
		set, err := parse("set", file{"c", corpus}, file{"q", queries}, file{"r", qrels})
		if err != nil {
			if !named.MatchString(err.Error()) {
				t.Fatalf("no file and line in: %v", err)
			}
			return
		}
		for _, q := range set.Answerable() {
			for doc, grade := range set.Relevant[q.ID] {
				if !(grade > 0) || !slices.ContainsFunc(set.Docs, func(d Doc) bool { return d.ID == doc }) {
					t.Fatalf("%q answers with %v", doc, grade)
				}
			}
		}
		for _, m := range set.Memories() {
			if m.ID == "" || len(m.Passages) == 0 {
				t.Fatalf("memory %q has %d passages", m.ID, len(m.Passages))
			}
		}
	})
}
