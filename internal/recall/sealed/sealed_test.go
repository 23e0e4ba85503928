package sealed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

const format = 7

// content is the sections of a file by id.
type content map[int][]byte

// writeTo writes the sections in order, in pieces of an odd size.
func (c content) writeTo(w *Writer) {
	for id := range sections {
		if part, ok := c[id]; ok {
			w.Section(id)
			for piece := range slices.Chunk(part, 4999) {
				_, _ = w.Write(piece) // errors are sticky
			}
		}
	}
}

func (c content) image(t testing.TB) []byte {
	t.Helper()
	w := NewWriter(format)
	c.writeTo(w)
	f, err := w.Seal()
	if err != nil {
		t.Fatal(err)
	}
	return f.image
}

func (c content) file(t testing.TB, path string) *File {
	t.Helper()
	w, err := Create(path, format)
	if err != nil {
		t.Fatal(err)
	}
	c.writeTo(w)
	f, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// same reads every section and returns the first that is neither right nor reported as damaged.
func (c content) same(f *File) error {
	for id := range sections {
		s := f.Section(id)
		got, err := s.Bytes(0, s.Len())
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		if err == nil && !bytes.Equal(got, c[id]) {
			return fmt.Errorf("section %d has other bytes than were written", id)
		}
	}
	return nil
}

func noise(seed uint64, n int) []byte {
	b := make([]byte, n)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// large has sections that start and end within, at and across blocks.
func large() content {
	return content{
		0:  noise(1, 100),
		3:  nil,
		9:  noise(2, blockSize-headerSize-128),
		10: noise(3, blockSize),
		63: noise(4, 3*blockSize+77),
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		want := content{}
		var order []int
		sizes := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(blockSize-130, blockSize+130), rapid.IntRange(0, 5*blockSize))
		for _, id := range rapid.SliceOfNDistinct(rapid.IntRange(0, sections-1), 0, 6, rapid.ID).Draw(t, "ids") {
			order = append(order, id)
			want[id] = noise(uint64(id), sizes.Draw(t, "size"))
		}
		write := func(w *Writer) {
			for _, id := range order {
				w.Section(id)
				for rest := want[id]; len(rest) > 0; {
					n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
					if got, err := w.Write(rest[:n]); got != n || err != nil {
						t.Fatalf("wrote %d of %d bytes: %v", got, n, err)
					}
					rest = rest[n:]
				}
			}
		}
		onDisk, err := Create(filepath.Join(dir, "a"), format)
		if err != nil {
			t.Fatal(err)
		}
		write(onDisk)
		mapped, err := onDisk.Commit()
		if err != nil {
			t.Fatal(err)
		}
		defer mapped.Close()
		inMemory := NewWriter(format)
		write(inMemory)
		sealed, err := inMemory.Seal()
		if err != nil {
			t.Fatal(err)
		}
		read, err := Read(mapped.image, format)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*File{mapped, sealed, read} {
			for id := range sections {
				s := f.Section(id)
				if s.Len() != len(want[id]) || s.start%alignment != 0 {
					t.Fatalf("section %d has %d bytes of %d, at %d", id, s.Len(), len(want[id]), s.start)
				}
			}
			for range 20 {
				id := rapid.IntRange(0, sections-1).Draw(t, "id")
				if len(order) > 0 {
					id = rapid.SampledFrom(order).Draw(t, "id")
				}
				offset := rapid.IntRange(0, len(want[id])).Draw(t, "offset")
				n := rapid.IntRange(0, len(want[id])-offset).Draw(t, "n")
				got, err := f.Section(id).Bytes(offset, n)
				if err != nil || !bytes.Equal(got, want[id][offset:offset+n]) || cap(got) > n {
					t.Fatalf("section %d, %d bytes at %d: %d bytes with room for %d, %v", id, n, offset, len(got), cap(got), err)
				}
			}
			if err := f.Verify(context.Background()); err != nil {
				t.Fatal(err)
			}
			if f.Size() != int64(len(f.image)) {
				t.Fatalf("size %d of %d", f.Size(), len(f.image))
			}
		}
		if !bytes.Equal(mapped.image, sealed.image) {
			t.Fatal("a file and an image in memory differ")
		}
	})
}

