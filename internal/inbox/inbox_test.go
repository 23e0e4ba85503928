package inbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// house is everything behind a Service, in memory.
type house struct {
	*Service
	owner   Owner
	now     time.Time
	log     strings.Builder
	saved   []memory.Draft
	parts   map[string][]int
	uploads map[string]string // contents by id
	full    error             // of Admits
	cut     int               // saves until one fails; 0: none does
}

func newHouse() *house {
	h := &house{now: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC), parts: map[string][]int{}, uploads: map[string]string{}}
	h.owner = Owner{Box: Box{UserID: uuid.NewString()}, Plan: plan.Pro, Annual: true}
	h.Service = New(Parts{
		Store: h, Memories: h, Room: h, Uploads: h, Secret: []byte("a secret of this test"), Domain: "save.example.org", MaxFile: 1 << 20,
		Log: slog.New(slog.NewTextHandler(&h.log, nil)), Now: func() time.Time { return h.now },
	})
	return h
}

func (h *house) Box(context.Context, string) (Box, error) { return h.owner.Box, nil }

func (h *house) ChangeBox(_ context.Context, _ string, _ time.Time, change func(Box) Box) (Box, error) {
	h.owner.Box = change(h.owner.Box)
	return h.owner.Box, nil
}

func (h *house) Owner(_ context.Context, userID string) (Owner, error) {
	if userID != h.owner.UserID {
		return Owner{}, fault.New(fault.NotFound, "none")
	}
	return h.owner, nil
}

func (h *house) Parts(_ context.Context, _, mail string) ([]int, error) { return h.parts[mail], nil }

func (h *house) Forget(context.Context, time.Time) error { return nil }

func (h *house) Origin(context.Context, string, string) (email.Origin, error) {
	return email.Origin{}, nil
}

func (h *house) Admits(context.Context, string, plan.Table) error { return h.full }

func (h *house) Accept(_ context.Context, _ string, _ plan.Limits, name string, r io.Reader) (upload.Upload, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return upload.Upload{}, err
	}
	if filetype.Guess(body[:min(len(body), filetype.Head)], name) == nil {
		return upload.Upload{}, fault.New(fault.Unsupported, "no")
	}
	id := uuid.NewString()
	h.uploads[id] = string(body)
	return upload.Upload{ID: id, Name: upload.SafeName(name, "file")}, nil
}

func (h *house) Link(_, _, uploadID, name string) string { return uploadID + "/" + name }

func (h *house) Discard(_ context.Context, _, id string) error {
	delete(h.uploads, id)
	return nil
}

var errCut = errors.New("the process died")

func (h *house) Add(_ context.Context, _ string, _ plan.Table, d memory.Draft) (memory.Saved, error) {
	if h.cut--; h.cut == 0 {
		return memory.Saved{}, errCut
	}
	if slices.Contains(h.parts[d.Mail.Key], d.Mail.Part) {
		return memory.Saved{}, fault.New(fault.Conflict, "saved")
	}
	if d.Kind == memory.Link {
		if _, err := memory.ParseURL(d.Link); err != nil {
			return memory.Saved{}, err
		}
	}
	h.parts[d.Mail.Key] = append(h.parts[d.Mail.Key], d.Mail.Part)
	h.saved = append(h.saved, d)
	return memory.Saved{}, nil
}

// mailed delivers a mail and returns what was saved of it, one in a line.
func (h *house) mailed(t *testing.T, raw string) ([]string, error) {
	t.Helper()
	h.saved = nil
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	sum := sha256.Sum256([]byte(raw))
	err := h.Deliver(t.Context(), h.owner, Arrived{Origin: email.Origin{Sender: "envelope@example.net", SPF: email.Pass}, Mail: strings.NewReader(raw), Sum: sum[:]})
	var all []string
	for _, d := range h.saved {
		line := fmt.Sprintf("%s %q", d.Kind, d.Description)
		switch d.Kind {
		case memory.Link:
			line = fmt.Sprintf("link %s", d.Link)
			if d.IfNew == (d.Remark != "") {
				t.Errorf("a known link is saved again: %v, with the remark %q", !d.IfNew, d.Remark)
			}
		case memory.Document:
			id, name, _ := strings.Cut(d.Link, "/")
			line = fmt.Sprintf("document %s %q", name, h.uploads[id])
		}
		if d.Title != "" {
			line += " titled " + d.Title
		}
		if d.Remark != "" {
			line += " remark " + d.Remark
		}
		all = append(all, line)
	}
	return all, err
}

