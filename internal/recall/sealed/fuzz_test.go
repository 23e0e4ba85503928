package sealed

import (
	"context"
	"errors"
	"testing"
)

// FuzzRead reads arbitrary bytes. What verifies must return all sections, which must form a valid
// file again.
func FuzzRead(f *testing.F) {
	for _, c := range []content{{}, {0: nil}, {2: noise(1, 70), 63: []byte("last")}, large()} {
		image := c.image(f)
		f.Add(image)
		f.Add(image[:len(image)-1])
		f.Add(image[headerSize:])
	}
	f.Add([]byte(mark))
	f.Fuzz(func(t *testing.T, image []byte) {
		file, err := Read(image, format)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		whole := file.Verify(context.Background())
		read := content{}
		for id := range sections {
			s := file.Section(id)
			b, err := s.Bytes(0, s.Len())
			if err != nil && (whole == nil || !errors.Is(err, ErrDamaged)) {
				t.Fatalf("section %d: %v, of a file: %v", id, err, whole)
			}
			if b != nil {
				read[id] = b
			}
			if _, err := s.Bytes(s.Len(), 1); !errors.Is(err, ErrDamaged) {
				t.Fatalf("beyond section %d: %v", id, err)
			}
		}
		again, err := Read(read.image(t), format)
		if err != nil {
			t.Fatal(err)
		}
		if err := read.same(again); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzDamage changes or truncates a file and must never read wrong bytes. It writes from numbers,
// since long inputs would only be minimised.
func FuzzDamage(f *testing.F) {
	f.Add(uint16(10), uint(70), byte(1), uint(0))
	f.Add(uint16(blockSize+99), uint(blockSize), byte(255), uint(0))
	f.Add(uint16(0), uint(0), byte(0), uint(5))
	f.Fuzz(func(t *testing.T, size uint16, at uint, mask byte, cut uint) {
		want := content{1: noise(uint64(at), int(size)), 4: []byte("after")}
		image := want.image(t)
		length := uint(len(image))
		image[at%length] ^= mask
		if mask == 0 && cut%length == 0 {
			return
		}
		noticed(t, image[:length-cut%length], want)
	})
}
