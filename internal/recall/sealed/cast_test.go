package sealed

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"unsafe"
)

func TestBytesAsNumbers(t *testing.T) {
	image := make([]byte, 64+8)
	for shift := range 9 { // most of them not aligned
		b := image[shift : shift+24]
		binary.LittleEndian.PutUint64(b, 0x0102030405060708)
		binary.LittleEndian.PutUint32(b[8:], math.Float32bits(-1.5))
		for n := range len(b) + 1 {
			if got := Uint32s(b[:n]); len(got) != n/4 || n >= 8 && !slices.Equal(got[:2], []uint32{0x05060708, 0x01020304}) {
				t.Errorf("%d bytes shifted by %d as 32 bits: %x", n, shift, got)
			}
			if got := Float32s(b[:n]); len(got) != n/4 || n >= 12 && got[2] != -1.5 {
				t.Errorf("%d bytes shifted by %d as floats: %v", n, shift, got)
			}
		}
	}
	if len(Uint32s(nil)) != 0 || len(Float32s(nil)) != 0 {
		t.Error("nothing became something")
	}
}

func TestTheNumbersOfASectionAreTheSameMemory(t *testing.T) {
	f := content{1: noise(1, 40), 2: noise(2, 80)}.file(t, t.TempDir()+"/a")
	b, err := f.Section(2).Bytes(0, 80)
	if err != nil {
		t.Fatal(err)
	}
	if unsafe.Pointer(&b[0]) != unsafe.Pointer(&Float32s(b)[0]) {
		t.Error("a copy")
	}
}
