package vault

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/importer"
	"engram/internal/importer/bookmarks"
	"engram/internal/importer/importertest"
	"engram/internal/zipfile"
)

// folder is the format with two others.
var folder = Format(detect)

func detect(ctx context.Context, in *importer.Input) (importer.Format, bool) {
	for _, f := range []importer.Format{Format(detect), bookmarks.Netscape} {
		if f.Is(ctx, in) {
			return f, true
		}
	}
	return importer.Format{}, false
}

const at = " | at=2025-11-27 12:00:00"

func TestMarkdown(t *testing.T) {
	all := importertest.ReadSource(t, folder, importertest.Zip(
		t,
		"Vault/Trees/Oak.md", "---\ntitle: The oak\ntags: [tree, old/very]\ncreated: 2023-11-14T22:13:20Z\nsource: https://a.example\nauthor: Ida\nheight: 20\naliases: []\n---\n# Oak\n"+
			"See [[Elm|the elm]] and ![[bark.png]] #wood `#not` and ![leaf](../pictures/a%20leaf.jpg) ![web](https://b.example/x.png)\n",
		"Vault/Plain.md", "Only words with #1 and #a1 #two words# end", "Vault/Empty.md", "", "Vault/broken.md", "---\n: [\n---\ntext",
		"Vault/pictures/a leaf.jpg", "JPEG", "Vault/attachments/bark.png", "PNG", "Vault/alone.png", "\x89PNG\r\n\x1a\n", "Vault/paper.pdf", "%PDF-1.7",
		"Vault/list.txt", "plain words", "Vault/sound.mp3", "ID3\x00", "Vault/.obsidian/app.json", "{}", "Vault/data.canvas", `{"nodes":[]}`,
		"Vault/links.html", `<DL><p><DT><A HREF="https://c.example">C</A></DL>`,
	))
	importertest.Same(t, all,
		"note | https://a.example | The oak | text=# Oak\nSee [[Elm|the elm]] and ![[bark.png]] #wood `#not` and ![leaf](../pictures/a%20leaf.jpg) ![web](https://b.example/x.png)\n\n- height: 20"+
			" | attachment=bark.png PNG | attachment=../pictures/a%20leaf.jpg JPEG | author=Ida | tags=Trees, tree, old, very, wood | at=2023-11-14 22:13:20",
		"note | Plain | text=Only words with #1 and #a1 #two words# end | tags=two words, a1"+at,
		"! Empty | It has no address and no text.",
		"note | broken | text=---\n: [\n---\ntext"+at,
		"document | alone | file=\x89PNG\r\n\x1a\n | name=alone.png"+at, "document | paper | file=%PDF-1.7 | name=paper.pdf"+at,
		"note | list | text=plain words"+at, "! sound.mp3 | "+msgKind, "! Vault/.obsidian/app.json | "+msgHidden, "! data.canvas | "+msgKind,
		"https://c.example | C",
	)
}

func TestBundles(t *testing.T) {
	all := importertest.ReadSource(t, folder, importertest.Zip(
		t,
		"B/A.textbundle/text.md", "# Title\n![](assets/p.png) #tea", "B/A.textbundle/info.json",
		`{"net.shinyfrog.bear":{"pinned":1,"archived":1,"creationDate":"2023-11-14T22:13:20Z"}}`, "B/A.textbundle/assets/p.png", "PNG",
		"B/Gone.textbundle/text.md", "x", "B/Gone.textbundle/info.json", `{"net.shinyfrog.bear":{"trashed":1}}`,
		"B/Secret.textbundle/text.md", "", "B/Secret.textbundle/info.json", `{"net.shinyfrog.bear":{"encrypted":1}}`,
	))
	importertest.Same(t, all,
		"note | Title | text=# Title\n![](assets/p.png) #tea | attachment=assets/p.png PNG | tags=tea | at=2023-11-14 22:13:20 | starred | archived",
		"! Gone | "+msgTrashed, "! Secret | "+msgSecret,
	)
}

const id = " 0123456789abcdef0123456789abcdef"

