package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
)

// tensors holds the tensors of a safetensors file: eight bytes with the length of a JSON header,
// which has the offset of each tensor in the rest.
type tensors struct {
	header map[string]tensor
	data   []byte
}

type tensor struct {
	Type    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

func readTensors(path string) (*tensors, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := parseTensors(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// parseTensors reads the header. Where its tensors lie is checked when they are asked for.
func parseTensors(file []byte) (*tensors, error) {
	if len(file) < 8 {
		return nil, errors.New("no safetensors file")
	}
	length := binary.LittleEndian.Uint64(file)
	if length > uint64(len(file)-8) {
		return nil, errors.New("the header is longer than the file")
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+length], &raw); err != nil {
		return nil, err
	}
	t := &tensors{header: map[string]tensor{}, data: file[8+length:]}
	for name, text := range raw {
		if name == "__metadata__" {
			continue
		}
		var one tensor
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		t.header[name] = one
	}
	return t, nil
}

// number is a type of floating point: how many bytes one takes, and how they are read.
type number struct {
	size int
	read func(bytes []byte) float32
}

// numbers are the types that models are published in.
var numbers = map[string]number{
	"F32": {4, func(bytes []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(bytes)) }},
	"F16": {2, func(bytes []byte) float32 { return half(binary.LittleEndian.Uint16(bytes)) }},
	"BF16": {2, func(bytes []byte) float32 {
		return math.Float32frombits(uint32(binary.LittleEndian.Uint16(bytes)) << 16)
	}},
}

// half returns the number that the bits of a float16 stand for: a sign, 5 bits of exponent and 10 of fraction. As the bits of
// a float32 they are too small by the difference of the two biases; what is infinite or no number has the greatest exponent.
func half(bits uint16) float32 {
	sign, rest := uint32(bits>>15)<<31, uint32(bits&0x7fff)<<13
	if bits&0x7c00 == 0x7c00 {
		return math.Float32frombits(sign | 0x7f800000 | rest)
	}
	return math.Float32frombits(sign|rest) * 0x1p112
}

// floats returns a tensor of that shape.
func (t *tensors) floats(name string, shape ...int) ([]float32, error) {
	one, ok := t.header[name]
	if !ok {
		one, ok = t.header["bert."+name]
	}
	kind, known := numbers[one.Type]
	if !ok || !known || !slices.Equal(one.Shape, shape) {
		return nil, fmt.Errorf("%s: no floating point of the shape %v", name, shape)
	}
	from, to := one.Offsets[0], one.Offsets[1]
	if from < 0 || to < from || to > len(t.data) || (to-from)%kind.size != 0 || !has(shape, (to-from)/kind.size) {
		return nil, fmt.Errorf("%s: the file does not hold a tensor of the shape %v where it says", name, shape)
	}
	floats := make([]float32, 0, (to-from)/kind.size)
	for at := from; at < to; at += kind.size {
		floats = append(floats, kind.read(t.data[at:to]))
	}
	return floats, nil
}

// has reports whether a tensor of that shape is of n numbers.
func has(shape []int, n int) bool {
	for _, side := range shape {
		if side < 1 || n%side != 0 {
			return false
		}
		n /= side
	}
	return n == 1
}
