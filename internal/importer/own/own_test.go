package own_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"engram/internal/fault"
	"engram/internal/importer"
	"engram/internal/importer/importertest"
	"engram/internal/importer/own"
	"engram/internal/portable"
)

// many returns an archive of n memories, whose list of entries is longer than other programs' may be.
func many(t *testing.T, n int, manifest string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put := func(name, content string) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		id := fmt.Sprintf("019ab000-0000-7000-8000-%012d", n-i)
		put("site/"+id+".html", "")
		put("memories/A page with a title of eighty bytes, as long as names of files are cut, number "+id+".md", "")
		put(portable.MemoriesDir+id+".json", `{"id":"`+id+`","kind":"note","description":"`+id+`","createdAt":"2026-01-02T03:04:05Z"}`)
	}
	put(portable.ManifestPath, manifest)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestManyMemories(t *testing.T) {
	const n = 40_000
	archive := many(t, n, `{"format":"engram-export","version":1,"files":[`+strings.Repeat(`{"path":"x"},`, 10_000))
	in, err := importer.NewInput(bytes.NewReader(archive))
	if err != nil || !own.Format.Is(t.Context(), in) || in.Members != nil {
		t.Fatal("it is not taken for a large export", err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	read := 0
	err = own.Format.Read(t.Context(), in, importer.NewOut(t.Context(), importertest.Now, func(e importer.Entry) error {
		if read++; e.Item == nil || e.Item.Text != fmt.Sprintf("019ab000-0000-7000-8000-%012d", read) {
			t.Fatalf("entry %d is %+v", read, e)
		}
		return nil
	}))
	if err != nil || read != n {
		t.Errorf("%d of %d, %v", read, n, err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 20<<20 {
		t.Errorf("%d MB are held", held>>20)
	}
	runtime.KeepAlive(in)

	// Within another ZIP file its names have the room of any.
	outer, err := importer.NewInput(importertest.Zip(t, "ada.zip", string(archive)))
	if err != nil {
		t.Fatal(err)
	}
	nested, done, err := outer.Members[0].Within()
	defer done()
	if err != nil || len(nested.Members) != 3*n+1 {
		t.Errorf("nested it is %d files, %v", len(nested.Members), err)
	}
}

func TestManyFilesOfAnotherProgram(t *testing.T) {
	_, err := importer.NewInput(bytes.NewReader(many(t, 60_000, "{}")))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.TooLarge {
		t.Errorf("%v", err)
	}
}

// FuzzArchive reads archives with any data.
func FuzzArchive(f *testing.F) {
	f.Add(`{"format":"engram-export","version":1}`, `{"id":"019ab000-0000-7000-8000-000000000001","kind":"link","url":"https://tea.example/"}`, `{"id":"x","turns":[{"citations":[{"memory":"x"}]}]}`, `{"filters":[{}]}`)
	f.Add(`{"version":1,"format":"engram-export","x":`, `[]`, `{`, `null`)
	f.Fuzz(func(t *testing.T, manifest, memory, conversation, account string) {
		in, err := importer.NewInput(importertest.Zip(t, portable.MemoriesDir+"a.json", memory, portable.ConversationsDir+"b.json", conversation,
			portable.AccountPath, account, portable.ManifestPath, manifest))
		if err != nil || !own.Format.Is(t.Context(), in) {
			return
		}
		var twice [2]int
		for i := range twice {
			err = own.Format.Read(t.Context(), in, importer.NewOut(t.Context(), importertest.Now, func(importer.Entry) error {
				twice[i]++
				return nil
			}))
			if err != nil {
				t.Fatal(err)
			}
		}
		if twice[0] != twice[1] {
			t.Errorf("%d entries, then %d", twice[0], twice[1])
		}
	})
}
