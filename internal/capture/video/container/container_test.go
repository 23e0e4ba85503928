package container

import (
	"bytes"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/capture/video/length"
)

var (
	day   = time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC)
	whole = Info{Title: "The dance of bees", Artist: "Ada", Album: "Insects", Comment: "How they tell each other.", Published: day, Duration: 90 * time.Second, Cover: image}
)

// but gives whole with a change.
func but(change func(*Info)) Info {
	i := whole
	change(&i)
	return i
}

func id3Frames(version byte) [][]byte {
	return [][]byte{
		frame(version, "TIT2", byte(3), "The dance of bees"), frame(version, "TPE1", byte(1), wide("Ada")), frame(version, "TALB", byte(0), "Insects\x00"),
		frame(version, "TDRC", byte(0), "2024-05-03T10:00"), frame(version, "COMM", byte(0), "engiTunPGAP\x000"), frame(version, "COMM", byte(1), "eng", wide(""), "\x00\x00", wide("How they tell each other.")),
		frame(version, "APIC", byte(0), "image/jpeg\x00\x03cover\x00", image),
	}
}

var files = map[string]struct {
	file []byte
	want Info
}{
	"mp4": {mp4File(), but(func(i *Info) { i.Duration = 634500 * time.Millisecond })},
	"mp4 with 64-bit sizes": {join(be(4, 1), "ftyp", be(8, 24), "isomiso2", box("moov", box("mvhd", byte(1), be(3, 0), be(8, 0), be(8, 0), be(4, 90000), be(8, 90*90000), make([]byte, 80)))),
		Info{Duration: 90 * time.Second}},
	"mp4 of unknown length": {join(box("ftyp", "isom"), box("moov", movieHeader(1<<32-1, 1000))), Info{}},
	"mp4 without units":     {join(box("ftyp", "isom"), box("moov", movieHeader(5, 0))), Info{}},
	"mp4 with the end last": {join(box("ftyp", "isom"), box("mdat", make([]byte, 100))), Info{}},
	"quicktime": {join(box("ftyp", "qt  "), box("moov", movieHeader(5400, 60), box("udta", box("\xa9nam", be(2, 17), be(2, 0x15c7), "The dance of bees"), box("\xa9ART", be(2, 3), be(2, 0), "Ada"), be(4, 0)))),
		Info{Title: "The dance of bees", Artist: "Ada", Duration: 90 * time.Second}},
	"quicktime tags": {join(box("ftyp", "qt  "), box("moov", box("udta", box("meta", box("hdlr", make([]byte, 24)), box("ilst", tagBox("\xa9nam", 1, "The dance of bees")))))), Info{Title: "The dance of bees"}},
	"mp3":            {join(id3Tag(3, 0, id3Frames(3)...), sound(3445, "")), but(func(i *Info) { i.Duration = 89785 * time.Millisecond })},
	"mp3 with a count of frames": {join(id3Tag(4, 0, id3Frames(4)...), sound(4, string(join("Xing", be(4, 1), be(4, 3445))))),
		but(func(i *Info) { i.Duration = 89992 * time.Millisecond })},
	"mp3 with Fraunhofer's count":  {sound(4, string(join("VBRI", make([]byte, 10), be(4, 3445)))), Info{Duration: 89992 * time.Millisecond}},
	"mp3 with a length in its tag": {join(id3Tag(3, 0, frame(3, "TLEN", byte(0), "90000")), sound(4, "")), Info{Duration: 90 * time.Second}},
	"mp3 of version 2": {join(id3Tag(2, 0, frame(2, "TT2", byte(0), "The dance of bees"), frame(2, "TP1", byte(2), "\x00A\x00d\x00a"), frame(2, "PIC", byte(0), "JPG\x03\x00", image), make([]byte, 20)), sound(4, "")),
		Info{Title: "The dance of bees", Artist: "Ada", Cover: image, Duration: 104250 * time.Microsecond}},
	"mp3 in the old charset":   {join(id3Tag(3, 0, frame(3, "TIT2", byte(0), "Caf\xe9 \x93live\x94")), sound(4, "")), Info{Title: "Café “live”", Duration: 104250 * time.Microsecond}},
	"mp3 of several artists":   {id3Tag(4, 0, frame(4, "TPE1", byte(3), "Ada\x00Grace")), Info{Artist: "Ada, Grace"}},
	"mp3 unsynchronised":       {id3Tag(3, 0x80, bytes.ReplaceAll(frame(3, "TIT2", byte(1), wide("The dance of bees")), []byte{0xff}, []byte{0xff, 0})), Info{Title: "The dance of bees"}},
	"mp3 with a longer header": {id3Tag(3, 0x40, be(4, 6), make([]byte, 6), frame(3, "TIT2", byte(0), "The dance of bees")), Info{Title: "The dance of bees"}},
	"mp3 with packed frames":   {id3Tag(4, 0, join("TIT2", sevens(5), []byte{0, 8}, "zzzzz"), frame(4, "TPE1", byte(3), "Ada")), Info{Artist: "Ada"}},
	"aac":                      {append([]byte{0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc, 0x21}, make([]byte, 40)...), Info{}},
	"flac":                     {[]byte("fLaC\x80\x00\x00\x00"), Info{}},
	"ogg":                      {[]byte("OggS\x00\x02"), Info{}},
	"wav":                      {[]byte("RIFF\x24\x00\x00\x00WAVEfmt "), Info{}},
	"webm":                     {[]byte("\x1a\x45\xdf\xa3\x80"), Info{}},
	"flv":                      {[]byte("FLV\x01\x05\x00\x00\x00\x09"), Info{}},
}

