package app

import (
	"bytes"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/config"
	"engram/internal/store"
)

// checked runs a check and returns its findings, apart from the line that sums up.
func checked(t *testing.T, cfg config.Config, look bool) (findings []string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, look)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	last := len(lines) - 1
	if !strings.HasPrefix(lines[last], "checked in ") {
		t.Fatalf("it told %q, %v", lines, err)
	}
	return lines[:last], err
}

// wantChecked runs a check that repairs, and wants these findings in this order.
func wantChecked(t *testing.T, cfg config.Config, left bool, want ...string) {
	t.Helper()
	findings, err := checked(t, cfg, false)
	if !slices.EqualFunc(findings, want, strings.HasPrefix) || (err != nil) != left {
		t.Errorf("it found\n%s\n%v; want\n%s", strings.Join(findings, "\n"), err, strings.Join(want, "\n"))
	}
}

// rowsOf opens the database beside the program.
func rowsOf(t *testing.T, cfg config.Config) *sql.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db.Writer()
}

func TestCheck(t *testing.T) {
	image, err := os.ReadFile("testdata/picture.png")
	if err != nil {
		t.Fatal(err)
	}
	pages := site(t, map[string]http.HandlerFunc{
		"/page":        html(`<title>Quay</title><meta property="og:image" content="/picture.png"><p>The quay was built by Danish masons.`),
		"/picture.png": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(image) },
	})
	onEachDatabase(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		ann, bob := e.user(), e.user()
		note := e.note(ann, "The landlord returns the deposit within thirty days.")
		picture := e.settled(ann, e.add(ann, map[string]string{"type": "link", "link": pages + "/page"})["_id"].(string))["_id"].(string)
		link := e.want(200, e.upload(ann, "lease.pdf", makePDF("The notice period is three months."))).text("url")
		document := e.settled(ann, e.add(ann, map[string]string{"type": "document", "link": link})["_id"].(string))["_id"].(string)
		e.note(bob, "Broad beans are sown in November.")
		answers := func(e *engram) (all []string) {
			t.Helper()
			for _, question := range []string{"When is the deposit returned?", "Who built the quay?", "How long is the notice period?"} {
				got := e.want(200, e.search(ann, question, "all-memories"))
				all = append(all, got.text("answer"))
				for _, m := range got.memories("content") {
					all = append(all, m["_id"].(string))
				}
			}
			return all
		}
		before := answers(e)
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}

		rows := rowsOf(t, cfg)
		var annID, uploadID string
		if err := rows.QueryRow(`SELECT user_id, upload_id FROM memories WHERE id = $1`, document).Scan(&annID, &uploadID); err != nil {
			t.Fatal(err)
		}
		var bobID string
		if err := rows.QueryRow(`SELECT user_id FROM users WHERE user_id <> $1`, annID).Scan(&bobID); err != nil {
			t.Fatal(err)
		}
		pictureKey, documentKey := blob.PictureKey(annID, picture), blob.DocumentKey(annID, uploadID)
		stray, young := blob.PictureKey(annID, note), blob.DocumentKey(bobID, note)
		shared := cfg.DatabaseURL != "" // with other nodes, one of which may have the picture
		findings := func(outcome string) []string {
			ofPicture, gone := outcome, " is gone"
			if shared {
				ofPicture, gone = "can't be repaired", " is not here; another node may have it"
			}
			return []string{
				outcome + ": user " + annID + ": the counter memories: 7 instead of 3",
				outcome + ": user " + annID + ": the counter sequence: 1 instead of ",
				outcome + ": user " + annID + ": the counter documents: 0 instead of 1",
				outcome + ": user " + annID + ": the search index: ",
				ofPicture + ": user " + annID + ", memory " + picture + ": its picture " + pictureKey + gone,
				outcome + ": no row names the file " + stray,
			}
		}

		t.Run("a check of a server's data finds nothing wrong", func(t *testing.T) { wantChecked(t, cfg, false) })
		pictureFile := filepath.Join(cfg.BlobDir(), pictureKey)
		kept, err := os.ReadFile(pictureFile)
		if err != nil {
			t.Fatal(err)
		}
		harm(t, cfg, rows, annID, bobID, pictureKey, stray, young)
		t.Run("a dry run reports everything wrong and changes nothing", func(t *testing.T) {
			for range 2 {
				found, err := checked(t, cfg, true)
				if !slices.EqualFunc(found, findings("found"), strings.HasPrefix) || err == nil {
					t.Errorf("it found\n%s\n%v", strings.Join(found, "\n"), err)
				}
			}
		})
		t.Run("a check repairs everything repairable", func(t *testing.T) { wantChecked(t, cfg, shared, findings("repaired")...) })
		if shared {
			if err := errors.Join(os.MkdirAll(filepath.Dir(pictureFile), 0o700), os.WriteFile(pictureFile, kept, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		t.Run("a second check finds nothing", func(t *testing.T) { wantChecked(t, cfg, false) })
		t.Run("after a repair a search answers as before, and no sequence number is used twice", func(t *testing.T) {
			e := start(t, cfg)
			if after := answers(e); !slices.Equal(after, before) {
				t.Errorf("answers %q, and before %q", after, before)
			}
			m := e.want(200, e.call("GET", "/api/v1/content/"+picture, ann, nil)).body["content"].(map[string]any)
			if hasPicture := m["imageUrl"] != ""; hasPicture != shared || m["status"] != "ready" {
				t.Errorf("the memory whose picture was gone: %v", m)
			}
			e.note(ann, "One more.")
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			wantChecked(t, cfg, false)
		})
		t.Run("after a repair the stray file is gone, and the new file and the PDF remain", func(t *testing.T) {
			for key, want := range map[string]bool{stray: false, young: true, documentKey: true} {
				if _, err := os.Stat(filepath.Join(cfg.BlobDir(), key)); (err == nil) != want {
					t.Errorf("%s: %v", key, err)
				}
			}
		})
		t.Run("every check reports a lost PDF, which can't be repaired", func(t *testing.T) {
			if err := os.Remove(filepath.Join(cfg.BlobDir(), documentKey)); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				wantChecked(t, cfg, true, "can't be repaired: user "+annID+", memory "+document+": its document "+documentKey+" is ")
			}
		})
	})
}

