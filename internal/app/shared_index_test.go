package app

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/blob/s3"
	"engram/internal/filelock"
	"engram/internal/store/storetest"
)

func TestANodeFetchesAnIndex(t *testing.T) {
	cfgs := nodes(t, 2)
	bucket, err := s3.Open(t.Context(), cfgs[0].BlobURL, filelock.Gate{})
	if err != nil {
		t.Fatal(err)
	}
	// published returns the files of indexes in the bucket by their names on a node.
	published := func() map[string][]byte {
		found := map[string][]byte{}
		err := bucket.List(t.Context(), func(info blob.Info) error {
			if !blob.IsIndex(info.Key) {
				return nil
			}
			object, err := bucket.Open(t.Context(), info.Key)
			if err != nil {
				return err
			}
			content, err := io.ReadAll(object)
			name := path.Base(info.Key)[len(uuid.Nil.String())+1:] // of a file, and the number of its part
			name = name[:strings.LastIndex(name, "-")]
			found[name] = append(found[name], content...)
			return errors.Join(err, object.Close())
		})
		if err != nil && !errors.Is(err, blob.ErrNotFound) { // removed meanwhile
			t.Fatal(err)
		}
		return found
	}
	search := func(e *engram, token string) {
		t.Helper()
		if got := e.want(200, e.search(token, "When is the rent due?", "all-memories")).memories("content"); len(got) != 1 {
			t.Errorf("found %v", got)
		}
	}

	first := startAs(t, cfgs[0], func(a *App) { a.tendEvery = 200 * time.Millisecond })
	token := first.signUp("ada")
	first.note(token, "The rent is due on Fridays. "+strings.Repeat("Broad beans like the cold and the wet, and want a stake. ", 4000))
	search(first, token)
	db := storetest.Open(t, cfgs[0].DatabaseURL)
	waitFor(t, "the index is published", func() (is bool) {
		if err := db.Writer().QueryRow(`SELECT EXISTS (SELECT 1 FROM snapshots WHERE complete = 1)`).Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is
	})
	files := published()

	second := start(t, cfgs[1])
	search(second, token)
	found, err := filepath.Glob(filepath.Join(cfgs[1].CacheDir(), "index", "*", "*"))
	if err != nil || len(found) != len(files) {
		t.Errorf("the files are %v, %v", found, err)
	}
	for _, path := range found {
		content, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(content, files[filepath.Base(path)]) {
			t.Errorf("%s is another than was published: %v", path, err)
		}
	}
	t.Run("deleted text leaves the bucket", func(t *testing.T) {
		id := first.want(200, first.call("GET", "/api/v1/content", token, nil)).memories("content")[0]["_id"]
		for range 2 {
			first.note(token, strings.Repeat("Another long text about nothing in particular. ", 4000))
		}
		first.want(200, first.call("DELETE", "/api/v1/content", token, map[string]any{"contentId": id}))
		if _, err := db.Writer().Exec(`UPDATE snapshots SET created_at = created_at - 3600000`); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "another takes its place", func() bool {
			files := published()
			return len(files) > 0 && !bytes.Contains(slices.Concat(slices.Collect(maps.Values(files))...), []byte("Broad beans"))
		})
	})
	if err := errors.Join(first.app.Close(), second.app.Close()); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if err := Check(t.Context(), cfgs[1], slog.New(slog.DiscardHandler), &said, true); err != nil {
		t.Errorf("%v: %s", err, said.String())
	}

	second = start(t, cfgs[1])
	second.want(200, second.call("DELETE", "/api/v1/account", token, map[string]string{"username": "ada", "password": password}))
	waitFor(t, "the index goes with the account", func() bool { return len(published()) == 0 })
}
