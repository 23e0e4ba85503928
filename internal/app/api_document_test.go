package app

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"engram/internal/config"
)

// example is a block of shell of a document, with the JSON that it prints, if that is shown.
type example struct {
	line     int
	shell    string
	expected string
}

var fence = regexp.MustCompile("(?ms)^```(sh|json)\n(.*?)^```$")

// examplesOf returns the examples of a document.
func examplesOf(text string) (all []example) {
	for _, found := range fence.FindAllStringSubmatchIndex(text, -1) {
		language, body := text[found[2]:found[3]], text[found[4]:found[5]]
		if language == "sh" {
			all = append(all, example{line: 1 + strings.Count(text[:found[0]], "\n"), shell: body})
		} else if len(all) > 0 {
			all[len(all)-1].expected = body
		}
	}
	return all
}

// holds returns how a value differs from what a document shows of it: "…" stands for anything, fields may be left
// out, and so may the later items of a list.
func holds(at string, shown, got any) string {
	switch shown := shown.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for name, value := range shown {
			if difference := holds(at+"."+name, value, object[name]); difference != "" {
				return difference
			}
		}
		return ""
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) < len(shown) {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for i, value := range shown {
			if difference := holds(fmt.Sprintf("%s[%d]", at, i), value, list[i]); difference != "" {
				return difference
			}
		}
		return ""
	case string:
		if shown == "…" && got != nil {
			return ""
		}
	}
	if shown != got {
		return fmt.Sprintf("%s is %v, and the document shows %v", at, got, shown)
	}
	return ""
}

func TestExamplesAreCompared(t *testing.T) {
	for shown, want := range map[string]bool{
		`{"a": 1}`: true, `{"a": 2}`: false, `{"b": "…"}`: true, `{"none": "…"}`: false, `{"list": [1]}`: true, `{"list": [1, 2, 3]}`: false,
		`{"list": []}`: true, `{"b": {"c": "d"}}`: true, `{"b": {"c": "e"}}`: false, `{"b": []}`: false, `{"n": null}`: true, `[]`: false,
	} {
		var expected, got any
		_ = json.Unmarshal([]byte(shown), &expected)
		_ = json.Unmarshal([]byte(`{"a": 1, "b": {"c": "d"}, "list": [1, 2], "n": null}`), &got)
		if difference := holds("", expected, got); (difference == "") != want {
			t.Errorf("%s: %q", shown, difference)
		}
	}
}

// TestAPIDocument runs every example of docs/api.md, in order, on one server.
func TestAPIDocument(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	cfg := settings(t)
	cfg.Mode = config.PersonalMode
	e := start(t, cfg)
	session := e.user()
	token, _ := e.apiToken(session, "read", "ask", "save", "edit", "export")
	_, other := e.apiToken(session, "read")
	id := e.note(token, "Herons stand in the reeds of the pond.")
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"paper.pdf":      makePDF("On herons"),
		"bookmarks.html": []byte("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF=\"https://example.com/storks\">Storks</A></DL>"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	environ := append(os.Environ(), "ENGRAM_URL="+e.url, "TOKEN="+token, "SESSION="+session, "ID="+id, "TOKEN_ID="+other)
	examples := examplesOf(string(text))
	if len(examples) < 20 {
		t.Errorf("%d examples were found", len(examples))
	}
	for _, example := range examples {
		t.Run(fmt.Sprintf("line %d", example.line), func(t *testing.T) {
			command := exec.CommandContext(t.Context(), "sh", "-eu", "-c", example.shell)
			command.Dir, command.Env = dir, environ
			var errors strings.Builder
			command.Stderr = &errors
			out, err := command.Output()
			if err != nil {
				t.Fatalf("%v: %s%s", err, out, errors.String())
			}
			if example.expected == "" {
				return
			}
			var shown, got any
			if err := json.Unmarshal([]byte(example.expected), &shown); err != nil {
				t.Fatalf("what is shown is no JSON: %v", err)
			}
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if difference := holds("the answer", shown, got); difference != "" {
				t.Errorf("%s: %s", difference, out)
			}
		})
	}
}
