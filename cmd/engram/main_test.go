package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary act as the program, to test main as it runs.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_MAIN") != "" {
		_ = os.Unsetenv("RUN_MAIN")
		if path := os.Getenv("RECORD_LOOKUPS"); path != "" {
			recordLookups(path)
		}
		main()
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "read-pdf" { // as that program's child
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program returns the command with only this environment.
func program(args []string, environ ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	// The race detector would wait for a second at the end of each, for goroutines that still run.
	cmd.Env = append([]string{"RUN_MAIN=1", "GORACE=atexit_sleep_ms=0", "PATH=" + os.Getenv("PATH")}, environ...)
	return cmd
}

func TestOneLine(t *testing.T) {
	for name, test := range map[string]struct {
		args    []string
		environ []string
		want    string
	}{
		"an unknown variable":        {nil, []string{"ENGRAM_ADRR=:1"}, "unknown setting ENGRAM_ADRR"},
		"a check of elsewhere":       {[]string{"check"}, []string{"ENGRAM_DATABASE=postgres://u:p@db/x"}, "unknown setting ENGRAM_DATABASE"},
		"a measurement of it":        {[]string{"eval", "/absent/set"}, []string{"ENGRAM_AI_ULR=http://localhost"}, "unknown setting ENGRAM_AI_ULR"},
		"a bad number":               {nil, []string{"ENGRAM_AUTH_RATE=often"}, "auth-rate"},
		"a bad value":                {nil, []string{"ENGRAM_SECRET=short"}, "ENGRAM_SECRET"},
		"an unknown command":         {[]string{"dance"}, nil, "dance"},
		"an unknown flag":            {[]string{"serve", "--dance"}, nil, "--dance"},
		"a taken address":            {nil, []string{"ENGRAM_ADDR=203.0.113.1:1", "ENGRAM_DATA_DIR=" + t.TempDir()}, "ENGRAM_ADDR"},
		"a database that is down":    {nil, []string{"ENGRAM_ADDR=127.0.0.1:0", "ENGRAM_DATABASE_URL=postgres://u:secret@127.0.0.1:1/x", "ENGRAM_DATA_DIR=" + t.TempDir()}, "the database can't be opened"},
		"a set that is absent":       {[]string{"eval", "/absent/set"}, nil, "/absent/set"},
		"nothing to check":           {[]string{"check"}, []string{"ENGRAM_DATA_DIR=" + t.TempDir()}, "nothing to check"},
		"nothing to back up":         {[]string{"backup", "/absent/x"}, []string{"ENGRAM_DATA_DIR=" + t.TempDir()}, "nothing to back up"},
		"a recipient that is no key": {[]string{"backup", "x"}, []string{"ENGRAM_BACKUP_RECIPIENT=ann"}, "ENGRAM_BACKUP_RECIPIENT"},
		"a restore of nothing":       {[]string{"restore", "/absent/x", t.TempDir()}, nil, "/absent/x"},
		"a restore of no backup":     {[]string{"restore", os.Args[0], filepath.Join(t.TempDir(), "data")}, nil, "This is no backup of Engram's"},
		"a key that is absent":       {[]string{"restore", "--identity=/absent/key", os.Args[0], t.TempDir()}, nil, "/absent/key"},
		"an unwritable place":        {nil, []string{"ENGRAM_DATA_DIR=/dev/null/data"}, "data directory"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := program(test.args, test.environ...).CombinedOutput()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if err == nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "engram: ") || !strings.Contains(lines[0], test.want) {
				t.Errorf("%v, %q; want one line with %q", err, out, test.want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	out, err := program([]string{"serve", "--help"}, "ENGRAM_ADRR=:1").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, setting := range []string{"ENGRAM_ADDR", "ENGRAM_DATA_DIR", "ENGRAM_FETCH_ALLOW", "127.0.0.1:8080"} {
		if !strings.Contains(string(out), setting) {
			t.Errorf("%s is missing in:\n%s", setting, out)
		}
	}
	if strings.Contains(string(out), "read-pdf") {
		t.Error("the child's command is shown")
	}
}

func TestOpenAPI(t *testing.T) {
	out, err := program([]string{"openapi"}).Output()
	want, errFile := os.ReadFile("../../api/openapi.json")
	if err != nil || errFile != nil || !bytes.Equal(out, want) {
		t.Errorf("%v, %v, %d bytes; want the %d committed ones", err, errFile, len(out), len(want))
	}
}

// serve starts the program and waits until it is ready.
func serve(t testing.TB, dir string, environ ...string) (cmd *exec.Cmd, url string) {
	t.Helper()
	cmd = program(nil, append([]string{"ENGRAM_ADDR=127.0.0.1:0", "ENGRAM_DATA_DIR=" + dir, "ENGRAM_AUTH_RATE=0", "ENGRAM_ENCODER=off"}, environ...)...)
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // its directory is removed next
	})
	ready := regexp.MustCompile(`Engram is ready.* url=(\S+)`)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if found := ready.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() { // else its next line would block
				}
			}()
			return cmd, found[1]
		}
	}
	t.Fatal("it ended before it was ready")
	return nil, ""
}

