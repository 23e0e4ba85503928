package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"

	"engram/internal/fault"
)

var database = item{name: databaseName, body: "all rows"}

func with(more ...item) []item { return append([]item{database}, more...) }

// wantRefused restores what can't be, and wants words for a person and nothing in the folder.
func wantRefused(t *testing.T, content []byte, identity string, p Program, words string) {
	t.Helper()
	place := t.TempDir()
	dir := filepath.Join(place, "data")
	_, err := Restore(t.Context(), bytes.NewReader(content), identity, dir, p)
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), words) {
		t.Errorf("it says %v; want %q", err, words)
	}
	if left, _ := os.ReadDir(place); len(left) != 0 {
		t.Errorf("it left %v", left)
	}
	if err := os.Mkdir(dir, 0o700); err != nil { // an empty folder stays one
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), bytes.NewReader(content), identity, dir, p); err == nil {
		t.Error("a second try passes")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("in an empty folder it left %v, %v", left, err)
	}
}

func TestRestoreRefusesWithAMessage(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	source := house(t)
	whole := archiveOf(t, source)
	source.Recipients = []age.Recipient{identity.Recipient()}
	encrypted := archiveOf(t, source)
	ofPostgres := func(a *About, _ *Manifest) { a.Engine = Postgres }
	onPostgres := program
	onPostgres.Engine = Postgres
	var zipped bytes.Buffer
	zipper := gzip.NewWriter(&zipped)
	_, _ = zipper.Write([]byte("another program's backup"))
	_ = zipper.Close()

	for name, c := range map[string]struct {
		content  []byte
		identity string
		program  *Program
		words    string
	}{
		"an empty file":                      {nil, "", nil, "no backup of Engram's"},
		"another program's file":             {zipped.Bytes(), "", nil, "no backup of Engram's"},
		"another tar":                        {tarred(t, item{name: "readme", body: "x"}), "", nil, "no backup of Engram's"},
		"one that is cut off":                {whole[:len(whole)/2], "", nil, "cut off"},
		"one without its last byte":          {whole[:len(whole)-1], "", nil, "cut off"},
		"one without a list":                 {tarred(t, item{name: aboutName, body: `{"format":1,"schema":20,"engine":"sqlite"}`}, database), "", nil, "cut off"},
		"one with something behind it":       {slices.Concat(whole, []byte("more")), "", nil, "damaged"},
		"two in one":                         {slices.Concat(whole, whole), "", nil, "damaged"},
		"an encrypted one that is cut off":   {encrypted[:len(encrypted)-40], identity.String(), nil, "This backup is"},
		"an encrypted one without its key":   {encrypted, "", nil, "is encrypted: the secret key"},
		"an encrypted one with another key":  {encrypted, stranger.String(), nil, "for another key"},
		"an encrypted one with no key":       {encrypted, "hunter2", nil, "no secret key of age"},
		"a newer format":                     {craft(t, func(a *About, _ *Manifest) { a.Format++ }, database), "", nil, "made by a newer Engram (v9): restore it with that one"},
		"a newer database":                   {craft(t, func(a *About, _ *Manifest) { a.Schema++ }, database), "", nil, "made by a newer Engram (v9, database version 21; this one knows 20)"},
		"a database of another version":      {craft(t, func(a *About, _ *Manifest) { a.Schema-- }, database), "", nil, "at version 20, and not at 19"},
		"a damaged database":                 {craft(t, nil, item{name: databaseName, body: "some rows"}), "", nil, "The database in this backup is damaged"},
		"no database":                        {craft(t, nil), "", nil, "The database in this backup is damaged"},
		"Postgres' into SQLite":              {craft(t, ofPostgres), "", nil, "is of an Engram on Postgres"},
		"SQLite's into Postgres":             {craft(t, nil, database), "", &onPostgres, "can't be restored into Postgres"},
		"another engine's":                   {craft(t, func(a *About, _ *Manifest) { a.Engine = "mysql" }, database), "", nil, "damaged"},
		"a path that climbs out":             {craft(t, nil, with(item{name: "../escaped", body: "x"})...), "", nil, "outside of the data directory"},
		"a path that climbs out of files":    {craft(t, nil, with(item{name: "blobs/../../escaped", body: "x"})...), "", nil, "outside of the data directory"},
		"an absolute path":                   {craft(t, nil, with(item{name: "/tmp/escaped", body: "x"})...), "", nil, "outside of the data directory"},
		"a path with backslashes":            {craft(t, nil, with(item{name: `blobs\..\escaped`, body: "x"})...), "", nil, "outside of the data directory"},
		"a symbolic link":                    {craft(t, nil, with(item{name: "blobs/link", kind: tar.TypeSymlink, link: "/etc"})...), "", nil, "holds a link"},
		"a hard link":                        {craft(t, nil, with(item{name: "blobs/link", kind: tar.TypeLink, link: databaseName})...), "", nil, "holds a link"},
		"a folder":                           {craft(t, nil, with(item{name: "blobs/", kind: tar.TypeDir})...), "", nil, "no file"},
		"a device":                           {craft(t, nil, with(item{name: "blobs/null", kind: tar.TypeChar})...), "", nil, "no file"},
		"a file of another program":          {craft(t, nil, with(item{name: ".bashrc", body: "x"})...), "", nil, "no backup of Engram's does"},
		"a file in a folder of its own":      {craft(t, nil, with(item{name: "blobs/.hidden/x", body: "x"})...), "", nil, "no backup of Engram's does"},
		"a file twice":                       {craft(t, nil, database, database), "", nil, "damaged"},
		"a file and a folder of one name":    {craft(t, nil, with(item{name: "blobs/a", body: "x"}, item{name: "blobs/a/b", body: "x"})...), "", nil, "damaged"},
		"a file that is not listed":          {craft(t, func(_ *About, m *Manifest) { m.Entries = m.Entries[:1] }, with(item{name: "blobs/a", body: "x"})...), "", nil, "damaged"},
		"a listed file that is not there":    {craft(t, func(_ *About, m *Manifest) { m.Entries = append(m.Entries, Entry{Name: "blobs/a"}) }, database), "", nil, "damaged"},
		"a file with another content":        {craft(t, func(_ *About, m *Manifest) { m.Entries[0].SHA256 = strings.Repeat("0", 64) }, database), "", nil, "damaged"},
		"a list with another checksum":       {craft(t, func(_ *About, m *Manifest) { m.Checksum = strings.Repeat("0", 64) }, database), "", nil, "damaged"},
		"a description that says nothing":    {tarred(t, item{name: aboutName, body: `{`}), "", nil, "damaged"},
		"a description that is far too long": {tarred(t, item{name: aboutName, body: strings.Repeat(" ", maxAbout+1)}), "", nil, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			p := program
			if c.program != nil {
				p = *c.program
			}
			wantRefused(t, c.content, c.identity, p, c.words)
		})
	}
}

