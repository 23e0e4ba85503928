package encoder

import (
	"encoding/binary"
	"math"
)

// A row of rare words consists of blocks of 32 numbers: a float16 scale, and 8 bytes with number i
// in two bits of byte i%8, the lower ones the smaller i is. A number is its quarter less 1½, times
// the scale.
const (
	int2Block = 32
	int2Size  = 2 + int2Block/4 // bytes of a block
)

// putInt2 sets dst to a row.
func putInt2(dst []float32, row []byte) {
	for ; len(row) >= int2Size; row, dst = row[int2Size:], dst[int2Block:] {
		scale := fromHalf(binary.LittleEndian.Uint16(row))
		for i, four := range row[2:int2Size] {
			for j := i; j < int2Block; j += int2Block / 4 {
				dst[j] = (float32(four&3) - 1.5) * scale
				four >>= 2
			}
		}
	}
}

// appendInt2 appends a block of numbers with the scale that has the least squared error.
func appendInt2(to []byte, block []float32) []byte {
	var largest float32
	for _, v := range block {
		largest = max(largest, v, -v)
	}
	least, best := math.Inf(1), uint16(0)
	for share := float32(0.2); share < 0.72; share += 0.02 {
		bits := toHalf(largest * share)
		if e := int2Error(block, fromHalf(bits)); e < least {
			least, best = e, bits
		}
	}
	scale := fromHalf(best)
	to = binary.LittleEndian.AppendUint16(to, best)
	for i := range int2Block / 4 {
		var four byte
		for j := i; j < int2Block; j += int2Block / 4 {
			four |= quarter(block[j], scale) << (2 * (j / (int2Block / 4)))
		}
		to = append(to, four)
	}
	return to
}

// int2Error returns the squared error of a block at a scale.
func int2Error(block []float32, scale float32) float64 {
	sum := 0.0
	for _, v := range block {
		off := float64(v - (float32(quarter(v, scale))-1.5)*scale)
		sum += off * off
	}
	return sum
}

// quarter returns which of the four numbers of a scale is nearest.
func quarter(v, scale float32) byte {
	switch {
	case v < -scale:
		return 0
	case v < 0:
		return 1
	case v < scale:
		return 2
	}
	return 3
}
