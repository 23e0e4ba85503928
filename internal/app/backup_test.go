package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"engram/internal/blob"
	"engram/internal/config"
)

// household is a user with saved data.
type household struct{ name, token, conversation string }

// furnish makes a user save a note, a page with a picture and a document, and ask about them.
func furnish(t *testing.T, e *engram, pages string) household {
	t.Helper()
	l := household{name: randomName()}
	l.token = e.signUp(l.name)
	e.note(l.token, "The landlord returns the deposit within thirty days.")
	e.settled(l.token, e.add(l.token, map[string]string{"type": "link", "link": pages + "/quay"})["_id"].(string))
	e.paper(l.token, "The notice period is three months.")
	l.conversation = e.want(200, e.ask(l.token, "When is the deposit returned?", "")).text("conversation")
	return l
}

// paper saves a PDF and waits until it is read.
func (e *engram) paper(token, text string) (id string) {
	e.t.Helper()
	id = e.document(token, "lease.pdf", makePDF(text))
	e.settled(token, id)
	return id
}

// answers are everything that a household tells: what is asked, what was asked, each memory, the bytes of each file.
func (l household) answers(e *engram) (all []string) {
	e.t.Helper()
	for _, question := range []string{"When is the deposit returned?", "Who built the quay?", "How long is the notice period?"} {
		got := e.want(200, e.search(l.token, question, "all-memories"))
		all = append(all, got.text("answer"))
		for _, m := range got.memories("content") {
			all = append(all, m["_id"].(string))
		}
	}
	for _, turn := range e.turns(l.token, l.conversation) {
		all = append(all, fmt.Sprint(turn["question"], turn["answer"]))
	}
	for _, m := range e.want(200, e.call("GET", "/api/v1/content", l.token, nil)).memories("content") {
		all = append(all, fmt.Sprint(m["_id"], m["title"], m["status"]))
		if m["type"] == "document" {
			all = append(all, e.want(200, e.call("GET", m["link"].(string), "", nil)).raw)
		}
		if image, _ := m["imageUrl"].(string); image != "" {
			all = append(all, e.want(200, e.call("GET", image, "", nil)).raw)
		}
	}
	return all
}

func TestRestoreRehearsal(t *testing.T) {
	pages := quay(t)
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeMemories, cfg.FreeDocuments = 0, 0 // a slow backup sees many saved meanwhile
		e := start(t, cfg)
		seeded := furnish(t, e, pages)
		before := seeded.answers(e)
		other := e.user()
		var documents []string
		for i := range 3 {
			documents = append(documents, e.paper(other, fmt.Sprint("Paper ", i)))
		}

		archive := filepath.Join(t.TempDir(), "engram.tar.zst")
		busy := make(chan error, 1)
		stop := make(chan struct{})
		go func() { busy <- saveAndDelete(e, other, documents, stop) }()
		var output bytes.Buffer
		err := Backup(t.Context(), cfg, archive, nil, &output)
		close(stop)
		if err := errors.Join(err, <-busy, e.app.Close()); err != nil {
			t.Fatal(err)
		}
		onPostgres := cfg.DatabaseURL != ""
		if strings.Contains(output.String(), "pg_dump") != onPostgres || !strings.Contains(output.String(), "files ") {
			t.Errorf("it tells %q", output.String())
		}

		restored := cfg
		restored.DataDir, restored.BlobURL, restored.TakeOver = filepath.Join(t.TempDir(), "data"), "", true // an archive's files come into the folder
		if err := Restore(t.Context(), Restoring{File: archive, Dir: restored.DataDir, OnPostgres: onPostgres}, nil, &output); err != nil {
			t.Fatal(err)
		}
		if findings, err := checked(t, restored, true); !onPostgres && (err != nil || len(findings) > 0) {
			// On Postgres the database went on, and names files that came later.
			t.Errorf("a check finds %q, %v", findings, err)
		}
		if err := shareReader(restored.DataDir); err != nil {
			t.Fatal(err)
		}
		e = start(t, restored)
		seeded.token = e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": seeded.name, "password": password})).text("token")
		if after := seeded.answers(e); !slices.Equal(after, before) {
			t.Errorf("it answers %q, and before %q", after, before)
		}
	})
}

// quay serves a page with a picture.
func quay(t *testing.T) (url string) {
	t.Helper()
	image, err := os.ReadFile("testdata/picture.png")
	if err != nil {
		t.Fatal(err)
	}
	return site(t, map[string]http.HandlerFunc{
		"/quay":        html(`<title>Quay</title><meta property="og:image" content="/picture.png"><p>The quay was built by Danish masons.`),
		"/picture.png": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(image) },
	})
}

// saveAndDelete saves notes and uploads, and deletes documents, until it is to stop.
func saveAndDelete(e *engram, token string, documents []string, stop <-chan struct{}) error {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return nil
		default:
		}
		got := e.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": fmt.Sprint("Note ", i)})
		if i < len(documents) && got.status == http.StatusOK {
			got = e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": documents[i]})
		}
		if got.status != http.StatusOK {
			return fmt.Errorf("while a backup is made: %v", got)
		}
	}
}

