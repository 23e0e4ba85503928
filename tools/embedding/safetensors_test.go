package main

import (
	"encoding/binary"
	"math"
	"testing"
)

func TestFloat16IsReadExactly(t *testing.T) {
	for bits, want := range map[uint16]float32{
		0x0000: 0,
		0x3c00: 1,
		0xc000: -2,
		0x3555: 0.333251953125,
		0x7bff: 65504,
		0x0400: 0x1p-14,
		0x03ff: 0x1p-14 - 0x1p-24,
		0x8001: -0x1p-24,
		0x7c00: float32(math.Inf(1)),
		0xfc00: float32(math.Inf(-1)),
	} {
		if got := half(bits); got != want {
			t.Errorf("%#04x is %v, want %v", bits, got, want)
		}
	}
	if got := half(0x8000); got != 0 || !math.Signbit(float64(got)) {
		t.Errorf("-0 is %v", got)
	}
	if got := half(0x7e01); got == got {
		t.Errorf("no number is %v", got)
	}
}

// FuzzTensors reads what no one wrote as tensors: whatever it says, it gives numbers of the shape that it says, or an error.
func FuzzTensors(f *testing.F) {
	with := func(header, data string) []byte {
		return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...), data...)
	}
	f.Add([]byte{})
	f.Add(with(`{"__metadata__":{}}`, ""))
	f.Add(with(`{"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}`, "12345678"))
	f.Add(with(`{"a":{"dtype":"F16","shape":[4],"data_offsets":[0,8]},"bert.b":{"dtype":"BF16","shape":[],"data_offsets":[2,4]}}`, "12345678"))
	f.Add(with(`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[4,0]}}`, "1234"))
	f.Add(with(`{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, "1234"))
	f.Add(with(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[9223372036854775807,-9223372036854775805]}}`, "1234"))
	f.Add(binary.LittleEndian.AppendUint64(nil, math.MaxUint64))
	f.Fuzz(func(t *testing.T, file []byte) {
		read, err := parseTensors(file)
		if err != nil {
			return
		}
		for name, one := range read.header {
			numbers, err := read.floats(name, one.Shape...)
			if err != nil {
				continue
			}
			count := 1
			for _, side := range one.Shape {
				count *= side
			}
			if len(numbers) != count {
				t.Errorf("%s of the shape %v has %d numbers", name, one.Shape, len(numbers))
			}
		}
	})
}
