package inbox

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"math"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // mails are in any charset
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"

	"engram/internal/capture/markup"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/plaintext"
	"engram/internal/upload"
)

const (
	maxDepth  = 12
	maxParts  = 300
	maxHeader = 512 << 10 // bytes of the header of a mail
	maxWithin = 64 << 10  // bytes of the header of a part, or of a mail within
	maxField  = 8 << 10   // bytes of a field that is parsed, which takes time by the square of its length
	maxText   = 5 << 20   // bytes of one text; a longer one is a file
	maxTexts  = 12 << 20  // bytes of all texts
	maxTitle  = 300       // characters
	maxName   = 120       // characters of a sender's name
	// A picture that is shown within the text and has fewer bytes is decoration, such as a logo.
	decoration = 16 << 10
)

// letter is a mail as it was read.
type letter struct {
	id, subject            string
	name, address          string // of its sender
	sent                   time.Time
	date                   string // as it is written
	texts                  []text
	files                  []file
	cut                    bool // it ends too early, or is damaged
	parts, leaves, written int
}

// text is a text of a mail, in one or both forms.
type text struct {
	heading     string // of a mail within the mail: whom it is from and what it is about
	html, plain string
}

func (t text) isEmpty() bool { return strings.TrimSpace(t.html+t.plain) == "" }

// file describes a file that a mail brings beside its text.
type file struct {
	leaf    int // its number among the leaves of the mail
	name    string
	size    int64 // in bytes, as decoded
	shown   bool  // a picture within the text
	ignored bool  // it has no meaning to a reader
}

// isKept reports whether a reader may want the file.
func (f file) isKept() bool { return !f.ignored && (!f.shown || f.size >= decoration) }

// read reads a mail. It gives what there is of a damaged one; fault.Invalid for one with more parts than a mail has.
func read(r io.ReadSeeker, now time.Time) (*letter, error) {
	l := &letter{}
	e, err := begin(r)
	if err == nil {
		l.about(e.Header, now)
		if l.texts, err = l.entity(e, 0); err != nil {
			return nil, err
		}
	}
	if err != nil || len(l.files) == 0 && allEmpty(l.texts) {
		l.cut = l.cut || err != nil
		if err := l.whole(r, err != nil); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// begin returns a mail as an entity, from its beginning.
func begin(r io.ReadSeeker) (*message.Entity, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return open(r, maxHeader)
}

// open returns a mail as an entity, if its header has no more than some bytes.
func open(r io.Reader, most int64) (*message.Entity, error) {
	e, err := message.ReadWithOptions(r, &message.ReadOptions{MaxHeaderBytes: most})
	if known(err) != nil {
		return nil, err
	}
	for _, key := range []string{"From", "Subject", "Message-Id", "Date"} {
		if v := e.Header.Get(key); len(v) > maxField {
			e.Header.Set(key, strings.ToValidUTF8(v[:maxField], ""))
		}
	}
	return e, nil
}

// known drops an error that leaves an entity to be read as it is.
func known(err error) error {
	if message.IsUnknownCharset(err) || message.IsUnknownEncoding(err) {
		return nil
	}
	return err
}

func allEmpty(texts []text) bool {
	for _, t := range texts {
		if !t.isEmpty() {
			return false
		}
	}
	return true
}

// whole takes a mail that could not be parsed as one text, with its header if that is what is damaged.
func (l *letter) whole(r io.ReadSeeker, withHeader bool) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxText))
	if err != nil {
		return err
	}
	if !withHeader {
		_, body, _ := bytes.Cut(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
		raw = body
	}
	l.texts = []text{{plain: decoded(raw, "text/plain")}}
	return nil
}

// about reads the header.
func (l *letter) about(h message.Header, now time.Time) {
	head := mail.Header{Header: h}
	l.id, _ = head.MessageID()
	l.id = cmp.Or(l.id, strings.TrimSpace(h.Get("Message-Id")))
	l.subject = subjectOf(h)
	l.name, l.address = senderOf(head)
	l.date = h.Get("Date")
	if sent, err := head.Date(); err == nil && sent.Year() >= 1980 && sent.Before(now.Add(24*time.Hour)) {
		l.sent = sent.UTC().Truncate(time.Second)
	}
}

func subjectOf(h message.Header) string {
	subject, err := h.Text("Subject")
	if err != nil {
		subject = h.Get("Subject")
	}
	return plaintext.OneLine(plaintext.Clean(subject), maxTitle)
}

func senderOf(h mail.Header) (name, address string) {
	from, err := h.AddressList("From")
	if err != nil || len(from) == 0 {
		return plaintext.OneLine(plaintext.Clean(h.Get("From")), maxName), ""
	}
	return plaintext.OneLine(plaintext.Clean(from[0].Name), maxName), plaintext.OneLine(plaintext.Clean(from[0].Address), maxName)
}

// key identifies the mail among those of a user: a server that lost our answer sends it again as it was. Programs that give
// all mails one Message-ID are there, so it is not the whole key. Without one, what was sent is.
func (l *letter) key(sum []byte) string {
	if l.id != "" {
		all := sha256.Sum256([]byte(strings.Join([]string{l.id, l.date, l.address, l.subject}, "\n")))
		sum = all[:]
	}
	return hex.EncodeToString(sum[:16])
}

