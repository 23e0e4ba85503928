package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"testing"
)

func TestKept(t *testing.T) {
	photo := image.NewRGBA(image.Rect(0, 0, 200, 100))
	for i := range photo.Pix {
		photo.Pix[i] = byte(i * i >> 3)
	}
	made, _, err := NewMaker().Figure(t.Context(), asJPEG(t, photo), maxDecoded)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := NewMaker().Kept(t.Context(), made); err != nil || !bytes.Equal(kept, made) {
		t.Errorf("a picture that was made here is another, %v", err)
	}
	where := withExif(made, exifOf(binary.BigEndian, 6))
	wide := image.NewRGBA(image.Rect(0, 0, 2000, 100))
	for name, file := range map[string][]byte{
		"one that says where it was taken": where, "one with a page behind it": append(bytes.Clone(made), "<script>run()</script>"...),
		"one that is too wide": asJPEG(t, wide), "one of another format": movingGIF(t, 1),
	} {
		kept, err := NewMaker().Kept(t.Context(), file)
		if err != nil || bytes.Equal(kept, file) || !isPlain(kept) {
			t.Errorf("%s is not made anew: %v", name, err)
		}
	}
	for name, file := range map[string][]byte{"nothing": nil, "a page": []byte("<html>"), "half of one": made[:len(made)/2]} {
		if _, err := NewMaker().Kept(t.Context(), file); err == nil {
			t.Errorf("%s is kept", name)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xdb\x00\x04ab\xff\xda\x00\x02x\xff\x00y\xff\xd9"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if isPlain(file) && !bytes.HasSuffix(file, []byte("\xff\xd9")) {
			t.Error("there is something behind the picture")
		}
	})
}
