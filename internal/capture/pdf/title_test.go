package pdf

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCleanPDFTitle(t *testing.T) {
	for title, want := range map[string]string{
		"On bread":                         "On bread",
		"  On\x00 \u202ebread\n":           "On bread",
		"Microsoft Word - On bread":        "On bread",
		"Microsoft Word - x.doc":           "",
		"microsoft PowerPoint - talk.pptx": "",
		"Untitled":                         "",
		"untitled document 3":              "",
		"PowerPoint Presentation":          "",
		"Document1":                        "",
		"Layout 1":                         "",
		"Scan0042":                         "",
		"IMG_2041.jpg":                     "",
		`C:\Users\x\Desktop\thesis`:        "",
		"/tmp/tmpab12":                     "",
		"file:///tmp/page":                 "",
		"paper-final-v2.PDF":               "",
		"12345 - 6":                        "",
		"...":                              "",
		"":                                 "",
		"The Title":                        "The Title",
		"Node.js in practice":              "Node.js in practice",
		"Document retrieval":               "Document retrieval",
		"1984 by Orwell":                   "1984 by Orwell",
		"Scan statistics":                  "Scan statistics",
	} {
		if got := cleanPDFTitle(title); got != want {
			t.Errorf("title %q is %q, want %q", title, got, want)
		}
	}
}

func TestCleanPDFAuthor(t *testing.T) {
	for author, want := range map[string]string{
		"Ann  Author": "Ann Author", "user": "", "Windows User": "", "Admin": "", "root": "", "unknown": "", " ": "", "-": "",
		"Rooth": "Rooth", "Userman, Ann": "Userman, Ann", "李": "李",
	} {
		if got := cleanPDFAuthor(author); got != want {
			t.Errorf("author %q is %q, want %q", author, got, want)
		}
	}
}

func TestPageTitle(t *testing.T) {
	at := func(text string, y, size float64) line { return line{text: text, y: y, size: size} }
	body := []line{at("the text of the page begins here and goes", 600, 10), at("on for a while in lines of its own size", 588, 10), at("and so on", 100, 10)}
	with := func(lines ...line) []line { return append(lines, body...) }
	for name, tt := range map[string]struct {
		lines []line
		want  string
	}{
		"nothing":            {nil, ""},
		"text alone":         {body, ""},
		"a title":            {with(at("On bread", 700, 18)), "On bread"},
		"two lines":          {with(at("On bread and pa\u0002", 722, 18), at("tience", 700, 18.2)), "On bread and patience"},
		"a title, authors":   {with(at("On bread", 700, 18), at("Ann Author", 680, 14)), "On bread"},
		"hardly larger":      {with(at("On bread", 700, 12)), ""},
		"a large letter":     {with(at("O", 700, 40), at("n bread", 690, 10)), ""},
		"a large number":     {with(at("2026", 700, 40)), ""},
		"far apart":          {with(at("On bread", 700, 18), at("Part two", 640, 18)), "On bread"},
		"at the foot":        {append(body, at("On bread", 80, 18)), ""},
		"too many lines":     {with(at("one", 700, 18), at("two", 690, 18), at("three", 680, 18), at("four", 670, 18), at("five", 660, 18)), ""},
		"too long":           {with(at(strings.Repeat("word ", 50), 700, 18)), ""},
		"lines without size": {[]line{at("one line", 700, 0), at("two line", 690, 0)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := pageTitle(tt.lines); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadFileTakesTheTitleFromThePageWhereItsPropertiesHaveNone(t *testing.T) {
	content := textAt(50, 700, 20, "On bread and what it is made of")
	for i, text := range columnsOf(prose, 1, 80)[0] {
		content += textAt(50, 660-14*float64(i), 10, text)
	}
	for property, want := range map[string]string{
		"Microsoft Word - bread.docx": "On bread and what it is made of",
		"A title of its own":          "A title of its own",
	} {
		file := makePDF(pdfSpec{title: property, contents: []string{content}})
		d, err := readAll(t, pdfReader(t), file)
		if err != nil || d.Title != want {
			t.Errorf("with %q the title is %q, error %v, want %q", property, d.Title, err, want)
		}
	}
}

var dateOfTests = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestParsePDFDate(t *testing.T) {
	for date, want := range map[string]string{
		"D:20240131120000+01'00'":  "2024-01-31T11:00:00Z",
		"D:20240131120000-08'30'":  "2024-01-31T20:30:00Z",
		"D:20240131120000+0100":    "2024-01-31T11:00:00Z",
		"D:20240131120000+01":      "2024-01-31T11:00:00Z",
		"D:20240131120000Z":        "2024-01-31T12:00:00Z",
		"D:20240131120000Z00'00'":  "2024-01-31T12:00:00Z",
		"D:20240131120000":         "2024-01-31T12:00:00Z",
		"D:202401311200":           "2024-01-31T12:00:00Z",
		"D:20240131":               "2024-01-31T00:00:00Z",
		"20240131":                 "2024-01-31T00:00:00Z",
		"D:2024":                   "2024-01-01T00:00:00Z",
		"D:20261122110000":         "2026-11-22T11:00:00Z", // within a day
		"D:20261123000000":         "",
		"D:19700101000000":         "",
		"D:20240231000000":         "",
		"D:20241331000000":         "",
		"D:20240131250000":         "",
		"D:20240131120000+99'00'":  "",
		"D:20240131120000+01'99'":  "",
		"yesterday":                "",
		"":                         "",
		"D:19800101000000+14'00'":  "",
		"D:99999999999999+99'99'x": "",
	} {
		got := parsePDFDate(date, dateOfTests)
		if text := got.Format(time.RFC3339); text != want && (want != "" || !got.IsZero()) {
			t.Errorf("date %q is %s, want %q", date, text, want)
		}
	}
}

func TestParsePDFDateReadsWhatItWrites(t *testing.T) {
	first := time.Date(firstPDFYear, 1, 2, 0, 0, 0, 0, time.UTC).Unix()
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.IntRange(-12*60, 14*60).Draw(t, "zone")
		want := time.Unix(rapid.Int64Range(first, dateOfTests.Unix()).Draw(t, "time"), 0).In(time.FixedZone("", zone*60))
		written := want.Format("D:20060102150405-07'") + want.Format("-0700")[3:] + "'"
		if got := parsePDFDate(written, dateOfTests); !got.Equal(want) {
			t.Errorf("%s is %s, want %s", written, got, want)
		}
	})
}

func FuzzParsePDFDate(f *testing.F) {
	for _, date := range []string{"D:20240131120000+01'00'", "D:2024", "20240131Z", "D:19991399", ""} {
		f.Add(date)
	}
	f.Fuzz(func(t *testing.T, date string) {
		got := parsePDFDate(date, dateOfTests)
		if !got.IsZero() && (got.Year() < firstPDFYear || got.After(dateOfTests.Add(24*time.Hour)) || got.Location() != time.UTC) {
			t.Errorf("date %q is %s", date, got)
		}
	})
}
