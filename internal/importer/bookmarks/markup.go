// Package bookmarks reads the bookmarks and tabs of browsers and bookmarking services.
package bookmarks

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"

	"golang.org/x/net/html"
)

const (
	maxToken = 4 << 20 // bytes of one tag or text
	maxAttrs = 200     // of one tag
)

// tag is a start tag with its attributes, by lower-case names.
type tag struct {
	name  string
	attrs map[string]string
}

// handler receives the markup of a file in order.
type handler struct {
	next    string // the tag at which reading continues after what is too long
	start   func(t tag) error
	end     func(name string) error
	text    func(s string)
	tooLong func() error // a tag or text was passed over
}

// scan tokenizes a file of any size in bounded memory. After a token that is too long it continues
// at the next bookmark.
func scan(file io.Reader, h handler) error {
	in := &input{r: bufio.NewReaderSize(file, 64<<10)}
	for {
		z := html.NewTokenizer(in)
		z.SetMaxBuf(maxToken)
		err := tokens(z, h)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case !errors.Is(err, html.ErrBufferExceeded):
			return err
		}
		if err := h.tooLong(); err != nil {
			return err
		}
		in.pushed = append(bytes.Clone(z.Buffered()), in.pushed...)
		if !in.seek([]byte(h.next)) {
			return nil
		}
	}
}

// input is a file to which bytes that were read too early can be returned.
type input struct {
	pushed []byte
	r      *bufio.Reader
}

func (in *input) Read(p []byte) (int, error) {
	if len(in.pushed) == 0 {
		return in.r.Read(p)
	}
	n := copy(p, in.pushed)
	in.pushed = in.pushed[n:]
	return n, nil
}

// seek skips to the next of these tags. It reports false if there is none.
func (in *input) seek(tag []byte) bool {
	if at := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(string(tag))).FindIndex(in.pushed); at != nil {
		in.pushed = in.pushed[at[0]:]
		return true
	}
	for {
		piece, err := in.r.ReadSlice('>')
		if len(piece) >= len(tag) && bytes.EqualFold(piece[len(piece)-len(tag):], tag) {
			in.pushed = tag
			return true
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return false
		}
	}
}

func tokens(z *html.Tokenizer, h handler) error {
	for {
		kind := z.Next()
		var err error
		switch kind {
		case html.ErrorToken:
			return z.Err()
		case html.TextToken:
			h.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			z.NextIsNotRawText() // a script that never ends would take the rest of the file
			err = h.start(tagOf(z))
		case html.EndTagToken:
			name, _ := z.TagName()
			err = h.end(string(name))
		}
		if err != nil {
			return err
		}
	}
}

func tagOf(z *html.Tokenizer) tag {
	name, more := z.TagName()
	t := tag{name: string(name), attrs: map[string]string{}}
	for more && len(t.attrs) < maxAttrs {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "icon" || bytes.HasPrefix(value, []byte("data:")) && string(key) != "href" {
			continue // a picture of the site
		}
		if _, has := t.attrs[string(key)]; !has {
			t.attrs[string(key)] = string(value)
		}
	}
	return t
}