const head = "From: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>\nSubject: =?iso-8859-1?q?Gr=FC=DFe?=\nDate: Mon, 4 May 2026 01:02:03 +0200\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"

// mails are mails with what is saved of each.
var mails = map[string]struct {
	raw  string
	want []string
}{
	"a text": {head + "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nSch=F6n.\n\n> as you said\n\n--=20\nZ",
		[]string{`note "Schön.\n\n> as you said\n\n-- \nZ" titled Grüße`}},
	"a text in Russian":                  {head + "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\xf0\xd2\xc9\xd7\xc5\xd4", []string{`note "Привет" titled Grüße`}},
	"a text in no charset that there is": {head + "Content-Type: text/plain; charset=x-none\n\nna\xefve words", []string{`note "naïve words" titled Grüße`}},
	"a link":                             {head + "\nhttps://example.com/a?b=1\n", []string{`link https://example.com/a?b=1`}},
	"a link with a signature":            {head + "\nhttps://example.com/a\n\nSent from my iPhone\n\n-- \nZ\n+49 1", []string{`link https://example.com/a`}},
	"a link with a word":                 {head + "\nRead this: <https://example.com/a>.\n", []string{"link https://example.com/a remark Read this: ."}},
	"a link in HTML":                     {head + "Content-Type: text/html\n\n<a href=https://example.com/a>https://example.com/a</a>", []string{`link https://example.com/a`}},
	"a link behind words":                {head + "Content-Type: text/html\n\n<p>See <a href=https://example.com/a>the reeds</a>", []string{`link https://example.com/a remark See the reeds`}},
	"a letter with one link":             {head + "Content-Type: text/html\n\n<h1>Herons</h1><p>stand in <a href=https://example.com/a>reeds</a></p><p>still</p>", []string{`note "# Herons\n\nstand in [reeds](<https://example.com/a>)\n\nstill" titled Grüße`}},
	"two links":                          {head + "\nhttps://example.com/a and https://example.com/b", []string{`note "https://example.com/a and https://example.com/b" titled Grüße`}},
	"no address that there is":           {head + "\nhttp://[::1/x y", []string{`note "http://[::1/x y" titled Grüße`}},
	"HTML and text": {head + "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/html; charset=utf-8\n\n" +
		`<style>p{}</style><h1>Herons</h1><p>stand <b>still</b><img src="https://spy.example/1.gif" alt="A heron"><script>alert(1)</script>.</p><blockquote class=gmail_quote>as ever</blockquote>` + "\n--b--",
		[]string{`note "# Herons\n\nstand **still**A heron.\n\n> as ever" titled Grüße`}},
	"a table for layout": {head + "Content-Type: text/html\n\n<table><tr><td><table><tr><td><p>One letter</p><p>with two paragraphs</p></td></tr></table></td></tr></table>",
		[]string{`note "One letter\n\nwith two paragraphs" titled Grüße`}},
	"files": {head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee both\n--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQK\n" +
		"--b\nContent-Disposition: attachment; filename*=utf-8''%C3%BC.md\nContent-Type: text/markdown\n\n# ü\n--b\nContent-Type: application/zip\nContent-Disposition: attachment; filename=\"../x.exe\"\n\nMZ\x00\x01\n--b--",
		[]string{`document a.pdf "%PDF-1.4\n"`, `document ü.md "# ü"`, `note "See both\n\n*Left out, since files of this kind are not kept: x.exe*" titled Grüße`}},
	"a file alone": {head + "Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQK", []string{`document Grüße.pdf "%PDF-1.4\n" remark Grüße`}},
	"a logo and a signature": {head + "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Hello<img src=cid:1>\n--b\nContent-Type: image/png\nContent-ID: <1>\n\n\x89PNG\r\n\x1a\n\n" +
		"--b\nContent-Type: application/pkcs7-signature; name=smime.p7s\n\nx\n--b--", []string{`note "Hello" titled Grüße`}},
	"a mail within": {head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nFYI\n--b\nContent-Type: message/rfc822\n\nFrom: Bob <bob@example.net>\nSubject: Rye\n\nBread for Sunday\n--b--",
		[]string{`note "FYI\n\n**Rye · Bob**\n\nBread for Sunday" titled Grüße`}},
	"a subject alone":          {head + "\n", []string{`note "Grüße" titled Grüße`}},
	"a mail that is cut":       {head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nThe beginning\n--b\nContent-Type: te", []string{`note "The beginning\n\n*This mail did not arrive whole, or is damaged.*" titled Grüße`}},
	"parts without a boundary": {head + "Content-Type: multipart/mixed\n\nwords all the same", []string{`note "words all the same" titled Grüße`}},
	"parts that are not there": {head + "Content-Type: multipart/mixed; boundary=b\n\nwords all the same", []string{`note "words all the same\n\n*This mail did not arrive whole, or is damaged.*" titled Grüße`}},
	"a header that is none":    {"no header\n\nwords all the same", []string{`note "no header\r\n\r\nwords all the same\n\n*This mail did not arrive whole, or is damaged.*"`}},
	"a part whose header has no end": {head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nThe beginning\n--b\n" + strings.Repeat("x:\n", 20_000) + "\nwords\n--b--",
		[]string{`note "The beginning\n\n*This mail did not arrive whole, or is damaged.*" titled Grüße`}},
	"a Message-ID that is a comment": {"Message-ID: " + strings.Repeat("(", 200<<10) + "\nSubject: Rye\n\nwords", []string{`note "words" titled Rye`}},
	"an encoding that is none":       {head + "Content-Transfer-Encoding: x-none\n\nwords", []string{`note "words" titled Grüße`}},
	"base64 that is none":            {head + "Content-Transfer-Encoding: base64\n\n?!", []string{`note "?!\n\n*This mail did not arrive whole, or is damaged.*" titled Grüße`}},
}

func TestMails(t *testing.T) {
	for title, test := range mails {
		t.Run(title, func(t *testing.T) {
			h := newHouse()
			got, err := h.mailed(t, test.raw)
			if err != nil || !slices.Equal(got, test.want) {
				t.Fatalf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if again, err := h.mailed(t, test.raw); err != nil || len(again) > 0 {
				t.Errorf("it is saved again: %v, %v", again, err)
			}
			if len(h.uploads) != strings.Count(strings.Join(got, "\n"), "document") {
				t.Errorf("files that no memory has: %v", h.uploads)
			}
			for range len(got) { // one save after the other fails
				h.parts, h.uploads = map[string][]int{}, map[string]string{}
				all := 0
				for cut := 1; all < len(got) && cut < 20; cut++ {
					h.cut = 2 - cut%2
					some, _ := h.mailed(t, test.raw)
					all += len(some)
				}
				h.cut = 0
				if more, err := h.mailed(t, test.raw); err != nil || len(more) > 0 || all != len(got) {
					t.Errorf("%d of %d are saved in the end, then %v, %v", all, len(got), more, err)
				}
			}
		})
	}
}

func TestWhoAMailIsFrom(t *testing.T) {
	h := newHouse()
	if _, err := h.mailed(t, head+"\nwords"); err != nil {
		t.Fatal(err)
	}
	d := h.saved[0]
	if d.Author != "Zoë" || d.Mail.Sender != "zoe@example.org" || d.Mail.SPF != email.Pass || !d.PublishedAt.Equal(time.Date(2026, 5, 3, 23, 2, 3, 0, time.UTC)) {
		t.Errorf("got %+v, %+v", d, d.Mail)
	}
	if _, err := h.mailed(t, "Subject: x\nDate: 1 Jan 2999 00:00:00 +0000\n\nwords"); err != nil || h.saved[0].Mail.Sender != "envelope@example.net" || !h.saved[0].PublishedAt.IsZero() {
		t.Errorf("%v, %+v", err, h.saved)
	}
}

// attempts are counted for all nodes, by key.
type attempts map[string]int

func (a attempts) Take(_ context.Context, key string, most int, period time.Duration, _ time.Time) (time.Duration, error) {
	if a[key]++; a[key] > most {
		return period, nil
	}
	return 0, nil
}

// seeks counts how often a mail is read.
type seeks struct {
	*strings.Reader
	n int
}

func (s *seeks) Seek(offset int64, whence int) (int64, error) {
	s.n++
	return s.Reader.Seek(offset, whence)
}

func TestOtherMails(t *testing.T) {
	h := newHouse()
	t.Run("two mails of one id with other subjects are two", func(t *testing.T) {
		for _, subject := range []string{"one", "two"} {
			if got, err := h.mailed(t, "Message-ID: <1@x>\nSubject: "+subject+"\n\nwords"); err != nil || len(got) != 1 {
				t.Errorf("%v, %v", got, err)
			}
		}
	})
	t.Run("a text that is too long for a note is a file", func(t *testing.T) {
		got, err := h.mailed(t, "Subject: Rye/bread\n\n"+strings.Repeat("words and ", 30<<10))
		if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], `document Rye-bread.md "words`) {
			t.Errorf("%v, %.80v", err, got)
		}
	})
	for title, test := range map[string]struct {
		raw  string
		kind fault.Kind
	}{
		"a file that is too large": {head + "Content-Type: application/pdf; name=a.pdf\n\n%PDF-" + strings.Repeat("x", 1<<20), fault.TooLarge},
		"nothing":                  {"From: a@b.org\n\n", fault.Invalid},
		"a file of no kind, alone": {"Content-Type: application/x-program; name=a.exe\n\nMZ\x00\x01", fault.Invalid},
		"more layers than a mail":  {head + strings.Repeat("Content-Type: message/rfc822\n\n", 40) + "\nx", fault.Invalid},
		"more multiparts":          {head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: multipart/mixed; boundary=c\n\n--c--\n", 400) + "--b--", fault.Invalid},
		"more parts than a mail":   {head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 400) + "--b--", fault.Invalid},
	} {
		if got, err := h.mailed(t, test.raw); fault.KindOf(err) != test.kind || len(got) > 0 {
			t.Errorf("%s: %v, %v", title, err, got)
		}
	}
	t.Run("however many files there are, a mail is read twice", func(t *testing.T) {
		m := &seeks{Reader: strings.NewReader(strings.ReplaceAll(head+"Content-Type: multipart/mixed; boundary=b\n\n"+
			strings.Repeat("--b\nContent-Type: application/pdf; name=a.pdf\n\n%PDF-1.4\n", 50)+"--b--", "\n", "\r\n"))}
		h.saved = nil
		if err := h.Deliver(t.Context(), h.owner, Arrived{Mail: m, Sum: make([]byte, 32)}); err != nil || len(h.saved) != 50 || m.n > 2 {
			t.Errorf("%v, %d are saved, it is read %d times", err, len(h.saved), m.n)
		}
	})
	t.Run("no more than an hour has", func(t *testing.T) {
		var err error
		for range mostHourly {
			_, err = h.mailed(t, head+"\nwords")
		}
		if fault.KindOf(err) != fault.Limit {
			t.Error(err)
		}
		p := h.Service.Parts
		p.Attempts = attempts{}
		one, other := New(p), New(p)
		for range mostHourly {
			if err = one.Deliver(t.Context(), h.owner, Arrived{Mail: strings.NewReader(head + "\nwords"), Sum: make([]byte, 32)}); err != nil {
				t.Fatal(err)
			}
		}
		if err = other.Deliver(t.Context(), h.owner, Arrived{}); fault.KindOf(err) != fault.Limit {
			t.Error("at another node:", err)
		}
		h.now = h.now.Add(time.Hour)
		if _, err = h.mailed(t, head+"\nwords"); err != nil {
			t.Error(err)
		}
	})
}

