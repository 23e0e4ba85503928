package app

import (
	"bytes"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/app/migrate"
	"engram/internal/blob/s3/s3test"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// migrated moves an installation and returns the lines of its progress.
func migrated(t *testing.T, from config.Config, to, blobs string) (said string, err error) {
	t.Helper()
	var tell, out bytes.Buffer
	err = Migrate(t.Context(), migrate.Move{From: from, To: to, Blobs: blobs, Tell: &tell}, slog.New(slog.DiscardHandler), &out)
	if err == nil && !strings.Contains(out.String(), "repaired 0, left 0") {
		t.Errorf("the check says %q", out.String())
	}
	return tell.String(), err
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	busy := site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }})
	s3 := s3test.Start(t)
	cfg, nodes := settings(t), settings(t)
	nodes.DatabaseURL, nodes.BlobURL = storetest.Postgres(t), s3.Bucket("files")
	e := start(t, cfg)
	token := e.user()
	e.note(token, "The landlord returns the deposit within thirty days.")
	e.add(token, map[string]string{"type": "link", "link": busy + "/"})
	document := e.add(token, map[string]string{"type": "document", "link": e.want(200, e.upload(token, "lease.pdf", makePDF("The notice period is three months."))).text("url")})
	link := e.settled(token, document["_id"].(string))["link"].(string)
	stop := func() {
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
	}
	works := func() {
		t.Helper()
		if got := e.want(200, e.search(token, "How long is the notice period?", "all-memories")); len(got.memories("content")) == 0 {
			t.Error("nothing is found")
		}
		_, path, _ := strings.Cut(strings.TrimPrefix(link, "http://"), "/")
		e.want(200, e.call(http.MethodGet, e.url+"/"+path, "", nil))
		e.note(token, "Broad beans are sown in November.")
	}
	refused := func(from config.Config, to, blobs, says string) {
		t.Helper()
		if _, err := migrated(t, from, to, blobs); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
	refused(cfg, nodes.DatabaseURL, nodes.BlobURL, "another Engram is running")
	stop()
	refused(cfg, cfg.DataDir, "", "the data directory itself")
	refused(cfg, nodes.DatabaseURL, "s3+http://127.0.0.1:1/none", "the bucket of --blobs can't be used")
	refused(settings(t), nodes.DatabaseURL, "", "there is nothing to migrate")
	refused(cfg, "", "", "nothing says where to")

	bucket := s3.Bucket("alone")
	for range 2 {
		if said, err := migrated(t, cfg, "", bucket); err != nil || !strings.Contains(said, "files 2, ") || !strings.Contains(said, "ENGRAM_BLOB_URL to the bucket") {
			t.Fatalf("it said %q, %v", said, err)
		}
	}
	shared := cfg
	shared.BlobURL = bucket
	refused(shared, "", bucket, "ENGRAM_BLOB_URL itself")

	said, err := migrated(t, cfg, nodes.DatabaseURL, nodes.BlobURL)
	if err != nil || !strings.Contains(said, "files 2, ") || !strings.Contains(said, "ENGRAM_SECRET on every node to what is in "+cfg.SecretFile()) {
		t.Fatalf("it said %q, %v", said, err)
	}
	var jobs int
	if err := rowsOf(t, nodes).QueryRow(`SELECT COUNT(*) FROM river_job WHERE kind = 'capture' AND state IN ('available', 'scheduled')`).Scan(&jobs); err != nil || jobs != 1 {
		t.Errorf("captures to be done: %d, %v", jobs, err)
	}
	refused(cfg, nodes.DatabaseURL, nodes.BlobURL, "not empty")
	secret, err := os.ReadFile(cfg.SecretFile())
	if err != nil {
		t.Fatal(err)
	}
	nodes.Secret = string(secret)
	e = start(t, nodes)
	works()
	refused(nodes, filepath.Join(t.TempDir(), "back"), "", "another Engram is running")
	stop()

	back := settings(t)
	refused(nodes, back.DataDir, "", "is not empty")
	back.DataDir = filepath.Join(t.TempDir(), "back")
	if said, err = migrated(t, nodes, back.DataDir, ""); err != nil || !strings.Contains(said, "ENGRAM_SECRET as before") {
		t.Fatalf("it said %q, %v", said, err)
	}
	back.Secret = nodes.Secret
	e = start(t, back)
	works()
	stop()
}
