package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed returns the names of a ZIP file with their contents, by its index.
func listed(t *testing.T, file []byte) (all []string) {
	t.Helper()
	x, err := Look(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var refs []Ref
	err = x.Each(func(e Entry, ref Ref) error {
		all, refs = append(all, e.Name), append(refs, ref)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all { // by the places alone
		e, err := x.At(refs[i])
		if err != nil || e.Name != all[i] {
			t.Fatalf("%s is %s, %v", all[i], e.Name, err)
		}
		if e.Refused != nil {
			all[i] += " " + e.Refused.Error()
			continue
		}
		content, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		all[i] += " " + string(text)
	}
	return all
}

func TestIndex(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	var want []string
	for i := range 3*recordsAtOnce + 7 {
		name, content := fmt.Sprintf("a/%d é.txt", i), fmt.Sprint("content ", i)
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(f, content)
		want = append(want, name+" "+content)
	}
	for _, name := range []string{"folder/", "../../etc/passwd"} {
		if _, err := w.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	want = append(want, "../../etc/passwd "+ErrName.Error())
	if err := w.SetComment("written by a test, PK\x05"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, listed(t, b.Bytes())); diff != "" {
		t.Error(diff)
	}
	stop := errors.New("stop")
	x, err := Look(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || x.Large() || !errors.Is(x.Each(func(Entry, Ref) error { return stop }), stop) {
		t.Error("it does not stop", err)
	}
}

// TestIndexOfManyEntries has more entries than a ZIP file of before 2001 may have.
func TestIndexOfManyEntries(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 70_000 {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprint("an entry with a longer name, number ", i, " of many, so that the list grows as long as this")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := Look(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := x.Each(func(Entry, Ref) error { n++; return nil }); err != nil || n != 70_000 || !x.Large() {
		t.Error(n, x.Large(), err)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add(packed(f, "a", "b", "c", "d"))
	f.Fuzz(func(_ *testing.T, file []byte) {
		x, err := Look(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		_ = x.Each(func(e Entry, ref Ref) error {
			_, err := x.At(ref)
			if content, errOpen := e.Open(); errOpen == nil {
				_, _ = io.Copy(io.Discard, io.LimitReader(content, 1000))
			}
			return err
		})
	})
}
