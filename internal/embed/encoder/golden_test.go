package encoder

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// goldenText returns the text of the golden file.
type goldenText struct {
	Text   string
	IDs    []int32   // its pieces, at most 254, without [CLS] and [SEP]
	Vector []float32 // its 384 numbers, each within 1/65534; of length 1 to that precision
}

// goldenSize is the number of texts in it.
const goldenSize = 384

// golden returns 1,000 texts in ten scripts, of one word to 254 pieces, with the vectors of a file:
// golden.vectors are by the published model, trained.vectors by the one that the binary carries.
func golden(t testing.TB, vectors string) []goldenText {
	t.Helper()
	return withVectors(t, readTexts(t, "testdata/golden.jsonl"), vectors)
}

// withVectors returns texts with the vectors of a file in testdata.
func withVectors(t testing.TB, texts []goldenText, vectors string) []goldenText {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", vectors))
	if err != nil {
		t.Fatal(err)
	}
	if len(data) != len(texts)*goldenSize*2 {
		t.Fatalf("%s has %d bytes for %d texts", vectors, len(data), len(texts))
	}
	for i := range texts {
		texts[i].Vector = make([]float32, goldenSize)
		for j := range texts[i].Vector {
			number := int16(binary.LittleEndian.Uint16(data[(i*goldenSize+j)*2:]))
			texts[i].Vector[j] = float32(number) / 32767
		}
	}
	return texts
}

// readTexts reads texts with their pieces from a file, one a line.
func readTexts(t testing.TB, path string) []goldenText {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var texts []goldenText
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var text goldenText
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			t.Fatalf("%s, line %d: %v", path, len(texts)+1, err)
		}
		texts = append(texts, text)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestGoldenTextsAreWhole(t *testing.T) {
	texts := golden(t, "golden.vectors")
	if len(texts) != 1000 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range texts {
		if n := len(text.IDs); n < 1 || n > 254 {
			t.Errorf("%q has %d pieces", text.Text, n)
		}
		length := 0.0
		for _, x := range text.Vector {
			length += float64(x) * float64(x)
		}
		if length < .999 || length > 1.001 {
			t.Errorf("the vector of %q has the squared length %v", text.Text, length)
		}
	}
}
