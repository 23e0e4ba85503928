package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

const twoBookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://10.0.0.1/sheds">Sheds</A><DT><A HREF="https://10.0.0.1/jars">Jars</A><DT><A HREF="javascript:x()">Run</A></DL>`

func TestImportCommand(t *testing.T) {
	dir, brought := filepath.Join(t.TempDir(), "data"), t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(brought, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bookmarks := write("bookmarks.html", twoBookmarks)
	nothing := write("nothing", "\x00\x01\x02")
	write("vault/Jars.md", "---\ntags: [pantry]\n---\nThe jars stand in the [[Shed]].\n")
	write("vault/Shed.md", "# Shed\n\nBehind the house.\n")
	write("vault/.obsidian/app.json", "{}")
	server, url := serve(t, dir, "ENGRAM_MODE=personal")
	post(t, url+"/api/v1/signup", "", ada)
	for _, step := range []struct {
		args  []string
		fails bool
		says  string // a pattern
		alone bool   // without the server
	}{
		{[]string{bookmarks}, true, `engram: missing flags: --user=NAME\n$`, false},
		{[]string{bookmarks, "--user", "nobody"}, true, `^engram: There is no account of that name\n$`, false},
		{[]string{filepath.Join(brought, "absent"), "--user", "ada"}, true, `^engram: .*no such file`, false},
		{[]string{nothing, "--user", "ada"}, true, `^engram: This file is of no kind that Engram can read`, false},
		{[]string{bookmarks, "--user", "ada", "--preview"}, false, `^bookmarks.html \(netscape\): found 3, new 2, saved before 0, merged 0\n  link: 2\n  left out, entries: 1\. .*\n$`, false},
		{[]string{bookmarks, "--user", "ada"}, false, `(?s)note: Run: .*\nsaved 2 in [\d.]+ seconds: saved before 0, merged 0, not saved 1`, false},
		{[]string{bookmarks, "--user", "ada"}, false, `new 0, saved before 2, merged 0\n(?s:.*)saved 0 in`, true},
		{[]string{filepath.Join(brought, "vault"), "--user", "ada"}, false, `found 2, new 2(?s:.*)  note: 2\n(?s:.*)saved 2 in`, true},
	} {
		if step.alone && server != nil {
			stop(t, server)
			server = nil
		}
		said, err := program(append([]string{"import"}, step.args...), "ENGRAM_DATA_DIR="+dir, "ENGRAM_MODE=personal").CombinedOutput()
		if (err != nil) != step.fails || !regexp.MustCompile(step.says).Match(said) {
			t.Errorf("%q: %v\n%s", step.args, err, said)
		}
	}
}
