package sealed

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// noticed fails if a damaged image returns wrong bytes or passes verification.
func noticed(t *testing.T, image []byte, want content) {
	t.Helper()
	f, err := Read(image, format)
	if err != nil {
		if !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		return
	}
	if err := want.same(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(context.Background()); !errors.Is(err, ErrDamaged) {
		t.Fatalf("verify: %v", err)
	}
}

func TestEveryFlippedBitIsDetected(t *testing.T) {
	want := content{2: noise(1, 70), 3: nil, 5: noise(2, 1)}
	image := want.image(t)
	body := len(image) - footerSize - sumSize
	for bit := range len(image) * 8 {
		image[bit/8] ^= 1 << (bit % 8)
		noticed(t, image, want)
		if at := bit / 8; at < headerSize || at >= body {
			if _, err := Read(image, format); !errors.Is(err, ErrDamaged) {
				t.Errorf("bit %d, which is not in the body, when read at once: %v", bit, err)
			}
		}
		image[bit/8] ^= 1 << (bit % 8)
	}
	if f, err := Read(image, format); err != nil || f.Verify(context.Background()) != nil {
		t.Errorf("the image as it was: %v", err)
	}
}

func TestFlippedBitsOfALargerFileAreDetected(t *testing.T) {
	want := large()
	image := want.image(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		bit := random.IntN(len(image) * 8)
		image[bit/8] ^= 1 << (bit % 8)
		noticed(t, image, want)
		image[bit/8] ^= 1 << (bit % 8)
	}
}

func TestAFileOfAnotherLengthIsDamaged(t *testing.T) {
	image := content{2: noise(1, 70), 3: nil, 5: noise(2, 1)}.image(t)
	damagedImage := func(what string, image []byte) {
		t.Helper()
		if _, err := Read(image, format); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for n := range len(image) {
		damagedImage("cut at the end", image[:n])
		damagedImage("cut at the start", image[len(image)-n:])
		damagedImage("cut in the middle", slices.Concat(image[:n], image[n+1:]))
	}
	damagedImage("a byte more", append(slices.Clone(image), 0))
	damagedImage("twice", slices.Concat(image, image))
	damagedImage("all zeros", make([]byte, len(image)))
}

func TestEveryCutOfAFileOnDiskIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f := content{2: noise(1, 70)}.file(t, path)
	for n := f.Size() - 1; n >= 0; n-- {
		if err := os.Truncate(path, n); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, format); !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d bytes of %d: %v", n, f.Size(), err)
		}
	}
}

func TestAnotherFormatIsDamaged(t *testing.T) {
	image := large().image(t)
	if _, err := Read(image, format); err != nil {
		t.Fatal(err)
	}
	for _, other := range []uint32{0, format - 1, format + 1, format << 8} {
		if _, err := Read(image, other); !errors.Is(err, ErrDamaged) || !errors.Is(err, ErrFormat) {
			t.Errorf("format %d read as %d: %v", format, other, err)
		}
	}
	foreign := map[string][]byte{
		"nothing":                   nil,
		"a database":                append([]byte("SQLite format 3\x00"), make([]byte, 8192)...),
		"text":                      bytes.Repeat([]byte("a page of text. "), 400),
		"an older layout":           append([]byte(mark[:len(mark)-1]+"\x00"), image[len(mark):]...),
		"the header of another one": append(header(format+1), image[headerSize:]...),
	}
	for what, image := range foreign {
		if _, err := Read(image, format); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A footer with a valid checksum but wrong offsets must not lead outside the image.
func TestAWrongFooterIsDamage(t *testing.T) {
	const most = ^uint64(0)
	image := large().image(t)
	honest, err := readFooter(image)
	if err != nil {
		t.Fatal(err)
	}
	lies := map[string]func(*footer){
		"a body of nothing":              func(f *footer) { f.body = 0 },
		"a body that is shorter":         func(f *footer) { f.body-- },
		"a body longer than the file":    func(f *footer) { f.body = uint64(len(image)) + 1 },
		"an endless body":                func(f *footer) { f.body = most },
		"a section in the header":        func(f *footer) { f.sections[0].start = 0 },
		"a section that is not aligned":  func(f *footer) { f.sections[0].start++ },
		"a section beyond the body":      func(f *footer) { f.sections[0].start = f.body + alignment - f.body%alignment },
		"a section longer than the body": func(f *footer) { f.sections[0].length = f.body },
		"an endless section":             func(f *footer) { f.sections[0].length = most },
		"a section at the end of all":    func(f *footer) { f.sections[0] = span{most - alignment + 1, most} },
		"another table":                  func(f *footer) { f.table++ },
	}
	body := image[:len(image)-footerSize]
	other := honest.encode()
	binary.LittleEndian.PutUint64(other[sections*16+8:], honest.size()+1)
	other = other[:footerSize-sumSize]
	other = binary.LittleEndian.AppendUint32(other, crc32.Checksum(other, castagnoli))
	if _, err := Read(slices.Concat(body, other), format); !errors.Is(err, ErrDamaged) {
		t.Errorf("another length: %v", err)
	}
	for what, lie := range lies {
		f := honest
		lie(&f)
		altered := slices.Concat(body, f.encode())
		if _, err := Read(altered, format); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAFileCutShortWhileMappedIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f := content{1: noise(1, 64*blockSize)}.file(t, path)
	s := f.Section(1)
	read, err := s.Bytes(0, 40*blockSize)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 10*blockSize); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Bytes(50*blockSize, 10); !errors.Is(err, ErrDamaged) {
		t.Errorf("a block that was not read before: %v", err)
	}
	if err := f.Verify(context.Background()); !errors.Is(err, ErrDamaged) {
		t.Errorf("verify: %v", err)
	}
	var sum int
	err = Guard(func() error {
		for _, b := range read {
			sum += int(b)
		}
		return nil
	})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("bytes that were read before, of which the sum is %d: %v", sum, err)
	}
	if _, err := Open(path, format); !errors.Is(err, ErrDamaged) {
		t.Errorf("opened again: %v", err)
	}
}

func TestGuardPassesOtherPanics(t *testing.T) {
	wrong := errors.New("wrong")
	for _, want := range []error{nil, wrong} {
		if err := Guard(func() error { return want }); !errors.Is(err, want) {
			t.Errorf("%v became %v", want, err)
		}
	}
	var none *footer
	empty := []byte{}
	panics := map[string]func() error{
		"a value":       func() error { panic("value") },
		"an error":      func() error { panic(wrong) },
		"a nil pointer": func() error { return none.agree(0, 0) },
		"out of range":  func() error { return errors.New(string(empty[footerSize])) },
	}
	for what, do := range panics {
		t.Run(what, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the panic was taken for damage")
				}
			}()
			t.Errorf("no panic, but %v", Guard(do))
		})
	}
}