func TestRestoreOverAnInstallationWithoutUsers(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	seeded := furnish(t, e, quay(t))
	before := seeded.answers(e)
	var archive bytes.Buffer
	if err := errors.Join(Backup(t.Context(), cfg, "-", &archive, io.Discard), e.app.Close()); err != nil {
		t.Fatal(err)
	}

	fresh := settings(t)
	e = start(t, fresh)
	if _, err := e.app.backups.Restore(t.Context(), bytes.NewReader(archive.Bytes()[:archive.Len()-1]), ""); err == nil {
		t.Error("an archive that is cut off was restored")
	}
	if _, err := e.app.backups.Restore(t.Context(), bytes.NewReader(archive.Bytes()), ""); err != nil {
		t.Fatal(err)
	}
	if err := e.app.Run(t.Context()); !errors.Is(err, ErrRestart) {
		t.Fatalf("it ends with %v", err)
	}
	e = start(t, fresh)
	if after := seeded.answers(e); !slices.Equal(after, before) {
		t.Errorf("it answers %q, and before %q", after, before)
	}
	if _, err := e.app.backups.Restore(t.Context(), bytes.NewReader(archive.Bytes()), ""); err == nil {
		t.Error("an archive was restored in place of what is used")
	}
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	wantChecked(t, fresh, false)
}

func TestRestoreKeepsAnAccountMadeMeanwhile(t *testing.T) {
	cfg := settings(t)
	stopped(t, cfg)
	var archive bytes.Buffer
	if err := Backup(t.Context(), cfg, "-", &archive, io.Discard); err != nil {
		t.Fatal(err)
	}
	fresh := settings(t)
	e := start(t, fresh)
	if _, err := e.app.backups.Restore(t.Context(), bytes.NewReader(archive.Bytes()), ""); err != nil {
		t.Fatal(err)
	}
	token := e.user()
	if err := e.app.Run(t.Context()); !errors.Is(err, ErrRestart) {
		t.Fatalf("it ends with %v", err)
	}
	e = start(t, fresh)
	e.want(200, e.call("GET", "/api/v1/content", token, nil))
	if err := e.app.Close(); err != nil || !strings.Contains(e.log.String(), "made an account meanwhile: nothing was restored") {
		t.Errorf("%v; the log says %s", err, e.log)
	}
}

func TestBackupsOfARunningServer(t *testing.T) {
	cfg := settings(t)
	cfg.BackupEvery, cfg.MetricsAddr = "24h", "127.0.0.1:0"
	stopped(t, cfg)
	e := start(t, cfg)
	waitFor(t, "a backup is made", func() bool { return e.app.backups.Stats().Made == 1 })
	list, err := e.app.backups.List(t.Context())
	if err != nil || len(list) != 1 || list[0].Files != 1 || list[0].Size == 0 {
		t.Errorf("it lists %+v, %v", list, err)
	}
	if err := Restore(t.Context(), Restoring{File: filepath.Join(cfg.BackupFolder(), list[0].Name), Dir: filepath.Join(t.TempDir(), "data")}, nil, io.Discard); err != nil {
		t.Error(err)
	}
	page := e.want(200, e.call("GET", "http://"+e.app.scraped.String()+"/metrics", "", nil)).raw
	for _, line := range []string{`engram_backups_total{outcome="made"} 1`, `engram_backups_total{outcome="failed"} 0`, fmt.Sprint("engram_backup_bytes ", list[0].Size), "engram_backup_made_seconds 1"} {
		if !strings.Contains(page, line) {
			t.Errorf("no %q in %s", line, page)
		}
	}
}

func TestBackupRefusesAMissingInstallation(t *testing.T) {
	cfg := config.Config{DataDir: filepath.Join(t.TempDir(), "absent")}
	err := Backup(t.Context(), cfg, filepath.Join(t.TempDir(), "x"), nil, io.Discard)
	if _, stat := os.Stat(cfg.DataDir); err == nil || !strings.Contains(err.Error(), "nothing to back up") || !os.IsNotExist(stat) {
		t.Errorf("%v, and the directory: %v", err, stat)
	}
}

func TestABackupHasFilesDeletedMeanwhile(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	token := e.user()
	id := e.paper(token, "The lease ends in May.")
	beside, done, err := openSource(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	held, err := beside.Files.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
	e.want(200, e.call("DELETE", "/api/v1/trash", token, nil))
	files := func() (n int) {
		if err := beside.Files.List(t.Context(), func(blob.Info) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := files(); n == 0 {
		t.Error("its file is gone at once")
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "its files are gone", func() bool { return files() == 0 })
	if err := done(); err != nil {
		t.Fatal(err)
	}
}
