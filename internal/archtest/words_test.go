package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plainlyWritten lists the folders whose comments and names are checked, with the folders in them.
var plainlyWritten = []string{"cmd", "internal", "tools"}

// unclear lists phrases that a reader of Go stumbles on, each with what to write instead.
// An expression sees one comment as one line of text, without its slashes.
var unclear = []struct {
	phrase  *regexp.Regexp
	instead string
}{
	{words(`(^|[.;:] )who \w+s`), `name the subject: "a caller that ..."`},
	{words(`whoever`), `name who it is: "the caller", "a goroutine that ..."`},
	{words(`(some|every|any|no)body`), `name who it is: "a user", "no caller"`},
	{words(`(is|are|be|was|were|been) told`), `"is returned", "is reported", "is logged", "is sent"`},
	{words(`^\w+ (is|are) (that|those) of`), `repeat the noun: "the host's queue"`},
	{words(`^\w+ (is|are) (how|what|when|where|who|whether)`), `"X returns ...", "X is the number of ..."`},
	{words(`so (many|much|long)([.,:;]|$| [^at]\w*)`), `name the number: "n bytes", "at most limit"`},
	{words(`reckon(s|ed|ing|ings)?`), `"compute", "computation"`},
	{words(`to be had`), `"available"`},
	{words(`as is usual`), `"the mean", "typical"`},
	{words(`(goes|went|gone|go) ahead`), `"acquires a slot", "runs"`},
	{words(`(sent|sends?|sending) away`), `"rejected", with its error`},
	{words(`(left|leaves?) alone`), `"skipped", "not called", "not changed"`},
	{words(`(is|are|be) let (in|go|through|be)`), `"admitted", "accepted"`},
	{words(`as (it|they) came`), `"unchanged", "in order of arrival"`},
	{words(`(gives?|gave|given) up (its|their|the) turn`), `"releases its slot"`},
	{words(`no use of`), `"does not count as a use"`},
	{words(`said of`), `"describes"`},
	{words(`altogether`), `"in total"`},
}

// homemade maps names for things that have a standard name to that name.
var homemade = map[string]string{
	"giveUp": "cancel", "sendAway": "reject", "lowly": "nice", "spareProcessor": "reserveCPU",
	"told": "reported or sent", "judged": "verified", "reckoning": "computation",
}

func words(expression string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|\b)(?:` + expression + `)(?:$|\b|\s)`)
}

// TestWords keeps comments in plain sentences and names in the field's terms.
func TestWords(t *testing.T) {
	positions := token.NewFileSet()
	for _, folder := range plainlyWritten {
		files := 0
		err := filepath.WalkDir("../../"+folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || filepath.Base(path) == "words_test.go" {
				return err
			}
			files++
			file, err := parser.ParseFile(positions, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			for _, c := range complaints(positions, file) {
				t.Error(strings.TrimPrefix(c, "../../"))
			}
			return nil
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", folder, files, err)
		}
	}
}

func TestWordsAreFound(t *testing.T) {
	const text = `package p

// line is what waits. Who comes late is told so.
// A body of so
// many bytes.
var lowly int // at most so many

// ok returns what nobody is told: so long as it lasts, so many that all wait; n.
func ok() {}
`
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range complaints(positions, file) {
		place, _, _ := strings.Cut(c, ", ")
		got = append(got, place)
	}
	want := []string{
		`p.go:3: "Who comes"`, `p.go:3: "is told"`, `p.go:3: "line is what"`, `p.go:4: "so many bytes"`, `p.go:6: "so many"`,
		`p.go:6: lowly`, `p.go:8: "is told"`, `p.go:8: "nobody"`,
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// complaints returns where each unclear phrase and home-made name stands in a file, and what to write instead.
func complaints(positions *token.FileSet, file *ast.File) (all []string) {
	complain := func(at token.Pos, found, instead string) {
		p := positions.Position(at)
		all = append(all, fmt.Sprintf("%s:%d: %s, write %s", p.Filename, p.Line, found, instead))
	}
	for _, group := range file.Comments {
		var text strings.Builder
		var starts []int
		for _, line := range group.List {
			starts = append(starts, text.Len())
			text.WriteString(strings.TrimSpace(strings.TrimPrefix(line.Text, "//")) + " ")
		}
		comment := strings.TrimSpace(text.String())
		for _, u := range unclear {
			for _, found := range u.phrase.FindAllStringIndex(comment, -1) {
				line, _ := slices.BinarySearch(starts, found[0]+1)
				phrase := strings.Trim(comment[found[0]:found[1]], ".,:; ")
				complain(group.List[line-1].Pos(), strconv.Quote(phrase), u.instead)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok && homemade[name.Name] != "" {
			complain(name.Pos(), name.Name, homemade[name.Name])
		}
		return true
	})
	return all
}

// plainlyWrittenWeb lists the folders and files of the web app whose comments are checked, with the folders in them.
var plainlyWrittenWeb = []string{
	"api", "app", "boot", "features", "lib", "memory", "ui",
}

// webComment finds the lines of comments in TypeScript, among them those in markup.
var webComment = regexp.MustCompile(`(?m)^\s*(?://|/\*\*?|\*|\{/\*)(.*)$`)

// TestWebWords keeps the comments of the web app in plain sentences.
func TestWebWords(t *testing.T) {
	for _, folder := range plainlyWrittenWeb {
		files := 0
		err := filepath.WalkDir("../../web/src/"+folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".ts") || strings.HasSuffix(path, "schema.d.ts") {
				return err
			}
			files++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, at := range webComment.FindAllSubmatchIndex(text, -1) {
				comment := strings.TrimSpace(string(text[at[2]:at[3]]))
				refuse(t, path, 1+bytes.Count(text[:at[2]], []byte("\n")), comment)
			}
			return nil
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", folder, files, err)
		}
	}
}

// TestDocumentWords keeps docs in plain sentences; the glossary names the refused words.
func TestDocumentWords(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../docs", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" || filepath.Base(path) == "glossary.md" {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		for i, line := range strings.Split(string(text), "\n") {
			refuse(t, path, i+1, line)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}

// refuse reports the unclear phrases in one line of prose.
func refuse(t *testing.T, path string, line int, prose string) {
	t.Helper()
	for _, u := range unclear {
		if found := u.phrase.FindString(prose); found != "" {
			t.Errorf("%s:%d: %q, write %s", strings.TrimPrefix(path, "../../"), line, strings.TrimSpace(found), u.instead)
		}
	}
}
