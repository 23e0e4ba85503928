package encoder

import (
	"encoding/binary"
	"math"
)

// A row of the embedding table in Int4 consists of blocks of 32 numbers: a float16 scale, and 16
// bytes with number i in the low half of byte i and number i+16 in the high half. A number is its
// half less 8, times the scale.
const (
	int4Block = 32
	int4Size  = 2 + int4Block/2 // bytes of a block
)

// putInt4 sets dst to a row.
func putInt4(dst []float32, row []byte) {
	for ; len(row) >= int4Size; row, dst = row[int4Size:], dst[int4Block:] {
		scale := fromHalf(binary.LittleEndian.Uint16(row))
		for i, both := range row[2:int4Size] {
			dst[i] = float32(int(both&15)-8) * scale
			dst[i+int4Block/2] = float32(int(both>>4)-8) * scale
		}
	}
}

// appendInt4 appends a block of numbers. Numbers that were read from such a block are kept exactly:
// the largest one has the half 0.
func appendInt4(to []byte, block []float32) []byte {
	var largest float32
	for _, v := range block {
		if math.Abs(float64(v)) > math.Abs(float64(largest)) {
			largest = v
		}
	}
	bits := toHalf(largest / -8)
	to = binary.LittleEndian.AppendUint16(to, bits)
	scale := fromHalf(bits)
	half := func(v float32) byte {
		if scale == 0 {
			return 8
		}
		return byte(max(0, min(15, math.RoundToEven(float64(v/scale))+8)))
	}
	for i, v := range block[:int4Block/2] {
		to = append(to, half(v)|half(block[i+int4Block/2])<<4)
	}
	return to
}

// fromHalf returns the number of a float16: a sign, 5 bits of exponent and 10 of fraction. As a
// float32 its bits are too small by the difference of the exponents' biases.
func fromHalf(bits uint16) float32 {
	return math.Float32frombits(uint32(bits>>15)<<31|uint32(bits&0x7fff)<<13) * 0x1p112
}

// toHalf returns the nearest float16 of a finite number below 65,520 in magnitude.
func toHalf(v float32) uint16 {
	bits := math.Float32bits(v * 0x1p-112)
	return uint16(bits>>16&0x8000) | uint16((bits&0x7fffffff+0xfff+bits>>13&1)>>13)
}