func TestNotion(t *testing.T) {
	part := importertest.Zip(
		t,
		"E/Home"+id+".html", `<html><head><title>Home, whole</title></head><body><article id="x" class="page sans"><header><h1 class="page-title">Home</h1>
<table class="properties"><tbody><tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">tea</span><span class="selected-value">old leaves</span></td></tr>
<tr class="property-row property-row-created_time"><th>Created</th><td><time>@November 14, 2023 10:13 PM</time></td></tr>
<tr class="property-row property-row-checkbox"><th>Done</th><td><div class="checkbox checkbox-on"></div></td></tr></tbody></table></header>
<div class="page-body"><p>Its <b>words</b></p><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>tea</span></li></ul><figure><img src="Home/p.png"/></figure></div></article></body></html>`,
		"E/Home/p.png", "PNG", "E/Home"+id+"/Sub"+id+".md", "# A long title of a sub page\n\ntext", "E/Home"+id+"/T"+id+".csv", "a,b\n", "E/Home"+id+"/T"+id+"_all.csv", "a,b\n",
		"E/index.html", `<html><head><title>Export-0123</title></head><body><a href="Home`+id+`.html">x</a></body></html>`,
	)
	raw := make([]byte, part.Size())
	_, _ = part.ReadAt(raw, 0)
	all := importertest.ReadSource(t, folder, importertest.Zip(t, "Export-1-Part-1.zip", string(raw)))
	importertest.Same(t, all,
		"note | Home, whole | text=Its **words**\n\n- [x] tea\n\n![](<Home/p.png>)\n\n- Done: yes | attachment=Home/p.png PNG | tags=tea, old leaves | at=2023-11-14 22:13:00",
		"note | A long title of a sub page | text=# A long title of a sub page\n\ntext | tags=Home"+at,
		"! T"+id+".csv | "+msgTable, "! T"+id+"_all.csv | "+msgTable, "! index.html | "+msgIndex,
	)
}

func TestKeep(t *testing.T) {
	all := importertest.ReadSource(t, folder, importertest.Zip(
		t,
		"Takeout/Keep/1.png", "PNG", "Takeout/Keep/A.html", "<html><body>A</body></html>",
		"Takeout/Keep/A.json", `{"title":"A","textContent":"its words","isTrashed":false,"isArchived":true,"isPinned":true,"createdTimestampUsec":1700000000000000,"userEditedTimestampUsec":1700000000000000,
			"labels":[{"name":"tea"}],"attachments":[{"filePath":"1.png","mimetype":"image/png"},{"filePath":"2.3gp"}],"annotations":[{"url":"https://a.example","title":"A"}]}`,
		"Takeout/Keep/B.json", `{"title":"B","listContent":[{"text":"one","isChecked":true},{"text":"two"}],"isTrashed":false,"isArchived":false}`,
		"Takeout/Keep/C.json", `{"title":"C","isTrashed":true,"isArchived":false}`, "Takeout/Keep/D.json", `{"title":"D" "isTrashed":true,"isArchived":false}`,
	))
	importertest.Same(t, all,
		"note | A | text=its words\nhttps://a.example\n | attachment=1.png PNG | tags=tea | at=2023-11-14 22:13:20 | starred | archived | lost=1 attachments: "+msgKeepFile,
		"note | B | text=- [x] one\n- [ ] two\n", "! C | "+msgTrashed, "! D.json | "+msgBroken,
	)
}

func TestHostileArchives(t *testing.T) {
	inner := importertest.Zip(t, "deep.md", "words")
	for range 6 {
		raw := make([]byte, inner.Size())
		_, _ = inner.ReadAt(raw, 0)
		inner = importertest.Zip(t, "in.zip", string(raw))
	}
	importertest.Same(t, importertest.ReadSource(t, folder, inner), "! in.zip | "+msgNested)
	importertest.Same(t, importertest.ReadSource(t, folder, importertest.Zip(t, "../../x.md", "words", "a.md", "one", "a.md", "two")),
		"! ../../x.md | Its name leads out of the folder that it lies in.", "note | a | text=one"+at, "! a.md | Another file before it has the same name.")
}

func TestFolders(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.md")
	for name, content := range map[string]string{filepath.Join(dir, "a.md"): "words", outside: "secret", filepath.Join(dir, "sub", "b.md"): "more"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if left, err := zipfile.Pack(dir, &packed); err != nil || left != 1 {
		t.Fatal(left, err)
	}
	var got []string
	for _, line := range importertest.Lines(importertest.ReadSource(t, folder, bytes.NewReader(packed.Bytes()))) {
		line, _, _ = strings.Cut(line, " | at=")
		line, _, _ = strings.Cut(line, " | lost=")
		got = append(got, line)
	}
	want := []string{"note | a | text=words", "note | b | text=more | tags=sub"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
}

func FuzzFolder(f *testing.F) {
	f.Add("a.md", "---\ntags: [a, {b: c}]\n---\n![[b.png]] #c", "b.png", "x")
	f.Add("A.json", `{"isTrashed":false,"isArchived":false,"attachments":[{"filePath":"x"}]}`, "x", "y")
	f.Add("x.textbundle/text.md", "a", "x.textbundle/info.json", "{}")
	f.Add("p.html", `<article class="page "><table><tr class="property-row"><th>a</th><td>b</td></tr></table>`, "q.zip", "PK\x03\x04")
	f.Fuzz(func(t *testing.T, name, content, other, more string) {
		if strings.HasSuffix(name, "/") || strings.HasSuffix(other, "/") {
			return // folders have no content
		}
		src := importertest.Zip(t, name, content, other, more)
		raw := make([]byte, src.Size())
		_, _ = src.ReadAt(raw, 0)
		importertest.Hostile(t, folder, string(raw))
	})
}
