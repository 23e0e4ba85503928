package app

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"engram/internal/config"
)

// restore sends an archive as the first-run screen does.
func (e *engram) restore(archive io.Reader, identity string, header ...string) answer {
	e.t.Helper()
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/first-run/restore", archive)
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	if identity != "" {
		request.Header.Set("Backup-Identity", identity)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	return e.send(request)
}

// sealedHome is an archive of what Ada saved, encrypted for the key, with what her Engram answers.
func sealedHome(t *testing.T) (archive []byte, key string, ada household, answers []string) {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	cfg := atHome(settings(t))
	cfg.BackupEvery, cfg.BackupRecipient = "off", identity.Recipient().String()
	e := start(t, cfg)
	ada = furnish(t, e, quay(t))
	answers = ada.answers(e)
	var out bytes.Buffer
	if err := errors.Join(Backup(t.Context(), cfg, "-", &out, io.Discard), e.app.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), identity.String(), ada, answers
}

func TestRestoreOnTheFirstScreen(t *testing.T) {
	archive, key, ada, before := sealedHome(t)
	cfg := atHome(settings(t))
	e := start(t, cfg)

	flipped := slices.Clone(archive)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		content       []byte
		identity, say string
	}{
		"cut off":       {archive[:len(archive)-1], key, "This backup is"},
		"flipped":       {flipped, key, "This backup is"},
		"no backup":     {[]byte("PK, a zip of something"), "", "This is no backup of Engram's"},
		"nothing":       {nil, "", "This is no backup of Engram's"},
		"without a key": {archive, "", "This backup is encrypted"},
		"no key at all": {archive, "opensesame", "That is no secret key of age"},
	} {
		got := e.want(400, e.restore(bytes.NewReader(c.content), c.identity))
		if !strings.HasPrefix(got.text("message"), c.say) {
			t.Errorf("%s: it says %q", name, got.text("message"))
		}
		if left, err := filepath.Glob(filepath.Join(cfg.DataDir, ".restor*")); err != nil || len(left) > 0 {
			t.Errorf("%s: it leaves %v, %v", name, left, err)
		}
	}
	e.want(403, e.restore(bytes.NewReader(archive), key, "Origin", "https://elsewhere.example"))
	e.want(200, e.call("GET", "/readyz", "", nil))

	// While one is under way there is no other.
	arriving, sending := io.Pipe()
	first := make(chan answer)
	go func() { first <- e.restore(arriving, key) }()
	if _, err := sending.Write(archive[:len(archive)/2]); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the restore is under way", func() bool {
		_, err := os.Stat(filepath.Join(cfg.DataDir, ".restoring"))
		return err == nil
	})
	if got := e.want(409, e.restore(bytes.NewReader(archive), key)).text("message"); got != "Another backup is being restored here." {
		t.Errorf("the second is told %q", got)
	}
	if _, err := sending.Write(archive[len(archive)/2:]); err != nil {
		t.Fatal(err)
	}
	if err := sending.Close(); err != nil {
		t.Fatal(err)
	}
	if got := e.want(200, <-first); got.text("message") == "" || got.body["files"] != 3.0 || got.text("madeAt") == "" {
		t.Errorf("it answers %v", got)
	}
	e.want(503, e.call("GET", "/readyz", "", nil)) // until it is back
	e.want(409, e.restore(bytes.NewReader(archive), key))
	if err := e.app.Run(t.Context()); !errors.Is(err, ErrRestart) {
		t.Fatalf("it ends with %v", err)
	}

	e = start(t, cfg)
	e.want(200, e.call("GET", "/readyz", "", nil))
	ada.token = e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": ada.name, "password": password})).text("token")
	if after := ada.answers(e); !slices.Equal(after, before) {
		t.Errorf("it answers %q, and before %q", after, before)
	}
}

func TestRestoreIsRefusedOnceThereIsAnAccount(t *testing.T) {
	for name, cfg := range map[string]config.Config{"at home": atHome(settings(t)), "a service": settings(t)} {
		t.Run(name, func(t *testing.T) {
			e := start(t, cfg)
			if cfg.Personal() {
				e.user()
			}
			// The client sends nothing before the server asks for it.
			client := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Hour}}
			t.Cleanup(client.CloseIdleConnections)
			archive := strings.NewReader("an archive")
			request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/first-run/restore", archive)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Expect", "100-continue")
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusForbidden || archive.Len() != len("an archive") {
				t.Errorf("status %d, and %d bytes are not read", response.StatusCode, archive.Len())
			}
		})
	}
}

func TestOwnersSeeAndMakeBackups(t *testing.T) {
	cfg := atHome(settings(t))
	cfg.BackupEvery, cfg.BackupKeep = "24h", 5
	e := start(t, cfg)
	owner := e.want(200, e.signUpBy("", "Ada")).text("token")
	// The schedule may have made one as well.
	listed := func() (body map[string]any, made []map[string]any) {
		got := e.want(200, e.call("GET", "/api/v1/admin/backups", owner, nil))
		return got.body, slices.DeleteFunc(got.memories("backups"), func(b map[string]any) bool { return b["kind"] != "on-request" })
	}
	if before, none := listed(); len(none) > 0 || before["every"] != 86400.0 || before["backups"] == nil {
		t.Errorf("before there is one: %v", before)
	}
	for field, want := range map[string]any{"keep": 5.0, "folder": filepath.Join(cfg.DataDir, "backups"), "database": true} {
		if before, _ := listed(); before[field] != want {
			t.Errorf("%s is %v, want %v", field, before[field], want)
		}
	}
	e.want(200, e.call("POST", "/api/v1/admin/backups", owner, nil))
	waitFor(t, "the backup is made", func() bool { body, _ := listed(); return body["making"] == false })
	_, made := listed()
	if len(made) != 1 {
		t.Fatalf("it lists %v", made)
	}
	for field, want := range map[string]any{"failure": "", "encrypted": false, "files": 0.0} {
		if made[0][field] != want {
			t.Errorf("%s is %v, want %v", field, made[0][field], want)
		}
	}
	if size, _ := made[0]["size"].(float64); made[0]["name"] == "" || size == 0 {
		t.Errorf("it lists %v", made[0])
	}

	invitation := e.want(200, e.call("POST", "/api/v1/admin/invitations", owner, nil)).text("link")
	_, token, _ := strings.Cut(invitation, "#invitation=")
	member := e.want(200, e.signUpBy(token, "Ben")).text("token")
	for _, method := range []string{"GET", "POST"} {
		e.want(403, e.call(method, "/api/v1/admin/backups", member, nil))
		e.want(401, e.call(method, "/api/v1/admin/backups", "", nil))
	}
}