// call requests a URL as the user of a token. The caller closes the body.
func call(t *testing.T, method, url, token, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("authorization", token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func post(t *testing.T, url, token, body string) map[string]any {
	t.Helper()
	response := call(t, http.MethodPost, url, token, body)
	defer response.Body.Close()
	var out map[string]any
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %v", url, response.StatusCode, out, err)
	}
	return out
}

func TestLife(t *testing.T) {
	whole := t // programs outlive the subtests that start them
	dir := filepath.Join(t.TempDir(), "data")
	cmd, url := serve(t, dir)
	token := post(t, url+"/api/v1/signup", "", `{"username":"Ada","password":"Correct1!horse"}`)["token"].(string)

	t.Run("a second start on the same data directory is refused with a message", func(t *testing.T) {
		out, err := program(nil, "ENGRAM_ADDR=127.0.0.1:0", "ENGRAM_DATA_DIR="+dir).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "another Engram is running on "+dir) {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("a backup of a running server can be restored elsewhere", func(t *testing.T) {
		archive, err := program([]string{"backup", "-"}, "ENGRAM_DATA_DIR="+dir).Output()
		if err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(whole.TempDir(), "other")
		restore := program([]string{"restore", "-", other})
		restore.Stdin = bytes.NewReader(archive)
		if out, err := restore.CombinedOutput(); err != nil || !regexp.MustCompile(`^restored -, made \S+ by Engram .*, to .* in .* seconds: files 0, .*\n$`).Match(out) {
			t.Fatalf("%v: %s", err, out)
		}
		_, url := serve(whole, other)
		post(t, url+"/api/v1/signin", "", `{"username":"Ada","password":"Correct1!horse"}`)
	})
	t.Run("a check of a running server is refused with a message", func(t *testing.T) {
		out, err := program([]string{"check"}, "ENGRAM_DATA_DIR="+dir).CombinedOutput()
		if lines := strings.Count(string(out), "\n"); err == nil || lines != 1 || !strings.Contains(string(out), "another Engram is running on "+dir) {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("acknowledged memories exist after kill -9", func(t *testing.T) {
		for i := range 20 {
			post(t, url+"/api/v1/content", token, fmt.Sprintf(`{"type":"note","description":"note number %d"}`, i))
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		cmd, url = serve(whole, dir)
		found := post(t, url+"/api/v1/vector-search", token, `{"query":"note number 19","type":"note"}`)
		if first := found["content"].([]any)[0].(map[string]any)["title"]; first != "note number 19" {
			t.Errorf("found %v first", first)
		}
	})
	t.Run("SIGTERM ends it with 0 within 10 s", func(t *testing.T) {
		began := time.Now()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil || time.Since(began) > 10*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
	t.Run("a check of valid data prints one line", func(t *testing.T) {
		// A slow machine logs that a search waited, on the other output.
		out, err := program([]string{"check"}, "ENGRAM_DATA_DIR="+dir).Output()
		if want := regexp.MustCompile(`^checked in .* users 1, memories 20, passages 20, files 0; repaired 0, left 0\n$`); err != nil || !want.Match(out) {
			t.Errorf("%v: %s", err, out)
		}
	})
}