func TestRead(t *testing.T) {
	for name, test := range files {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			got, ok := Read(test.file, int64(len(test.file)))
			if diff := cmp.Diff(test.want, got, cmp.Comparer(near)); !ok || diff != "" {
				t.Error(ok, diff)
			}
		})
	}
}

func near(a, b time.Duration) bool { return (a - b).Abs() < time.Millisecond }

func TestReadRefusesOtherFiles(t *testing.T) {
	for _, s := range []string{"", "<!doctype html><title>Bees</title>", "%PDF-1.7", "\x89PNG\r\n\x1a\n", "#EXTM3U", "RIFF\x00\x00\x00\x00WEBP", "\xff\xd8\xff\xe0 jpeg", strings.Repeat("\xff", 5000), "PK\x03\x04"} {
		if got, ok := Read([]byte(s), -1); ok {
			t.Errorf("%.20q was taken for a recording: %+v", s, got)
		}
	}
}

func TestALargeFilesLengthFollowsFromItsSize(t *testing.T) {
	head := sound(100, "")
	got, _ := Read(head, 16_000*3600)
	if !near(got.Duration, time.Hour) {
		t.Errorf("an hour of MP3 has %v", got.Duration)
	}
	if got, _ = Read(head, -1); got.Duration != 0 {
		t.Errorf("an MP3 of unknown size has %v", got.Duration)
	}
}

func TestATruncatedFileGivesItsFirstTags(t *testing.T) {
	for name, test := range files {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			for n := range min(len(test.file), 2000) {
				got, _ := Read(test.file[:n], int64(len(test.file)))
				for _, part := range [][2]string{{got.Title, test.want.Title}, {got.Artist, test.want.Artist}, {got.Album, test.want.Album}, {got.Comment, test.want.Comment}} {
					if part[0] != "" && part[0] != part[1] {
						t.Fatalf("%d bytes give %q instead of %q", n, part[0], part[1])
					}
				}
				if got.Cover != nil && !bytes.Equal(got.Cover, test.want.Cover) {
					t.Fatalf("%d bytes give half a cover", n)
				}
			}
		})
	}
}

func TestNoFileCostsMoreThanItsSize(t *testing.T) {
	huge := map[string][]byte{
		"a tag of 256 MB":          []byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7fTIT2\x7f\x7f\x7f\x7f\x00\x00\x03x"),
		"a box of 16 EB":           join(box("ftyp", "isom"), be(4, 1), "moov", be(8, math.MaxUint64), be(8, 8)),
		"boxes without an end":     join(box("ftyp", "isom"), bytes.Repeat(join(be(4, 0), "moov"), 60_000)),
		"frames that are no sound": bytes.Repeat([]byte{0xff, 0xfb, 0x90, 0}, 120_000),
	}
	for name, file := range huge {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Read(file, 1<<40)
			runtime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; spent > uint64(4*len(file)+64<<10) {
				t.Errorf("%d KB were allocated for %d", spent>>10, len(file)>>10)
			}
		})
	}
}

func TestTextsOfEveryScriptAreRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := strings.TrimSpace(rapid.StringMatching(`[\p{L}\p{N} .,]{1,60}`).Draw(rt, "title"))
		if want == "" {
			return
		}
		for format, file := range map[string][]byte{
			"mp4":    join(box("ftyp", "isom"), box("moov", box("udta", box("meta", be(4, 0), box("ilst", tagBox("\xa9nam", 1, want)))))),
			"utf-16": id3Tag(3, 0, frame(3, "TIT2", byte(1), wide(want))),
			"utf-8":  id3Tag(4, 0, frame(4, "TIT2", byte(3), want)),
		} {
			if got, _ := Read(file, -1); got.Title != want {
				rt.Fatalf("%s: %q, want %q", format, got.Title, want)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, test := range files {
		f.Add(test.file[:min(len(test.file), 1500)], int64(len(test.file)))
	}
	f.Fuzz(func(t *testing.T, head []byte, size int64) {
		got, ok := Read(head, size)
		if !ok && (got.Title != "" || got.Duration != 0) || got.Duration < 0 || got.Duration > length.Max || len(got.Cover) > 2*len(head) {
			t.Errorf("%v, %+v", ok, got)
		}
		for _, text := range []string{got.Title, got.Artist, got.Album, got.Comment} {
			if strings.ToValidUTF8(text, "") != text || strings.TrimSpace(text) != text {
				t.Errorf("%q", text)
			}
		}
	})
}