// entity returns the texts of a part, and notes the files below it.
func (l *letter) entity(e *message.Entity, depth int) (texts []text, err error) {
	if l.parts++; l.parts > maxParts || depth > maxDepth {
		return nil, fault.New(fault.Invalid, "This mail has more parts or layers than can be read")
	}
	media, params, _ := e.Header.ContentType()
	within := branches(e)
	if within == nil {
		return l.leaf(e, media, params), nil
	}
	for part, err := range within {
		if err != nil {
			l.cut = true
			break
		}
		some, err := l.entity(part, depth+1)
		if err != nil {
			return nil, err
		}
		if media == mailWithin && len(some) > 0 {
			some[0].heading = headingOf(part.Header)
		}
		texts = append(texts, some...)
	}
	if media == "multipart/alternative" {
		texts = joined(texts)
	}
	return texts, nil
}

// mailWithin is the media type of a mail within a mail.
const mailWithin = "message/rfc822"

// branches returns the parts of an entity, or the mail within it; nil for a leaf. An error is the last of them, where the
// entity is damaged.
func branches(e *message.Entity) iter.Seq2[*message.Entity, error] {
	media, params, _ := e.Header.ContentType()
	switch {
	case media == mailWithin:
		return func(yield func(*message.Entity, error) bool) { yield(open(e.Body, maxWithin)) }
	case !strings.HasPrefix(media, "multipart/") || params["boundary"] == "":
		return nil
	}
	return func(yield func(*message.Entity, error) bool) {
		body := &io.LimitedReader{R: e.Body}
		for parts := textproto.NewMultipartReader(body, params["boundary"]); ; {
			body.N = maxWithin // the reader of headers has no bound of its own
			part, err := parts.NextPart()
			body.N = math.MaxInt64
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			next, _ := message.New(message.Header{Header: part.Header}, part) // in a charset that is not known as it is
			if !yield(next, nil) {
				return
			}
			_ = part.Close() // reads what is left of it
		}
	}
}

// leaves visits the bodies of the leaves below an entity, in the order in which letter.entity finds them, and reports
// whether visit wants more.
func leaves(e *message.Entity, visit func(io.Reader) bool) bool {
	within := branches(e)
	if within == nil {
		return visit(e.Body)
	}
	for part, err := range within {
		if err != nil {
			break
		}
		if !leaves(part, visit) {
			return false
		}
	}
	return true
}

// joined returns the forms of one text as one.
func joined(forms []text) []text {
	var all text
	for _, f := range forms {
		all.heading = cmp.Or(all.heading, f.heading)
		if f.html != "" {
			all.html += f.html
		} else if all.plain == "" {
			all.plain = f.plain
		}
	}
	return []text{all}
}

// headingOf returns what a mail within the mail is about, and whom it is from.
func headingOf(h message.Header) string {
	name, address := senderOf(mail.Header{Header: h})
	return plaintext.OneLine(strings.Join(strings.Fields(subjectOf(h)+" · "+cmp.Or(name, address)), " "), maxTitle)
}

// leaf returns the text that a part is, or notes that it is a file.
func (l *letter) leaf(e *message.Entity, media string, params map[string]string) []text {
	number := l.leaves
	l.leaves++
	disposition, _, _ := e.Header.ContentDisposition()
	name := nameOf(e.Header, params)
	isText := media == "" || strings.HasPrefix(media, "text/") || strings.HasPrefix(media, "multipart/")
	f := file{leaf: number, name: name, shown: strings.HasPrefix(media, "image/") && e.Header.Get("Content-Id") != "", ignored: strings.HasSuffix(media, "-signature")}
	var beginning []byte
	if isText && name == "" && disposition != "attachment" {
		var err error
		beginning, err = io.ReadAll(io.LimitReader(e.Body, maxText+1))
		l.cut = l.cut || err != nil
		if len(beginning) <= maxText && l.written+len(beginning) <= maxTexts {
			l.written += len(beginning)
			return []text{textOf(beginning, media)}
		}
	}
	rest, err := io.Copy(io.Discard, e.Body)
	l.cut = l.cut || err != nil
	if f.size = int64(len(beginning)) + rest; f.size == 0 {
		return nil
	}
	if f.name == "" {
		f.name = stem(l.subject) + extensionOf(media)
	}
	l.files = append(l.files, f)
	return nil
}

func textOf(body []byte, media string) text {
	if media == "text/html" {
		return text{html: decoded(body, "text/html")}
	}
	return text{plain: strings.ReplaceAll(decoded(body, "text/plain"), "\r\n", "\n")}
}

// decoded returns a text that says to be in UTF-8 by now, or in none that is known.
func decoded(body []byte, media string) string {
	if !utf8.Valid(body) {
		body = markup.Decode(body, media)
	}
	return strings.ToValidUTF8(strings.ReplaceAll(string(body), "\x00", ""), "\uFFFD")
}

// nameOf returns the name of a part, empty if it has none.
func nameOf(h message.Header, params map[string]string) string {
	name, err := (&mail.AttachmentHeader{Header: h}).Filename()
	if name = cmp.Or(name, params["name"]); err != nil || name == "" {
		return name
	}
	if plain, err := url.PathUnescape(name); err == nil && strings.Contains(name, "%") && utf8.ValidString(plain) {
		name = plain
	}
	return upload.SafeName(name, "")
}

// extensionOf returns the ending that files of a media type have, empty if it is not one that is kept.
func extensionOf(media string) string {
	if t := filetype.OfMedia(cmp.Or(media, filetype.Text.MediaType)); t != nil {
		return t.Extension
	}
	return ""
}

// beginning reads what there is of a part that is cut or damaged.
type beginning struct{ r io.Reader }

// Read implements io.Reader.
func (b beginning) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// stem returns a name for a file that a mail's text is kept in, without an ending.
func stem(subject string) string {
	return upload.SafeName(strings.ReplaceAll(subject, "/", "-"), "Mail")
}
