package app

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/capture/capturetest"
	"engram/internal/capture/ocr"
	"engram/internal/capture/ocr/ocrtest"
	"engram/internal/config"
)

// shelf is a user's memories with all that the reading room shows.
type shelf struct{ name, token, article, scan, report string }

// shelve saves an article with a picture, a scan and a Word document, and highlights words in each.
func shelve(t *testing.T, e *engram) (s shelf) {
	t.Helper()
	s.name = randomName()
	s.token = e.signUp(s.name)
	words := strings.Repeat("The mill stands where two becks meet and turns on most days. ", 8)
	pages := site(t, map[string]http.HandlerFunc{
		"/mill": html("<title>Mill</title><article><h1>Mill</h1><p>" + words + `</p><img src="/wheel" alt="The wheel"><p>` + words + "</p></article>"),
		"/wheel": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(painted(t, 300, 200))
		},
	})
	s.article = e.settled(s.token, e.add(s.token, map[string]string{"type": "link", "link": pages + "/mill"})["_id"].(string))["_id"].(string)
	s.scan = e.document(s.token, "minutes.pdf", ocrtest.PDF(t, ocrtest.Printed(t, ocrtest.Fonts["regular"], 12, []string{"The tank leaks."})))
	s.report = e.document(s.token, "report.docx", capturetest.Word(`<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Deposit</w:t></w:r></w:p>`+
		`<w:p><w:r><w:t>Seven hundred crowns.</w:t></w:r></w:p>`))
	for id, quote := range map[string]string{s.article: "two becks meet", s.scan: "tank", s.report: "hundred crowns"} {
		e.settled(s.token, id)
		e.want(200, e.mark(s.token, id, map[string]any{"start": at(0, 0), "end": at(0, 1), "quote": quote, "remark": "On " + quote}))
	}
	waitFor(t, "the picture is kept", func() bool {
		images := e.imagesOf(s.token, s.article)
		return len(images) == 1 && images[0]["url"] != nil
	})
	return s
}

// shown is all that the reading room shows of a shelf, with the bytes of its picture.
func (s shelf) shown(e *engram) (all []string) {
	e.t.Helper()
	for _, id := range []string{s.article, s.scan, s.report} {
		all = append(all, e.markdownOf(s.token, id))
		for _, h := range e.highlights(s.token, id) {
			all = append(all, fmt.Sprint(h["quote"], h["remark"], h["start"], h["orphaned"]))
		}
	}
	if images := e.imagesOf(s.token, s.article); len(images) == 1 && images[0]["url"] != nil {
		all = append(all, e.want(200, e.call("GET", images[0]["url"].(string), "", nil)).raw)
	}
	page := e.want(200, e.call("GET", "/api/v1/content/"+s.scan+"/pages/1", s.token, nil))
	return append(all, fmt.Sprint(page.memories("words")))
}

// ofDocuments are the tables of what a capture keeps beside passages, and of highlights.
var ofDocuments = []string{"documents", "figures", "page_words", "highlights"}

// rowsIn counts the rows of those tables.
func rowsIn(t *testing.T, rows *sql.DB) (counts []int) {
	t.Helper()
	for _, table := range ofDocuments {
		var n int
		if err := rows.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		counts = append(counts, n)
	}
	return counts
}

// filesOf counts a user's files.
func filesOf(t *testing.T, cfg config.Config, userID string) (n int) {
	t.Helper()
	for _, kind := range []string{"pictures", "documents"} {
		found, err := filepath.Glob(filepath.Join(cfg.BlobDir(), kind, userID, "*"))
		if err != nil {
			t.Fatal(err)
		}
		n += len(found)
	}
	return n
}

// TestWhatIsReadIsKept backs up documents with figures, recognised words and highlights, restores
// them, checks them, and deletes them.
func TestWhatIsReadIsKept(t *testing.T) {
	onEachEngine(t, testKept)
}

