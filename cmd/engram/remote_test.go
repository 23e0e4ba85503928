package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shell runs commands of a person who has a home.
type shell struct {
	*testing.T
	home    string
	environ []string
}

type printed struct {
	out, errors string
	code        int
}

func (s shell) run(input string, args ...string) printed {
	s.Helper()
	cmd := program(args, append([]string{"HOME=" + s.home, "XDG_CONFIG_HOME=" + filepath.Join(s.home, "config")}, s.environ...)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = strings.NewReader(input), &out, &errs, s.home
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		s.Fatal(err)
	}
	return printed{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// says fails the test unless a command ends with a code and prints what a pattern describes.
func (s shell) says(got printed, code int, pattern string) printed {
	s.Helper()
	if got.code != code || !regexp.MustCompile(pattern).MatchString(got.out+got.errors) {
		s.Fatalf("got %d, %q and %q; want %d and %s", got.code, got.out, got.errors, code, pattern)
	}
	return got
}

// tokenOf makes an API token of a session's user.
func tokenOf(t *testing.T, url, session, scopes string) (token, id string) {
	t.Helper()
	made := post(t, url+"/api/v1/tokens", session, `{"name":"a terminal","scopes":[`+scopes+`]}`)
	return made["token"].(string), made["id"].(string)
}

const id = `[0-9a-f]{8}-[0-9a-f-]{27}`

func TestRemoteCommands(t *testing.T) {
	_, url := serve(t, filepath.Join(t.TempDir(), "data"), "ENGRAM_MODE=personal")
	session := post(t, url+"/api/v1/signup", "", ada)["token"].(string)
	token, _ := tokenOf(t, url, session, `"read","ask","save"`)
	s := shell{T: t, home: t.TempDir()}
	kept := filepath.Join(s.home, "config", "engram", "client.json")

	t.Run("without a server a command says what to do", func(t *testing.T) {
		s.says(s.run("", "find"), 1, `^engram: there is no server: engram login URL, or set ENGRAM_URL and ENGRAM_TOKEN\n$`)
	})
	t.Run("login keeps a token that the server knows, for its user alone", func(t *testing.T) {
		s.says(s.run("", "login", url), 1, `no token arrived`)
		s.says(s.run(token[:30]+"\n", "login", url), exitRefused, `^engram: This token is not complete`)
		s.says(s.run("x\n", "login", "http://engram.example"), 1, `https://`)
		s.says(s.run("x\n", "login", "http://127.0.0.1:1"), exitUnreachable, `can't be reached`)
		if _, err := os.Stat(kept); err == nil {
			t.Error("what was refused is kept")
		}
		s.says(s.run(token+"\n", "login", url+"/"), 0, `^Signed in to `+url+` as Ada\. The token is kept in .*client\.json\n$`)
		if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	})
	t.Run("save takes text, standard input, addresses and files, with tags", func(t *testing.T) {
		s.says(s.run("", "save", "Herons stand still for hours.", "-t", "birds", "--tag", "pond", "-r", "seen"), 0, `^Saved: `+id+`\t\d{4}-\d\d-\d\d\tnote\tHerons stand still for hours\.\t\n$`)
		s.says(s.run("Storks clatter.\n", "save", "-"), 0, `note\tStorks clatter\.`)
		s.says(s.run("", "save", "https://example.com/a", "https://example.com/a"), 0, `^Saved: .*\tlink\t.*\nSaved before: `)
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(s.home, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("list.md", "# Birds\n\nCranes dance.\n")
		s.says(s.run("", "save", "list.md"), 0, `\tdocument\tlist\.md`)
		s.says(s.run("", "save", "absent.pdf"), 1, `^engram: there is no file absent\.pdf; --note saves it as text\n$`)
		s.says(s.run("", "save", "--note", "absent.pdf"), 0, `note\tabsent\.pdf`)
		s.says(s.run("", "save", "x", "-t", strings.Repeat("x", 65)), 1, `^engram: `)
	})
	t.Run("find lists, filters and searches, and a list of nothing has a code of its own", func(t *testing.T) {
		all := s.says(s.run("", "find"), 0, `(?m)^`+id+`\t`)
		if n := strings.Count(all.out, "\n"); n != 5 {
			t.Errorf("%d lines: %s", n, all.out)
		}
		s.says(s.run("", "find", "-f", "tag:pond"), 0, `^`+id+`\t\S+\tnote\tHerons stand still for hours\.\t\n$`)
		s.says(s.run("", "find", "storks", "-n", "1"), 0, `Storks clatter`)
		s.says(s.run("", "find", "-f", "tag:nothing"), exitNothing, `^$`)
		s.says(s.run("", "find", "-n", "0"), 1, `^engram: .*limit`)
		var list struct{ Content []struct{ Tags []string } }
		if err := json.Unmarshal([]byte(s.run("", "find", "-f", "tag:pond", "--json").out), &list); err != nil || len(list.Content) != 1 || !slices.Equal(list.Content[0].Tags, []string{"birds", "pond"}) {
			t.Errorf("%+v, %v", list, err)
		}
	})
	t.Run("ask answers with what the answer rests on", func(t *testing.T) {
		got := s.says(s.run("", "ask", "How", "do", "herons", "stand?"), 0, `(?s)still.*\[1\] .*“.*”\n +`+url+`/home/memory/`+id+`\n`)
		if strings.Contains(got.out, "\x1b") {
			t.Errorf("%q", got.out)
		}
		s.says(s.run("", "ask", "What does quantum chromodynamics say of gluons?"), exitNothing, `.`)
		if raw := s.run("", "ask", "--json", "How do herons stand?").out; !json.Valid([]byte(raw)) || strings.Count(raw, "\n") != 1 {
			t.Errorf("%q", raw)
		}
	})
	t.Run("open prints a text, and the address where there is no browser", func(t *testing.T) {
		found := regexp.MustCompile(id).FindString(s.run("", "find", "-f", "tag:pond").out)
		s.says(s.run("", "open", "--print", found), 0, `(?s)^---\n.*\n---\n\nHerons stand still for hours\.\n$`)
		if got := (shell{T: t, home: s.home, environ: []string{"PATH="}}).run("", "open", found); got.out != url+"/home/memory/"+found+"\n" {
			t.Errorf("%+v", got)
		}
		s.says(s.run("", "open", "--print", "01a21f28-d4c5-7b22-8c7d-70168b72a1f2"), 1, `^engram: `)
	})
	t.Run("a missing scope and a revoked token are refused in the server's words", func(t *testing.T) {
		narrow, name := tokenOf(t, url, session, `"save"`)
		poor := shell{T: t, home: t.TempDir(), environ: []string{"ENGRAM_URL=" + url, "ENGRAM_TOKEN=" + narrow}}
		poor.says(poor.run("", "save", "By a poor token."), 0, `Saved`)
		poor.says(poor.run("", "find"), exitRefused, `^engram: This token may not do this: it needs the scope "read"\n$`)
		poor.says(poor.run(narrow, "login", url), 0, `^Signed in to `+url+`\. `)
		call(t, "DELETE", url+"/api/v1/tokens/"+name, session, "").Body.Close()
		poor.says(poor.run("", "save", "x y"), exitRefused, `revoked`)
	})
	t.Run("the kept token goes to its own server alone", func(t *testing.T) {
		other := shell{T: t, home: s.home, environ: []string{"ENGRAM_URL=http://127.0.0.1:1"}}
		other.says(other.run("", "find"), 1, `ENGRAM_TOKEN is not set`)
	})
	t.Run("a file that others may read is refused", func(t *testing.T) {
		if err := os.Chmod(kept, 0o640); err != nil {
			t.Fatal(err)
		}
		s.says(s.run("", "find"), 1, `^engram: others may read .*chmod 600`)
		s.says(s.run(token, "login", url), 0, `Signed in`) // which mends it
		s.says(s.run("", "find"), 0, `Herons`)
	})
	t.Run("the settings of these commands don't stop a server", func(t *testing.T) {
		_, second := serve(t, filepath.Join(t.TempDir(), "data"), "ENGRAM_URL="+url, "ENGRAM_TOKEN="+token)
		call(t, "GET", second+"/healthz", "", "").Body.Close()
	})
}

func TestCompletion(t *testing.T) {
	s := shell{T: t, home: t.TempDir()}
	for _, name := range []string{"bash", "zsh", "fish"} {
		got := s.says(s.run("", "completion", name), 0, `engram`)
		for _, word := range []string{"save", "ask", "find", "open", "doctor"} {
			if !strings.Contains(got.out, word) {
				t.Errorf("%s: no %s", name, word)
			}
		}
		if strings.Contains(got.out, "read-pdf") {
			t.Errorf("%s: a hidden command", name)
		}
		if path, err := exec.LookPath(name); err == nil {
			check := exec.Command(path, "-n")
			check.Stdin = strings.NewReader(got.out)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v %s", name, err, out)
			}
		}
	}
	s.says(s.run("", "completion", "tcsh"), 1, `bash`)

	path, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	for typed, want := range map[string]string{"engram fi": "find", "engram ask --js": "--json", "engram completion zs": "zsh", "engram user res": "reset-password"} {
		words := strings.Fields(typed)
		script := s.run("", "completion", "bash").out + "COMP_WORDS=(" + typed + "); COMP_CWORD=" + string(rune('0'+len(words)-1)) + "; _engram; echo \"${COMPREPLY[*]}\""
		out, err := exec.Command(path, "-c", script).Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, %v", typed, got, err)
		}
	}
}
