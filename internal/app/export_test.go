package app

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"engram/internal/config"
	"engram/internal/export/exporttest"
	"engram/internal/portable"
)

// conforms fails unless the data of an export is as the published schema says.
func conforms(t *testing.T, files map[string]string) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	const at = "../../api/export.schema.json"
	pattern := map[string]string{
		portable.ManifestPath: "manifest.json", portable.AccountPath: "data~1account.json",
		portable.MemoriesDir: "data~1memories~1%7Bid%7D.json", portable.ConversationsDir: "data~1conversations~1%7Bid%7D.json",
	}
	seen := map[string]int{}
	for path, content := range files {
		if !strings.HasSuffix(path, ".json") {
			continue
		}
		dir := path
		if path != portable.ManifestPath && path != portable.AccountPath {
			dir = path[:strings.LastIndexByte(path, '/')+1]
		}
		seen[dir]++
		schema, err := compiler.Compile(at + "#/properties/" + pattern[dir])
		if err != nil {
			t.Fatal(path, err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(content))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for dir := range pattern {
		if seen[dir] == 0 {
			t.Errorf("no file of %s was seen", dir)
		}
	}
}

// export returns the archive of a user.
func (e *engram) export(token string) string {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/export", token, nil)).raw
}

func TestExport(t *testing.T) {
	pages := quay(t)
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		ada := furnish(t, e, pages)
		link := e.settled(ada.token, e.add(ada.token, map[string]string{"type": "link", "link": pages + "/quay?again"})["_id"].(string))
		e.want(200, e.call("PATCH", "/api/v1/content/"+link["_id"].(string), ada.token, map[string]any{"title": "=HYPERLINK(1)", "tags": []string{"a, b", "sea"}, "remark": "Mind <b>the</b> gap", "starred": true}))
		e.want(200, e.call("POST", "/api/v1/content/"+link["_id"].(string)+"/highlights", ada.token,
			map[string]any{"passage": 0, "span": [2]int{0, 8}, "quote": "The quay", "remark": "Who else"}))
		ben := e.user()
		e.note(ben, "Ben's own secret.")

		t.Run("an archive has everything that the user has, and nothing of another", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/export", ada.token, nil))
			if kind, as := got.header.Get("Content-Type"), got.header.Get("Content-Disposition"); kind != "application/zip" ||
				!regexp.MustCompile(`^attachment; filename="engram-`+ada.name+`-\d{4}-\d\d-\d\d\.zip"$`).MatchString(as) {
				t.Errorf("it is %s, %s", kind, as)
			}
			files := exporttest.Unpacked(t, []byte(got.raw))
			conforms(t, files)
			all := strings.Join(slices.Collect(valuesOf(files)), "\n")
			for _, words := range []string{
				"The landlord returns the deposit", "built by Danish masons", "The notice period is three months.", "When is the deposit returned?",
				"Mind <b>the</b> gap", "Who else", "%PDF-1.4", "\xff\xd8\xff",
			} {
				if !strings.Contains(all, words) {
					t.Errorf("%q is not in it", words)
				}
			}
			if strings.Contains(all, "Ben's own") {
				t.Error("another's note is in it")
			}
			var m portable.Manifest
			if err := json.Unmarshal([]byte(files[portable.ManifestPath]), &m); err != nil || m.Memories != 4 || m.Conversations != 1 || len(m.Missing) > 0 || m.Username != ada.name {
				t.Errorf("the manifest is %+v, %v", m, err)
			}
		})
		t.Run("a link downloads it for some minutes, without a token, and ends with the session", func(t *testing.T) {
			other := e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": ada.name, "password": password})).text("token")
			url := e.want(200, e.call("POST", "/api/v1/export/link", other, map[string]string{"format": "zip"})).text("url")
			exporttest.Unpacked(t, []byte(e.want(200, e.call("GET", url, "", nil)).raw))
			if got := e.call("HEAD", url, "", nil); got.status != 200 || got.raw != "" {
				t.Errorf("HEAD is answered with %v", got)
			}
			for _, forged := range []string{strings.Replace(url, ".zip", ".csv", 1), strings.Replace(url, "expires=", "expires=9", 1), url[:len(url)-2]} {
				e.want(403, e.call("GET", forged, "", nil))
			}
			e.want(200, e.call("POST", "/api/v1/signout", other, nil))
			e.want(403, e.call("GET", url, "", nil))
		})
		t.Run("bookmarks and a table serve other programs", func(t *testing.T) {
			marks := e.want(200, e.call("GET", "/api/v1/export?format=html", ada.token, nil)).raw
			if !strings.HasPrefix(marks, "<!DOCTYPE NETSCAPE-Bookmark-file-1>") || !strings.Contains(marks, "again\" ADD_DATE=") || !strings.Contains(marks, "<DD>Mind &lt;b&gt;the&lt;/b&gt; gap") {
				t.Error(marks)
			}
			rows, err := csv.NewReader(strings.NewReader(e.want(200, e.call("GET", "/api/v1/export?format=csv", ada.token, nil)).raw)).ReadAll()
			if err != nil || len(rows) != 5 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			if last := rows[4]; last[2] != "'=HYPERLINK(1)" || last[4] != "a, b, sea" || last[13] != "true" || last[9] != "The quay" || last[16] != "Who else" {
				t.Errorf("a row is %q", last)
			}
			e.want(400, e.call("GET", "/api/v1/export?format=docx", ada.token, nil))
			e.want(401, e.call("GET", "/api/v1/export", "", nil))
		})
		t.Run("the command writes the same while the server runs", func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "ada.zip")
			recorded := func() int {
				return strings.Count(e.want(200, e.call("GET", "/api/v1/audit", ada.token, nil)).raw, `"exported"`)
			}
			before := recorded()
			if err := Export(t.Context(), cfg, strings.ToUpper(ada.name), "zip", name, nil, io.Discard); err != nil {
				t.Fatal(err)
			}
			if after := recorded(); after != before+1 {
				t.Errorf("%d exports are recorded, before it %d", after, before)
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, called := exporttest.Unpacked(t, raw), exporttest.Unpacked(t, []byte(e.export(ada.token)))
			for path, content := range called {
				if files[path] != content && path != portable.ManifestPath && path != portable.AccountPath {
					t.Errorf("%s differs", path)
				}
			}
			var out bytes.Buffer
			if err := Export(t.Context(), cfg, ada.name, "csv", "-", &out, io.Discard); err != nil || !strings.HasPrefix(out.String(), "id,type,title") {
				t.Error(err, out.String())
			}
			if err := Export(t.Context(), cfg, "nobody", "zip", name, nil, io.Discard); err == nil || err.Error() != "There is no account of that name" {
				t.Error(err)
			}
			if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	})
}

func valuesOf(files map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, content := range files {
			if !yield(content) {
				return
			}
		}
	}
}
