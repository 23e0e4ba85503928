package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"engram/internal/blob/disk"
)

var now = time.Date(2026, 11, 23, 13, 0, 0, 0, time.UTC)

// rows stands for a database: its file holds its text.
type rows struct {
	engine string
	schema int64
	text   string
	fails  error
}

func (r rows) Engine() string                        { return r.engine }
func (r rows) Schema(context.Context) (int64, error) { return r.schema, nil }
func (r rows) CopyTo(_ context.Context, path string) error {
	return errors.Join(r.fails, os.WriteFile(path, []byte(r.text), 0o600))
}

// house returns an Engram with a database at version 20, a key and two files.
func house(t testing.TB) Source {
	t.Helper()
	dir := t.TempDir()
	files, err := disk.Open(filepath.Join(dir, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	for key, content := range map[string]string{"documents/u/one.pdf": "%PDF one", "pictures/u/two.jpg": strings.Repeat("picture ", 500), "index/u/1-1.segment": "a copy"} {
		if _, err := files.Put(t.Context(), key, strings.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	key := filepath.Join(dir, "secret")
	if err := os.WriteFile(key, []byte("the key that signs"), 0o600); err != nil {
		t.Fatal(err)
	}
	return Source{
		Database: rows{engine: SQLite, schema: 20, text: "all rows"}, Files: files, Key: key,
		Program: "v0.1.0", Now: func() time.Time { return now },
	}
}

// program knows databases up to version 20.
var program = Program{Schema: 20, Engine: SQLite, Inspect: func(_ context.Context, path string) (int64, error) {
	text, err := os.ReadFile(path)
	if err == nil && !strings.HasPrefix(string(text), "all rows") {
		err = errors.New("rows are missing")
	}
	return 20, err
}}

func archiveOf(t testing.TB, s Source) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, s, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tree returns the content of every file below a folder, by path.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}

var wholeHouse = map[string]string{
	"engram.db": "all rows", "secret": "the key that signs",
	"blobs/documents/u/one.pdf": "%PDF one", "blobs/pictures/u/two.jpg": strings.Repeat("picture ", 500),
}

func TestARestoreEqualsItsBackup(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		to       []age.Recipient
		identity string
	}{
		"plain":     {},
		"encrypted": {[]age.Recipient{identity.Recipient()}, "# a comment\n" + identity.String() + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			source := house(t)
			source.Recipients = c.to
			content := archiveOf(t, source)
			if plain := bytes.Contains(content, []byte("the key")); plain {
				t.Error("the key can be read in the archive as it is")
			}
			dir := filepath.Join(t.TempDir(), "new", "data")
			m, err := Restore(t.Context(), bytes.NewReader(content), c.identity, dir, program)
			if err != nil {
				t.Fatal(err)
			}
			if got := tree(t, dir); !maps.Equal(got, wholeHouse) {
				t.Errorf("restored %q", got)
			}
			want := About{Format: Format, Program: "v0.1.0", Schema: 20, Engine: SQLite, Scope: Everything, Created: now}
			if m.About != want || m.Files() != 2 || !m.HasKey() || m.Bytes() != 8+8+18+4000 {
				t.Errorf("it says %+v, files %d, bytes %d", m.About, m.Files(), m.Bytes())
			}
			for name, want := range map[string]fs.FileMode{"": 0o700, "secret": 0o600, "engram.db": 0o600, "blobs/documents/u/one.pdf": 0o600} {
				if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
					t.Errorf("%q: %v, %v", name, info.Mode(), err)
				}
			}
		})
	}
}

func TestADatabaseAloneHasNoFiles(t *testing.T) {
	source := house(t)
	source.Files, source.Key = nil, filepath.Join(t.TempDir(), "absent")
	m, err := Verify(t.Context(), bytes.NewReader(archiveOf(t, source)), "")
	if err != nil || m.Scope != DatabaseOnly || m.Files() != 0 || m.HasKey() || m.Note != filesNote || len(m.Entries) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestOnPostgresThereAreFilesAndKey(t *testing.T) {
	source := house(t)
	source.Database = rows{engine: Postgres, schema: 20}
	content := archiveOf(t, source)
	elsewhere := program
	elsewhere.Engine, elsewhere.Inspect = Postgres, nil
	dir := filepath.Join(t.TempDir(), "data")
	m, err := Restore(t.Context(), bytes.NewReader(content), "", dir, elsewhere)
	if err != nil || !strings.Contains(m.Note, "pg_dump") {
		t.Errorf("%+v, %v", m, err)
	}
	want := maps.Clone(wholeHouse)
	delete(want, databaseName)
	if got := tree(t, dir); !maps.Equal(got, want) {
		t.Errorf("restored %q", got)
	}
}

// item is one entry of a crafted archive; of an empty type it is a file.
type item struct {
	name, body, link string
	kind             byte
}

// craft makes an archive of any entries, with a manifest that agrees with them.
func craft(t testing.TB, change func(*About, *Manifest), items ...item) []byte {
	t.Helper()
	about := About{Format: Format, Program: "v9", Schema: 20, Engine: SQLite, Scope: Everything, Created: now}
	m := Manifest{}
	for _, i := range items {
		sum := sha256.Sum256([]byte(i.body))
		m.Entries = append(m.Entries, Entry{i.name, int64(len(i.body)), hex.EncodeToString(sum[:])})
	}
	if change == nil {
		change = func(*About, *Manifest) {}
	}
	change(&about, &m)
	m.About = about
	if m.Checksum == "" {
		m.Checksum = m.sum()
	}
	first, _ := json.Marshal(about)
	last, _ := json.Marshal(m)
	return tarred(t, slices.Concat([]item{{name: aboutName, body: string(first)}}, items, []item{{name: manifestName, body: string(last)}})...)
}

func tarred(t testing.TB, items ...item) []byte {
	t.Helper()
	var out bytes.Buffer
	packed, err := pack(&out, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(packed)
	for _, i := range items {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: i.name, Linkname: i.link, Size: int64(len(i.body)), Mode: 0o777}
		if i.kind != 0 {
			h.Typeflag = i.kind
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, i.body); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