func TestEveryFlippedBitIsFound(t *testing.T) {
	whole := archiveOf(t, house(t))
	is, err := Verify(t.Context(), bytes.NewReader(whole), "")
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		m, err := Verify(t.Context(), bytes.NewReader(flipped), "")
		// zstd has a few bits that mean nothing; then every file is as it was.
		if harmless := err == nil && m.Checksum == is.Checksum; !harmless && fault.KindOf(err) != fault.Invalid {
			t.Errorf("a bit of byte %d of %d is another: %v", at, len(whole), err)
		}
	}
}

func TestEveryCutIsFound(t *testing.T) {
	whole := archiveOf(t, house(t))
	for size := range whole {
		if _, err := Verify(t.Context(), bytes.NewReader(whole[:size]), ""); fault.KindOf(err) != fault.Invalid || size >= 4 && !strings.Contains(err.Error(), "cut off") {
			t.Errorf("cut to %d of %d bytes: %v", size, len(whole), err)
		}
	}
}

func TestRestoreKeepsExistingFiles(t *testing.T) {
	whole := archiveOf(t, house(t))
	t.Run("a restore refuses a folder that is not empty", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Restore(t.Context(), bytes.NewReader(whole), "", dir, program)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "is not empty") {
			t.Errorf("it says %v", err)
		}
		if got := tree(t, dir); len(got) != 1 || got["thesis.txt"] != "mine" {
			t.Errorf("there is %q", got)
		}
	})
	t.Run("a restore accepts an empty disk with lost+found", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "lost+found"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), bytes.NewReader(whole), "", dir, program); err != nil {
			t.Error(err)
		}
	})
	t.Run("a cancelled restore leaves nothing behind", func(t *testing.T) {
		place := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := Restore(ctx, bytes.NewReader(whole), "", filepath.Join(place, "data"), program)
		if left, _ := os.ReadDir(place); !errors.Is(err, context.Canceled) || len(left) != 0 {
			t.Errorf("%v, and it left %v", err, left)
		}
	})
}

// FuzzRestore restores whatever is in a tar, and wants a whole data directory or none, and nothing beside it.
func FuzzRestore(f *testing.F) {
	for _, items := range [][]item{
		{database}, with(item{name: "blobs/a/b.pdf", body: "x"}), with(item{name: "../x", body: "x"}),
		with(item{name: "blobs/l", kind: tar.TypeSymlink, link: "/etc/passwd"}),
	} {
		var plain bytes.Buffer
		unpacked, err := unpack(bytes.NewReader(craft(f, nil, items...)), "")
		if err != nil {
			f.Fatal(err)
		}
		if _, err := plain.ReadFrom(unpacked); err != nil {
			f.Fatal(err)
		}
		f.Add(plain.Bytes(), true)
		f.Add(craft(f, nil, items...), false)
	}
	f.Fuzz(func(t *testing.T, content []byte, compress bool) {
		if compress {
			var out bytes.Buffer
			packed, err := pack(&out, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = packed.Write(content)
			if err := packed.Close(); err != nil {
				t.Fatal(err)
			}
			content = out.Bytes()
		}
		place := t.TempDir()
		dir := filepath.Join(place, "data")
		m, err := Restore(t.Context(), bytes.NewReader(content), "", dir, program)
		left, _ := os.ReadDir(place)
		if err != nil && len(left) != 0 || err == nil && (len(left) != 1 || len(tree(t, dir)) != len(m.Entries)) {
			t.Errorf("%v, and there is %v with %q", err, left, tree(t, dir))
		}
	})
}