func TestBytesOutOfASectionAreDamage(t *testing.T) {
	const most = int(^uint(0) >> 1)
	f, err := Read(large().image(t), format)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct{ id, offset, n int }{
		{0, -1, 1}, {0, 0, -1}, {0, 0, 101}, {0, 101, 0}, {0, 100, 1}, {0, most, 1}, {0, 1, most}, {0, most, most},
		{0, -most - 1, 1}, {0, 0, -most - 1}, {0, -most - 1, -most - 1}, {3, 0, 1}, {5, 0, 1}, {-1, 0, 1}, {sections, 0, 1}, {most, 0, 1},
	} {
		if b, err := f.Section(at.id).Bytes(at.offset, at.n); !errors.Is(err, ErrDamaged) || b != nil {
			t.Errorf("section %d, %d bytes at %d: %d bytes, %v", at.id, at.n, at.offset, len(b), err)
		}
	}
	for _, id := range []int{-1, 3, 5, sections} {
		if b, err := f.Section(id).Bytes(0, 0); err != nil || len(b) != 0 || f.Section(id).Len() != 0 {
			t.Errorf("nothing of section %d: %d bytes, %v", id, len(b), err)
		}
	}
}

func TestOnlyBlocksThatAreReadAreChecked(t *testing.T) {
	image := large().image(t)
	f, err := Read(image, format)
	if err != nil {
		t.Fatal(err)
	}
	last := f.Section(63)
	image[last.start+3*blockSize] ^= 1
	if _, err := last.Bytes(0, blockSize); err != nil {
		t.Errorf("a whole part of a damaged file: %v", err)
	}
	for range 2 {
		if _, err := last.Bytes(0, last.Len()); !errors.Is(err, ErrDamaged) {
			t.Errorf("a damaged part: %v", err)
		}
	}
	image[last.start+3*blockSize] ^= 1
	if _, err := last.Bytes(0, last.Len()); err != nil {
		t.Errorf("a part that is whole again: %v", err)
	}
}

func TestVerifyDetectsABlockDamagedAfterItWasRead(t *testing.T) {
	image := large().image(t)
	f, err := Read(image, format)
	if err != nil {
		t.Fatal(err)
	}
	s := f.Section(0)
	if _, err := s.Bytes(0, s.Len()); err != nil {
		t.Fatal(err)
	}
	image[s.start] ^= 4
	if err := f.Verify(context.Background()); !errors.Is(err, ErrDamaged) {
		t.Errorf("verify: %v", err)
	}
	if _, err := s.Bytes(0, 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("read after verify: %v", err)
	}
}

func TestVerifyStopsWhenItIsCancelled(t *testing.T) {
	f := large().file(t, filepath.Join(t.TempDir(), "a"))
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := f.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("verify: %v", err)
	}
}

func TestReadersNeedNoLock(t *testing.T) {
	want := large()
	f := want.file(t, filepath.Join(t.TempDir(), "a"))
	var group sync.WaitGroup
	for reader := range 8 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(reader), 1))
			for range 300 {
				part := want[63]
				offset := random.IntN(len(part))
				n := random.IntN(len(part) - offset)
				got, err := f.Section(63).Bytes(offset, n)
				if err != nil || !bytes.Equal(got, part[offset:offset+n]) {
					t.Errorf("%d bytes at %d: %v", n, offset, err)
				}
			}
			if err := f.Verify(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestNoChangeOfABitmapIsLost(t *testing.T) {
	b := newBitmap(64) // one word, changed by all
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for round := range 500_000 {
				b.set(i)
				set := b.has(i)
				b.clear(i)
				if !set || b.has(i) {
					t.Errorf("round %d: a change of %d is lost", round, i)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestAMappedFileHoldsLittleMemory(t *testing.T) {
	c := content{1: noise(1, 64*blockSize)}
	if held := c.file(t, filepath.Join(t.TempDir(), "a")).Held(); held <= 0 || held > 2048 {
		t.Errorf("a mapped file of a megabyte holds %d bytes", held)
	}
	f, err := Read(c.image(t), format)
	if err != nil {
		t.Fatal(err)
	}
	if f.Held() < f.Size() {
		t.Errorf("an image of %d bytes in memory holds %d", f.Size(), f.Held())
	}
}

func TestAClosedFileGivesNothing(t *testing.T) {
	f := large().file(t, filepath.Join(t.TempDir(), "a"))
	s := f.Section(0)
	if _, err := s.Bytes(0, 1); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := f.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if _, err := s.Bytes(0, 1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("read: %v", err)
	}
	if err := f.Verify(context.Background()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("verify: %v", err)
	}
}

func TestOpeningAMissingFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "a"), format); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Open(dir, format); !errors.Is(err, ErrDamaged) {
		t.Errorf("a folder: %v", err)
	}
}
