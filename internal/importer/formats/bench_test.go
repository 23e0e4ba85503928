package formats

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"engram/internal/importer"
)

// repeated is a file that is made as it is read: a head, and n times a body with its number.
type repeated struct {
	head, body, foot string // the body has one verb of fmt, of a fixed width
	n                int
	each             int // bytes of a body
}

func newRepeated(head, body, foot string, n int) repeated {
	return repeated{head, body, foot, n, len(fmt.Sprintf(body, 0))}
}

func (r repeated) Size() int64 { return int64(len(r.head) + r.n*r.each + len(r.foot)) }

func (r repeated) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		piece := r.piece(at + int64(n))
		if piece == "" {
			return n, io.EOF
		}
		n += copy(p[n:], piece)
	}
	return n, nil
}

// piece returns what begins at an offset.
func (r repeated) piece(at int64) string {
	if at < int64(len(r.head)) {
		return r.head[at:]
	}
	at -= int64(len(r.head))
	if i := int(at / int64(r.each)); i < r.n {
		return fmt.Sprintf(r.body, i)[at%int64(r.each):]
	}
	if at -= int64(r.n * r.each); at < int64(len(r.foot)) {
		return r.foot[at:]
	}
	return ""
}

// large returns a file of each kind of reader with n items.
func large(n int) map[string]repeated {
	return map[string]repeated{
		"netscape": newRepeated("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Garden</H3><DL><p>\n",
			"<DT><A HREF=\"https://a.example/%09d\" ADD_DATE=\"1700000000\" TAGS=\"tea,old leaves\">A page about tea and rain</A>\n<DD>What I thought of it\n", "</DL></DL>", n),
		"pocket": newRepeated("title,url,time_added,tags,status\n", "A page about tea,https://a.example/%09d,1700000000,tea|rain,unread\n", "", n),
		"pinboard": newRepeated("[", `{"href":"https://a.example/%09d","description":"A page about tea","extended":"What I thought of it","time":"2023-11-14T22:13:20Z","shared":"no","toread":"yes","tags":"tea rain"},`,
			`{"href":"https://b.example","description":"B"}]`, n-1),
		"firefox": newRepeated(`{"guid":"root________","children":[{"title":"Garden","children":[`,
			`{"title":"A page about tea","type":"text/x-moz-place","uri":"https://a.example/%09d","dateAdded":1700000000000000,"tags":"tea,rain"},`, `{"title":"B","uri":"https://b.example"}]}]}`, n-1),
		"opml":     newRepeated("<opml><body>", `<outline text="A feed about tea" xmlUrl="https://a.example/%09d"/>`, "</body></opml>", n),
		"evernote": newRepeated("<en-export>", "<note><title>A note %09d</title><created>20231114T221320Z</created><content><![CDATA[<en-note><div>Some <b>words</b></div></en-note>]]></content></note>", "</en-export>", n),
		"kindle":   newRepeated("", "On Tea, volume %09d (Ida)\n- Your Highlight on page 12 | Location 123-125 | Added on Monday, 3 March 2014 10:00:00 PM\n\nTea is old.\n==========\n", "", n),
		"onetab":   newRepeated("", "https://a.example/%09d | A page about tea\n", "", n),
	}
}

// BenchmarkRead tells how many items a second each reader reads.
func BenchmarkRead(b *testing.B) {
	for name, file := range large(2_000) {
		whole, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(whole)))
			items := 0
			for b.Loop() {
				if _, err := Read(b.Context(), bytes.NewReader(whole), func(importer.Entry) error {
					items++
					return nil
				}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(items)/b.Elapsed().Seconds(), "items/s")
		})
	}
}