func TestAddresses(t *testing.T) {
	h := newHouse()
	refused := func(address string, kind fault.Kind) {
		t.Helper()
		if _, err := h.Recipient(t.Context(), address); fault.KindOf(err) != kind {
			t.Errorf("%s: %v", address, err)
		}
	}
	if address, _, err := h.Address(t.Context(), h.owner.UserID); address != "" || err != nil {
		t.Error("before there is one:", address, err)
	}
	first, _, err := h.Renew(t.Context(), h.owner.UserID)
	local, domain, _ := strings.Cut(first, "@")
	if err != nil || !email.Valid(first) || domain != "save.example.org" || len(local) != 48 {
		t.Fatal(first, err)
	}
	for _, same := range []string{first, strings.ToUpper(first), first + "."} {
		if got, err := h.Recipient(t.Context(), same); err != nil || got.UserID != h.owner.UserID {
			t.Errorf("%s: %v", same, err)
		}
	}
	for _, other := range []string{
		"", local, local + "@example.org", "ada@save.example.org", local[:47] + "@save.example.org", local[:47] + string('a'+(local[47]-'a'+4)%20) + "@save.example.org",
		"a" + first, local + "@" + first, string('a'+(local[0]-'a'+4)%20) + first[1:],
	} {
		refused(other, fault.NotFound)
	}
	h.full = fault.New(fault.Limit, "full")
	refused(first, fault.Limit)
	h.full = nil
	h.owner.Annual = false
	refused(first, fault.Forbidden)
	h.Free = true
	h.owner.Disabled = true
	refused(first, fault.Forbidden)
	h.owner.Disabled = false
	second, _, err := h.Renew(t.Context(), h.owner.UserID)
	if shown, _, _ := h.Address(t.Context(), h.owner.UserID); err != nil || second == first || shown != second {
		t.Error(second, shown, err)
	}
	refused(first, fault.NotFound)
	if err := h.End(t.Context(), h.owner.UserID); err != nil {
		t.Error(err)
	}
	refused(second, fault.NotFound)
	if third, _, _ := h.Renew(t.Context(), h.owner.UserID); third == first || third == second {
		t.Error("an address comes back:", third)
	}
	refused(second, fault.NotFound)
	h.Secret = []byte("another secret of this test")
	if other, _, _ := h.Address(t.Context(), h.owner.UserID); other == second || other == "" {
		t.Error("under another secret:", other)
	}
	h.Domain = ""
	if _, _, err := h.Renew(t.Context(), h.owner.UserID); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// FuzzMail has any bytes be a mail: whatever comes of it, each file is found again where it was noted.
func FuzzMail(f *testing.F) {
	for _, m := range mails {
		f.Add([]byte(m.raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := read(bytes.NewReader(raw), time.Unix(1e9, 0))
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatal(err)
			}
			return
		}
		_, _, _ = l.link(t.Context())
		_ = l.markdown(t.Context())
		for _, file := range l.files {
			e, err := begin(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			size, leaf := int64(-1), 0
			leaves(e, func(body io.Reader) bool {
				if leaf == file.leaf {
					size, _ = io.Copy(io.Discard, body)
				}
				leaf++
				return true
			})
			if size != file.size {
				t.Errorf("%q has %d bytes, then %d", file.name, file.size, size)
			}
		}
	})
}
