package segment_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

const dims = 4

// memory returns a memory with a passage per text.
func memory(id string, texts ...string) segment.Memory {
	m := segment.Memory{
		ID: id, Kind: "note", Title: "Title of " + id, Fields: "fields", CreatedAt: time.Date(2025, 5, 1, 12, 0, 0, 0, time.UTC),
	}
	for ord, text := range texts {
		m.Passages = append(m.Passages, segment.Passage{Ord: ord, Text: text, Page: ord + 1, Second: 2, Offset: 3})
	}
	return m
}

func open(t *testing.T, dir string) *segment.Set {
	t.Helper()
	s, err := segment.Open(dir, "model", 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// apply applies a batch; each becomes a file, since the set holds nothing in memory.
func apply(t *testing.T, s *segment.Set, b segment.Batch) {
	t.Helper()
	b.Seq, b.Dims = s.State().Seq+1, dims
	if err := s.Apply(b); err != nil {
		t.Fatal(err)
	}
}

func ref(t *testing.T, s *segment.Set, id string) segment.Ref {
	t.Helper()
	r, found := s.State().Find(id)
	if !found {
		t.Fatalf("%s is not there", id)
	}
	return r
}

// contents returns all live texts with their vectors.
func contents(t *testing.T, s *segment.State) string {
	t.Helper()
	all := map[string]string{}
	for _, p := range s.Parts {
		for m := range uint32(p.Memories()) {
			if p.Dead.Has(m) {
				continue
			}
			whole, err := p.Memory(m)
			if err != nil {
				t.Fatal(err)
			}
			for _, passage := range whole.Passages {
				all[fmt.Sprint(whole.ID, passage.Ord)] = fmt.Sprint(passage.Text, passage.Vector)
			}
		}
	}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintln(&b, key, all[key])
	}
	return b.String()
}

func TestAMemoryIsReadAsItWasWritten(t *testing.T) {
	want := memory("m1", "first", "second")
	want.Passages[1].Vector = []int8{1, -2, 3, 127}
	s := open(t, t.TempDir())
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m0", "x"), want}})
	r := ref(t, s, "m1")
	got, err := s.State().Parts[r.Part].Memory(r.Memory)
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	undated := memory("m2", "x")
	undated.CreatedAt = time.Time{}
	apply(t, s, segment.Batch{New: []segment.Memory{undated}})
	r = ref(t, s, "m2")
	if got := s.State().Parts[r.Part].CreatedAt(r.Memory); !got.IsZero() {
		t.Errorf("a memory without a date has %v", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "one"), memory("m2", "two"), memory("m3", "three")}})
	apply(t, s, segment.Batch{Gone: []segment.Ref{ref(t, s, "m2")}})
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	before, seq, live := contents(t, s.State()), s.State().Seq, s.State().Live()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "00000099.segment.new"), []byte("left behind by a crash"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if got := contents(t, s.State()); got != before || s.State().Seq != seq || s.State().Live() != live {
		t.Errorf("at change %d with %+v:\n%swant %d with %+v:\n%s", s.State().Seq, s.State().Live(), got, seq, live, before)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("%v: want the list and one segment", entries)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestVectorsThatCameLateAreReplayed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "one", "two")}}) // change 1
	r := ref(t, s, "m1")
	apply(t, s, segment.Batch{From: 2, Late: map[segment.Ref]map[uint32][]int8{r: {1: {1, 2, 3, 4}}}})
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m2", "three")}})
	if got := contents(t, s.State()); !strings.Contains(got, "two[1 2 3 4]") {
		t.Fatal(got)
	}
	if err := errors.Join(s.Save(), s.Close()); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if got := s.State().Seq; got != 1 {
		t.Errorf("goes on after change %d, want 1: the one after brought the vector", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestLateVectorsAreWrittenWhenThereAreMany(t *testing.T) {
	s := open(t, t.TempDir())
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "one", "two", "three", "four")}})
	apply(t, s, segment.Batch{From: 2, Late: map[segment.Ref]map[uint32][]int8{ref(t, s, "m1"): {1: {1, 2, 3, 4}}}})
	if m := s.Compact(segment.InTiers); m != nil {
		t.Fatal("a merge is due for one vector")
	}
	for range 520 {
		apply(t, s, segment.Batch{})
	}
	m := s.Compact(segment.InTiers)
	if m == nil {
		t.Fatal("everything since would be replayed at every start")
	}
	if err := errors.Join(m.Run(context.Background()), s.Finish(m), s.Discard(s.Left())); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s.State()); !strings.Contains(got, "two[1 2 3 4]") || len(s.State().Parts[0].Late) > 0 {
		t.Error(got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestChangesDuringAMergeAreKept(t *testing.T) {
	s := open(t, t.TempDir())
	for i := range 4 {
		var some []segment.Memory
		for j := range 5 {
			some = append(some, memory(fmt.Sprintf("m%d%d", i, j), fmt.Sprintf("text %d%d", i, j), "more"))
		}
		apply(t, s, segment.Batch{New: some})
	}
	apply(t, s, segment.Batch{Gone: []segment.Ref{ref(t, s, "m00")}})
	before := ref(t, s, "m12")
	doc, _ := s.State().Parts[before.Part].Words.Group(before.Memory)
	apply(t, s, segment.Batch{From: s.State().Seq + 1, Late: map[segment.Ref]map[uint32][]int8{before: {doc: {1, 2, 3, 4}}}})
	apply(t, s, segment.Batch{Gone: []segment.Ref{ref(t, s, "m33")}})
	m := s.Compact(segment.InTiers)
	if m == nil {
		t.Fatal("four segments of one size are not merged")
	}
	late := ref(t, s, "m12")
	first, _ := s.State().Parts[late.Part].Words.Group(late.Memory)
	began := s.State().Seq
	apply(t, s, segment.Batch{Gone: []segment.Ref{ref(t, s, "m01"), ref(t, s, "m32")}})
	if err := m.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	apply(t, s, segment.Batch{From: s.State().Seq + 1, Late: map[segment.Ref]map[uint32][]int8{late: {first + 1: {5, 6, 7, 8}}}})
	want, live, langs := contents(t, s.State()), s.State().Live(), s.State().Langs()
	if err := s.Finish(m); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s.State()); got != want || s.State().Live() != live || s.State().Langs() != langs || len(s.State().Parts) != 1 {
		t.Errorf("%d parts, %+v:\n%swant %+v:\n%s", len(s.State().Parts), s.State().Live(), got, live, want)
	}
	f, err := s.Freeze()
	if err != nil || f.Seq < began || f.Seq >= s.State().Seq {
		t.Errorf("its files are of change %d, the merge began after %d: %v", f.Seq, began, err)
	}
	f.Close()
	if left := s.Left(); len(left) != 4 || s.Discard(left) != nil {
		t.Errorf("%d segments are left", len(left))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAMergeOfADroppedIndexIsDropped(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for i := range 4 {
		apply(t, s, segment.Batch{New: []segment.Memory{memory(fmt.Sprint("m", i), "text")}})
	}
	first, second := s.Compact(segment.InTiers), s.Compact(segment.InTiers)
	if err := errors.Join(first.Run(context.Background()), second.Run(context.Background()), s.Finish(first), s.Finish(second)); err != nil {
		t.Fatal(err)
	}
	if err := s.Discard(s.Left()); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 || s.State().Live().Docs != 4 {
		t.Errorf("%v, %+v", entries, s.State().Live())
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestPurgeLeavesNothingOnTheDisk(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	// The secret word's stem is in another memory; its spelling must go.
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "confidentially"), memory("m2", "confidential matters")}})
	apply(t, s, segment.Batch{Gone: []segment.Ref{ref(t, s, "m1")}})
	for m := s.Compact(segment.Purged); m != nil; m = s.Compact(segment.Purged) {
		if err := errors.Join(m.Run(context.Background()), s.Finish(m), s.Discard(s.Left())); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil || bytes.Contains(file, []byte("confidentially")) || bytes.Contains(file, []byte("m1")) {
			t.Errorf("%s holds what is gone (%v)", path, err)
		}
	}
	if got := contents(t, s.State()); !strings.Contains(got, "confidential matters") || len(files) != 2 {
		t.Errorf("%d files, %s", len(files), got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestDamage shows that a damaged index either says so or is unchanged.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "one"), memory("m2", "two")}})
	want := contents(t, s.State())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole := map[string][]byte{}
	paths, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole[path] = file
	}
	for path, file := range whole {
		check := func(what string, damaged []byte) {
			t.Helper()
			for path, file := range whole {
				if err := os.WriteFile(path, file, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if damaged != nil {
				if err := os.WriteFile(path, damaged, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := reopened(t, dir)
			if err != nil && !errors.Is(err, sealed.ErrDamaged) || err == nil && got != want && got != "" {
				t.Errorf("%s of %s: %q, %v", what, filepath.Base(path), got, err)
			}
		}
		for at := 0; at < len(file); at += 1 + len(file)/300 {
			flipped := bytes.Clone(file)
			flipped[at] ^= 0x10
			check(fmt.Sprintf("a flipped bit in byte %d", at), flipped)
			check(fmt.Sprintf("a cut at byte %d", at), file[:at])
		}
		check("the loss", nil)
	}
}

// reopened returns the content of an index after verifying every byte; without a list it is empty.
func reopened(t *testing.T, dir string) (string, error) {
	t.Helper()
	s, err := segment.Open(dir, "model", 1)
	if err != nil {
		return "", err
	}
	defer s.Close()
	if err := s.State().Verify(context.Background()); err != nil {
		return "", err
	}
	if s.State().Seq == 0 && len(s.State().Parts) > 0 {
		t.Error("an index at no change holds something")
	}
	return contents(t, s.State()), nil
}

func TestAnotherModelIsAnEmptyIndex(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	apply(t, s, segment.Batch{New: []segment.Memory{memory("m1", "one")}})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := segment.Open(dir, "other", 1)
	if err != nil || s.State().Seq != 0 || len(s.State().Parts) != 0 {
		t.Errorf("%+v, %v", s.State(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 1 {
		t.Errorf("%v", entries)
	}
}