func testKept(t *testing.T, cfg config.Config) {
	cfg.OCR, cfg.FreeDocuments = ocr.English, 0
	e := start(t, cfg)
	s := shelve(t, e)
	before := s.shown(e)
	if len(before) != 8 {
		t.Fatalf("shown is %q", before)
	}
	archive, onPostgres := filepath.Join(t.TempDir(), "engram.tar.zst"), cfg.DatabaseURL != ""
	if err := errors.Join(Backup(t.Context(), cfg, archive, nil, io.Discard), e.app.Close()); err != nil {
		t.Fatal(err)
	}
	cfg.DataDir, cfg.BlobURL, cfg.TakeOver = filepath.Join(t.TempDir(), "data"), "", true // an archive's files come into the folder
	if err := Restore(t.Context(), Restoring{File: archive, Dir: cfg.DataDir, OnPostgres: onPostgres}, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	wantChecked(t, cfg, false)
	if err := shareReader(cfg.DataDir); err != nil {
		t.Fatal(err)
	}
	e = start(t, cfg)
	s.token = e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": s.name, "password": password})).text("token")
	if after := s.shown(e); !slices.Equal(after, before) {
		t.Errorf("restored, it shows %q, and before %q", after, before)
	}
	rows := rowsOf(t, cfg)
	var userID string
	if err := rows.QueryRow(`SELECT user_id FROM memories WHERE id = $1`, s.article).Scan(&userID); err != nil {
		t.Fatal(err)
	}
	e = s.checkLost(t, e, cfg, userID)

	e.want(200, e.call("DELETE", "/api/v1/content", s.token, map[string]string{"contentId": s.scan}))
	if got := rowsIn(t, rows); !slices.Equal(got, []int{2, 1, 0, 2}) {
		t.Errorf("without the scan %v have the rows %v", ofDocuments, got)
	}
	users, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err == nil {
		err = errors.Join(users.Delete(t.Context(), s.name), users.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := rowsIn(t, rows); !slices.Equal(got, []int{0, 0, 0, 0}) {
		t.Errorf("without the account %v have the rows %v", ofDocuments, got)
	}
	waitFor(t, "the account's files are gone", func() bool { return filesOf(t, cfg, userID) == 0 })
}

// checkLost takes the file of the figure away, adds one that no row names, and lets them be found.
func (s shelf) checkLost(t *testing.T, e *engram, cfg config.Config, userID string) *engram {
	t.Helper()
	figures, err := filepath.Glob(filepath.Join(cfg.BlobDir(), "pictures", userID, s.article+"-*"))
	if err := errors.Join(err, e.app.Close()); err != nil || len(figures) != 1 {
		t.Fatalf("the figures are %q, %v", figures, err)
	}
	stray := blob.FigureKey(userID, s.report, "stray")
	file, old := filepath.Join(cfg.BlobDir(), stray), time.Now().Add(-25*time.Hour)
	kept, err := os.ReadFile(figures[0])
	if err := errors.Join(err, os.Remove(figures[0]), os.WriteFile(file, kept, 0o600), os.Chtimes(file, old, old)); err != nil {
		t.Fatal(err)
	}
	outcome, gone := "repaired", " is gone"
	if cfg.DatabaseURL != "" { // with other nodes, one of which may have it
		outcome, gone = "can't be repaired", " is not here"
	}
	wantChecked(t, cfg, cfg.DatabaseURL != "",
		outcome+": user "+userID+", memory "+s.article+": its picture pictures/"+userID+"/"+filepath.Base(figures[0])+gone,
		"repaired: no row names the file "+stray)
	e = start(t, cfg)
	if images := e.imagesOf(s.token, s.article); len(images) != 1 || (images[0]["url"] == nil) != (cfg.DatabaseURL == "") {
		t.Errorf("the figure that was lost is %v", images)
	}
	if kept, err := os.ReadFile(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file that no row names: %d bytes, %v", len(kept), err)
	}
	return e
}