// harm breaks one thing of each kind.
func harm(t *testing.T, cfg config.Config, rows *sql.DB, annID, bobID, pictureKey, stray, young string) {
	t.Helper()
	for counter, n := range map[string]int{"memories": 7, "documents": 0, "sequence": 1} {
		if _, err := rows.Exec(`UPDATE counters SET n = $1 WHERE user_id = $2 AND name = $3`, n, annID, counter); err != nil {
			t.Fatal(err)
		}
	}
	index := filepath.Join(cfg.CacheDir(), "index")
	files, err := filepath.Glob(filepath.Join(index, annID, "*.segment"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the index has the files %q, %v", files, err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	old := time.Now().Add(-25 * time.Hour)
	stray, young = filepath.Join(cfg.BlobDir(), stray), filepath.Join(cfg.BlobDir(), young)
	err = errors.Join(
		os.WriteFile(files[0], content, 0o600),
		os.RemoveAll(filepath.Join(index, bobID)),
		os.Remove(filepath.Join(cfg.BlobDir(), pictureKey)),
		os.MkdirAll(filepath.Dir(stray), 0o700), os.WriteFile(stray, []byte("stray"), 0o600), os.Chtimes(stray, old, old),
		os.MkdirAll(filepath.Dir(young), 0o700), os.WriteFile(young, []byte("young"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
}

func TestCheckRefuses(t *testing.T) {
	t.Run("a check refuses a missing data directory, and does not create it", func(t *testing.T) {
		cfg := config.Config{DataDir: filepath.Join(t.TempDir(), "absent")}
		err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &bytes.Buffer{}, false)
		if _, stat := os.Stat(cfg.DataDir); err == nil || !os.IsNotExist(stat) {
			t.Errorf("%v, and the directory: %v", err, stat)
		}
	})
	t.Run("a check refuses rows that name files when the folder of files is empty, and keeps the rows", func(t *testing.T) {
		onEachDatabase(t, func(t *testing.T, cfg config.Config) {
			e := start(t, cfg)
			ann := e.user()
			link := e.want(200, e.upload(ann, "lease.pdf", makePDF("x"))).text("url")
			e.settled(ann, e.add(ann, map[string]string{"type": "document", "link": link})["_id"].(string))
			if err := errors.Join(e.app.Close(), os.RemoveAll(filepath.Join(cfg.BlobDir(), "documents")), os.RemoveAll(filepath.Join(cfg.BlobDir(), "pictures"))); err != nil {
				t.Fatal(err)
			}
			err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &bytes.Buffer{}, false)
			if err == nil || !strings.Contains(err.Error(), "the folder of files is empty: is it mounted?") {
				t.Errorf("the error: %v", err)
			}
		})
	})
	t.Run("a check refuses files beside a database without users, and keeps them", func(t *testing.T) {
		cfg := settings(t)
		e := start(t, cfg)
		e.want(200, e.upload(e.user(), "lease.pdf", makePDF("x")))
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(cfg.Database() + name)
		}
		if err := os.WriteFile(cfg.Database(), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &bytes.Buffer{}, false)
		kept, _ := filepath.Glob(filepath.Join(cfg.BlobDir(), "documents", "*", "*.pdf"))
		if err == nil || !strings.Contains(err.Error(), "the database has no users") || len(kept) != 1 {
			t.Errorf("%v; the files %q", err, kept)
		}
	})
}
