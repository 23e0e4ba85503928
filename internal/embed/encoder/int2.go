package encoder

import (
	"encoding/binary"
	"math"
)

// A row of rare words consists of blocks: a float16 scale, then 2 bits for each number, those of
// number i in byte i%8 at bit 2(i/8). A number is its code less 1½, times the scale.
const (
	int2Block = 32
	int2Size  = 2 + int2Block/4 // bytes of a block
)

// The scales that are tried, as shares of the largest magnitude of a block.
const (
	leastScale, mostScale = 0.2, 0.72
	scaleStep             = 0.02
)

// putInt2 sets dst to a row.
func putInt2(dst []float32, row []byte) {
	for ; len(row) >= int2Size; row, dst = row[int2Size:], dst[int2Block:] {
		scale := fromHalf(binary.LittleEndian.Uint16(row))
		for i, codes := range row[2:int2Size] {
			for j := i; j < int2Block; j += int2Block / 4 {
				dst[j] = (float32(codes&3) - 1.5) * scale
				codes >>= 2
			}
		}
	}
}

// appendInt2 appends a block of numbers with the scale, of those that are tried, whose squared error
// is least.
func appendInt2(to []byte, block []float32) []byte {
	var largest float32
	for _, v := range block {
		largest = max(largest, v, -v)
	}
	least, best := math.Inf(1), uint16(0)
	for share := float32(leastScale); share < mostScale; share += scaleStep {
		bits := toHalf(largest * share)
		if e := int2Error(block, fromHalf(bits)); e < least {
			least, best = e, bits
		}
	}
	scale := fromHalf(best)
	to = binary.LittleEndian.AppendUint16(to, best)
	for i := range int2Block / 4 {
		var codes byte
		for j := i; j < int2Block; j += int2Block / 4 {
			codes |= codeOf(block[j], scale) << (2 * (j / (int2Block / 4)))
		}
		to = append(to, codes)
	}
	return to
}

// int2Error returns the squared error of a block at a scale.
func int2Error(block []float32, scale float32) float64 {
	sum := 0.0
	for _, v := range block {
		off := float64(v - (float32(codeOf(v, scale))-1.5)*scale)
		sum += off * off
	}
	return sum
}

// codeOf returns the code of the level nearest to a number.
func codeOf(v, scale float32) byte {
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
