package picture

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// jpegSegment is a segment of a JPEG.
func jpegSegment(marker byte, content ...byte) []byte {
	return append([]byte{0xff, marker, byte((len(content) + 2) >> 8), byte(len(content) + 2)}, content...)
}

// frameOf is the segment that says how large a JPEG is, and how its channels are sampled.
func frameOf(marker byte, width, height int, ratios ...byte) []byte {
	content := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(len(ratios))}
	for i, ratio := range ratios {
		content = append(content, byte(i+1), ratio, 0)
	}
	return jpegSegment(marker, content...)
}

// headOfJPEG is a JPEG up to its first scan.
func headOfJPEG(marker byte, ratios ...byte) []byte {
	return slices.Concat([]byte("\xff\xd8"), jpegSegment(0xe0, []byte("JFIF\x00")...), frameOf(marker, 64, 64, ratios...), []byte("\xff\xda\x00\x02"))
}

// progressiveJPEG is a grey photograph as phones and editors save it, of which one scan has come.
func progressiveJPEG(width, height int, ratios ...byte) []byte {
	blocks := 0
	for _, ratio := range ratios {
		wide, high := 8*int(ratios[0]>>4), 8*int(ratios[0]&0xf)
		blocks += int(ratio>>4) * int(ratio&0xf) * ((width + wide - 1) / wide) * ((height + high - 1) / high)
	}
	scan := []byte{byte(len(ratios))}
	for i := range ratios {
		scan = append(scan, byte(i+1), 0)
	}
	return bytes.Join([][]byte{
		{0xff, 0xd8},
		jpegSegment(0xdb, append([]byte{0}, bytes.Repeat([]byte{8}, 64)...)...),
		frameOf(0xc2, width, height, ratios...),
		// one code, of one bit: no change
		jpegSegment(0xc4, append([]byte{0, 1}, make([]byte, 16)...)...),
		jpegSegment(0xda, append(scan, 0, 0, 0)...),
		make([]byte, (blocks+7)/8),
		{0xff, 0xd9},
	}, nil)
}

func TestJPEGBytes(t *testing.T) {
	photo := headOfJPEG(0xc0, 0x22, 0x11, 0x11)
	withSegment := func(file, segment []byte) []byte { return slices.Concat(file[:2], segment, file[2:]) }
	inColours := headOfJPEG(0xc0, 0x11, 0x11, 0x11)
	at := bytes.Index(inColours, []byte("\xff\xc0")) + 10
	inColours[at], inColours[at+3], inColours[at+6] = 'R', 'G', 'B'
	for name, tt := range map[string]struct {
		file []byte
		want float64
	}{
		"a photograph":                    {photo, 1.5},
		"one whose comment looks alike":   {withSegment(photo, jpegSegment(0xfe, []byte("a \xff\xc2 in words")...)), 1.5},
		"one with a profile of colours":   {withSegment(photo, jpegSegment(0xe2, bytes.Repeat([]byte("\xff\xc2\x00\x11"), 100)...)), 1.5},
		"one with a photograph within":    {withSegment(photo, jpegSegment(0xe1, headOfJPEG(0xc2, 0x11)...)), 1.5},
		"one behind fill bytes":           {withSegment(photo, []byte("\xff\xff\xff")), 1.5},
		"grey":                            {headOfJPEG(0xc0, 0x11), 1},
		"progressive":                     {headOfJPEG(0xc2, 0x22, 0x11, 0x11), 7.5},
		"progressive, half the colours":   {headOfJPEG(0xc2, 0x21, 0x11, 0x11), 10},
		"progressive, all colours":        {headOfJPEG(0xc2, 0x11, 0x11, 0x11), 15},
		"progressive, grey":               {headOfJPEG(0xc2, 0x22), 5},
		"for print":                       {headOfJPEG(0xc0, 0x11, 0x11, 0x11, 0x11), 8},
		"progressive, for print":          {headOfJPEG(0xc2, 0x22, 0x11, 0x11, 0x22), 16.5},
		"red, green and blue":             {inColours, 7},
		"red, green and blue by a word":   {append(headOfJPEG(0xc0, 0x11, 0x11, 0x11), jpegSegment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)...), 7},
		"not so by the same word":         {withSegment(photo, jpegSegment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x01")...)), 1.5},
		"the word elsewhere":              {withSegment(photo, jpegSegment(0xfe, []byte("Adobe Adobe Adobe Adobe")...)), 1.5},
		"words between the segments":      {withSegment(photo, []byte("words")), 24},
		"no frame":                        {[]byte("\xff\xd8\xff\xda"), 24},
		"a frame of nothing":              {headOfJPEG(0xc0), 24},
		"a frame of channels of no size":  {headOfJPEG(0xc0, 0, 0, 0), 24},
		"a frame that is cut":             {photo[:20], 24},
		"no file":                         {nil, 24},
		"a frame behind too much of else": {withSegment(photo, bytes.Repeat(jpegSegment(0xfe), maxSegments)), 24},
	} {
		t.Run(name, func(t *testing.T) {
			if got := jpegBytes(tt.file); got != tt.want {
				t.Errorf("%v bytes for each pixel, want %v", got, tt.want)
			}
		})
	}
}

// TestPictureOfPhotographsOfPhones decodes what fits, in the memory that was counted for it, and
// refuses what does not.
func TestPictureOfPhotographsOfPhones(t *testing.T) {
	for name, tt := range map[string]struct {
		width, height int
		ratios        []byte
		message       string
	}{
		"16 megapixels":                 {4624, 3468, []byte{0x22, 0x11, 0x11}, ""},
		"12 megapixels, all colours":    {4032, 3024, []byte{0x11, 0x11, 0x11}, msgImageTooLarge},
		"10 megapixels, all colours":    {3650, 2740, []byte{0x11, 0x11, 0x11}, ""},
		"40 megapixels, progressively":  {7300, 5480, []byte{0x22, 0x11, 0x11}, msgImageTooLarge},
		"30 megapixels, in grey":        {6300, 4800, []byte{0x11}, ""},
		"65 thousand pixels, very thin": {65_000, 64, []byte{0x42, 0x11, 0x11}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := progressiveJPEG(tt.width, tt.height, tt.ratios...)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := NewMaker().Picture(t.Context(), file)
			runtime.ReadMemStats(&after)
			if tt.message == "" && err != nil || tt.message != "" && (err == nil || err.Error() != tt.message) {
				t.Fatalf("error %v, want %q", err, tt.message)
			}
			const scaling = 64 << 20 // bytes, once the image is decoded
			if spent := after.TotalAlloc - before.TotalAlloc; spent > maxDecoded+scaling {
				t.Errorf("cost %d MB", spent>>20)
			}
		})
	}
}

func TestSegmentsAreThoseThatWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file, want := []byte("\xff\xd8"), [][]byte(nil)
		for range rapid.IntRange(0, 10).Draw(t, "segments") {
			content := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "content")
			file = append(file, bytes.Repeat([]byte{0xff}, rapid.IntRange(0, 3).Draw(t, "fill"))...)
			file = append(file, jpegSegment(0xe5, content...)...)
			want = append(want, content)
		}
		i := 0
		for marker, content := range segments(append(file, 0xff, scanSegment, 0, 2)) {
			if i == len(want) || marker != 0xe5 || !bytes.Equal(content, want[i]) {
				t.Fatalf("segment %d: marker %#x, %q", i, marker, content)
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%d segments, want %d", i, len(want))
		}
	})
}
