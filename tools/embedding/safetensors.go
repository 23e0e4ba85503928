package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
)

// tensors are those of a file in the format safetensors: eight bytes that give the length of a JSON header, which says
// where in the rest each tensor lies.
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
	if len(file) < 8 {
		return nil, fmt.Errorf("%s is no safetensors file", path)
	}
	length := binary.LittleEndian.Uint64(file)
	if length > uint64(len(file)-8) {
		return nil, fmt.Errorf("%s: the header is longer than the file", path)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+length], &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := &tensors{header: map[string]tensor{}, data: file[8+length:]}
	for name, text := range raw {
		if name == "__metadata__" {
			continue
		}
		var one tensor
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, name, err)
		}
		t.header[name] = one
	}
	return t, nil
}

// floats returns a tensor of that shape.
func (t *tensors) floats(name string, shape ...int) ([]float32, error) {
	one, ok := t.header[name]
	if !ok {
		one, ok = t.header["bert."+name]
	}
	size := 4
	for _, n := range shape {
		size *= n
	}
	from, to := one.Offsets[0], one.Offsets[1]
	if !ok || one.Type != "F32" || !slices.Equal(one.Shape, shape) || from < 0 || to-from != size || to > len(t.data) {
		return nil, fmt.Errorf("%s: no float32 of the shape %v", name, shape)
	}
	numbers := make([]float32, size/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[from+4*i:]))
	}
	return numbers, nil
}
