package smtp

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/smtp"
	"net/textproto"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	gosmtp "github.com/emersion/go-smtp"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/inbox"
)

const known = "secretsecretsecret@save.example.org"

// box is an Inbox in memory.
type box struct {
	mu      sync.Mutex
	refuse  error // of Recipient
	fails   error // of Deliver
	mails   []string
	origins []email.Origin
	enter   chan struct{} // a Deliver that begins; nil: it is not waited for
	leave   chan struct{}
}

func (b *box) Recipient(_ context.Context, address string) (inbox.Owner, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if address != known {
		return inbox.Owner{}, fault.New(fault.NotFound, "There is no such address here")
	}
	return inbox.Owner{Box: inbox.Box{UserID: "ada"}}, b.refuse
}

func (b *box) Deliver(_ context.Context, to inbox.Owner, a inbox.Arrived) error {
	if b.enter != nil {
		b.enter <- struct{}{}
		<-b.leave
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, _ = a.Mail.Seek(0, io.SeekStart)
	raw, err := io.ReadAll(a.Mail)
	if err != nil || to.UserID != "ada" {
		return errors.Join(err, errors.New("not Ada's"))
	}
	if b.fails == nil {
		b.mails, b.origins = append(b.mails, string(raw)), append(b.origins, a.Origin)
	}
	return b.fails
}

// records is a Resolver of fixed records.
type records map[string]string

func (r records) LookupTXT(_ context.Context, name string) ([]string, error) {
	switch text, ok := r[strings.TrimSuffix(name, ".")]; {
	case r == nil:
		return nil, &net.DNSError{Err: "away", IsTimeout: true, IsTemporary: true}
	case ok:
		return []string{text}, nil
	}
	return nil, &net.DNSError{Err: "none", IsNotFound: true}
}

func (r records) LookupMX(context.Context, string) ([]*net.MX, error) { return nil, nil }

func (r records) LookupIPAddr(context.Context, string) ([]net.IPAddr, error) { return nil, nil }

func (r records) LookupAddr(context.Context, string) ([]string, error) { return nil, nil }

func serve(t *testing.T, b *box, change func(*Config)) (*Server, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	c := Config{Addr: "127.0.0.1:0", Inbox: b, Domain: "save.example.org", Resolver: records(nil), Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))}
	if change != nil {
		change(&c)
	}
	s, err := Listen(c)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	t.Cleanup(func() {
		if err := errors.Join(s.Close(context.Background()), <-served); err != nil {
			t.Error(err)
		}
	})
	return s, &log
}

func dial(t *testing.T, s *Server) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// send sends a mail and returns the code of the answer that ends it, with its text.
func send(t *testing.T, c *smtp.Client, to, raw string) (int, string) {
	t.Helper()
	err := c.Mail("zoe@example.org")
	if err == nil {
		err = c.Rcpt(to)
	}
	if err == nil {
		w, errData := c.Data()
		if errData != nil {
			t.Fatal(errData)
		}
		_, errWrite := io.WriteString(w, raw)
		err = errors.Join(errWrite, w.Close())
	}
	var answer *textproto.Error
	if errors.As(err, &answer) {
		if err := c.Reset(); err != nil {
			t.Fatal(err)
		}
		return answer.Code, answer.Msg
	}
	if err != nil {
		t.Fatal(err)
	}
	return 250, ""
}

const mail = "Subject: Herons\r\n\r\nThey stand.\r\n..and wait.\r\n"

func TestReceiving(t *testing.T) {
	b := &box{}
	s, log := serve(t, b, nil)
	c := dial(t, s)
	t.Run("a mail is answered once it is saved, as it was sent", func(t *testing.T) {
		if code, said := send(t, c, known, mail); code != 250 || len(b.mails) != 1 || b.mails[0] != mail {
			t.Errorf("%d %s, %q", code, said, b.mails)
		}
		want := email.Origin{Sender: "zoe@example.org", SPF: email.Unknown, Server: "example.org", DKIM: email.None}
		if b.origins[0] != want {
			t.Errorf("got %+v", b.origins[0])
		}
		if ok, size := c.Extension("SIZE"); !ok || size != "52428800" {
			t.Errorf("the size that is announced: %q", size)
		}
	})
	t.Run("what can't be saved is answered by a code that says whether to try again", func(t *testing.T) {
		for title, test := range map[string]struct {
			to            string
			refuse, fails error
			code          int
		}{
			"an unknown address":  {to: "ada@save.example.org", code: 550},
			"another domain":      {to: "secretsecretsecret@example.org", code: 550},
			"a full library":      {refuse: fault.New(fault.Limit, "full"), code: 452},
			"an account at rest":  {refuse: fault.New(fault.Forbidden, "at rest"), code: 450},
			"a database away":     {refuse: errors.New(known), code: 451},
			"a full disk":         {fails: fault.Full(nil), code: 452},
			"a bucket away":       {fails: fault.New(fault.Unavailable, "away"), code: 451},
			"a file too large":    {fails: fault.New(fault.TooLarge, "large"), code: 552},
			"a mail of nothing":   {fails: fault.New(fault.Invalid, "nothing"), code: 554},
			"a full disk here":    {fails: &os.PathError{Op: "write", Err: syscall.ENOSPC}, code: 452},
			"a fault of the code": {fails: errors.New("a fault"), code: 451},
		} {
			b.refuse, b.fails = test.refuse, test.fails
			to := test.to
			if to == "" {
				to = known
			}
			if code, said := send(t, c, to, mail); code != test.code {
				t.Errorf("%s: %d %s", title, code, said)
			}
		}
		b.refuse, b.fails = nil, nil
	})
	t.Run("one mail is for one user", func(t *testing.T) {
		errs := []error{c.Mail("a@b.org"), c.Rcpt(known)}
		if errors.Join(errs...) != nil {
			t.Fatal(errs)
		}
		var answer *textproto.Error
		if err := c.Rcpt(known); !errors.As(err, &answer) || answer.Code != 452 {
			t.Error(err)
		}
		_ = c.Reset()
	})
	t.Run("a mail that says to be too large is not sent", func(t *testing.T) {
		var answer *textproto.Error
		err := write(c, "MAIL FROM:<a@b.org> SIZE=52428801")
		if !errors.As(err, &answer) || answer.Code != 552 {
			t.Error(err)
		}
	})
	t.Run("commands may be sent at once", func(t *testing.T) {
		before := len(b.mails)
		got := conversation(t, s, "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<"+known+">\r\nDATA\r\n", mail+".\r\nQUIT\r\n")
		if !strings.Contains(got, "\n354") || !strings.Contains(got, "OK: queued") || len(b.mails) != before+1 {
			t.Error(got)
		}
	})
	t.Run("a line without an end ends the connection", func(t *testing.T) {
		if got := conversation(t, s, "EHLO x\r\n", strings.Repeat("x", maxLine+5000)); !strings.Contains(got, "\n500") {
			t.Error(got)
		}
	})
	t.Run("a mail with a line that is too long is refused for good", func(t *testing.T) {
		got := conversation(t, s, "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<"+known+">\r\nDATA\r\n", strings.Repeat("x", maxLine+5000)+"\r\n.\r\n")
		if !strings.Contains(got, "\n554 5.6.0 A line") {
			t.Error(got)
		}
	})
	t.Run("a mail that ends too early is not saved", func(t *testing.T) {
		before := len(b.mails)
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Write([]byte("EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<" + known + ">\r\nDATA\r\nSubject: x\r\n\r\nThe beginning"))
		_ = conn.(*net.TCPConn).CloseWrite()
		_, _ = io.ReadAll(conn)
		if len(b.mails) != before {
			t.Error(b.mails[before:])
		}
	})
	t.Run("nor is one whose last chunk ends too early", func(t *testing.T) {
		before := len(b.mails)
		for size, want := range map[int]int{len(mail): 1, len(mail) + 1: 0} {
			conn, err := net.Dial("tcp", s.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = fmt.Fprintf(conn, "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<%s>\r\nBDAT %d LAST\r\n%s", known, size, mail)
			_ = conn.(*net.TCPConn).CloseWrite()
			_, _ = io.ReadAll(conn)
			if got := len(b.mails) - before; got != want {
				t.Errorf("of %d bytes: %d mails", size, got)
			}
			before = len(b.mails)
		}
	})
	t.Run("a dot on a line whose end is another's ends no mail", func(t *testing.T) {
		before := len(b.mails)
		text := "Subject: x\r\n\r\none\n.\nMAIL FROM:<a@b.org>\r\ntwo\n.\r\nthree\r\n.\nfour\r.\r\n"
		conversation(t, s, "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<"+known+">\r\nDATA\r\n", text+".\r\nQUIT\r\n")
		if len(b.mails) != before+1 || b.mails[before] != strings.Replace(text, "\r\n.\n", "\r\n\n", 1) {
			t.Errorf("%q", b.mails[before:])
		}
	})
	t.Run("after many unknown addresses none is looked for", func(t *testing.T) {
		c := dial(t, s)
		for range maxUnknown {
			send(t, c, "guess@save.example.org", mail)
		}
		if code, _ := send(t, c, known, mail); code != 421 {
			t.Error(code)
		}
	})
	t.Run("the log says what is wrong, and no address", func(t *testing.T) {
		if said := strings.ReplaceAll(log.String(), `error=`+known, ""); strings.Contains(said, "secretsecret") || strings.Contains(said, "zoe@") || !strings.Contains(said, "a fault") {
			t.Error(said)
		}
	})
}

func write(c *smtp.Client, command string) error {
	id, err := c.Text.Cmd("%s", command)
	if err != nil {
		return err
	}
	c.Text.StartResponse(id)
	defer c.Text.EndResponse(id)
	_, _, err = c.Text.ReadResponse(250)
	return err
}

// conversation sends what a client says and returns all answers.
func conversation(t *testing.T, s *Server, said ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, part := range said {
		_, _ = conn.Write([]byte(part))
	}
	got, _ := io.ReadAll(bufio.NewReader(conn))
	return string(got)
}

func TestTooLarge(t *testing.T) {
	b := &box{}
	s, _ := serve(t, b, func(c *Config) { c.Most = 1 << 20 })
	if code, said := send(t, dial(t, s), known, "Subject: x\r\n\r\n"+strings.Repeat(strings.Repeat("x", 998)+"\r\n", 1100)); code != 552 || len(b.mails) > 0 {
		t.Errorf("%d %s", code, said)
	}
}

func TestStartTLS(t *testing.T) {
	public, private, _ := ed25519.GenerateKey(rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"save.example.org"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	b := &box{}
	s, _ := serve(t, b, func(c *Config) {
		c.TLS = &tls.Config{NextProtos: []string{"h2"}, GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if hello.ServerName != "save.example.org" {
				return nil, fmt.Errorf("no certificate for %q", hello.ServerName)
			}
			return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, nil
		}}
		c.Names = []string{"save.example.org"}
	})
	for _, name := range []string{"save.example.org", "other.example.org", "127.0.0.1"} { // the last is not sent
		c := dial(t, s)
		if err := c.StartTLS(&tls.Config{ServerName: name, InsecureSkipVerify: true}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if code, said := send(t, c, known, mail); code != 250 {
			t.Errorf("%s: %d %s", name, code, said)
		}
	}
	t.Run("what was said before is not heard behind it", func(t *testing.T) {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "EHLO x\r\nSTARTTLS\r\nMAIL FROM:<a@b.org>\r\n")
		for plain := bufio.NewReader(conn); ; {
			if line, err := plain.ReadString('\n'); err != nil || strings.HasPrefix(line, "220 2.0.0") {
				break
			}
		}
		secured := tls.Client(conn, &tls.Config{ServerName: "save.example.org", InsecureSkipVerify: true})
		_, _ = io.WriteString(secured, "NOOP\r\n")
		if line, err := bufio.NewReader(secured).ReadString('\n'); err != nil || !strings.Contains(line, "done nothing") {
			t.Errorf("%q, %v", line, err)
		}
	})
}

func TestConnections(t *testing.T) {
	s, _ := serve(t, &box{}, nil)
	var all []net.Conn
	greeted := func() string {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, conn)
		line, _ := bufio.NewReader(conn).ReadString('\n')
		return line
	}
	for range maxFromOne {
		if line := greeted(); !strings.HasPrefix(line, "220 save.example.org") {
			t.Fatal(line)
		}
	}
	if line := greeted(); !strings.HasPrefix(line, "421") {
		t.Error(line)
	}
	for _, conn := range all {
		_, _ = conn.Write([]byte("QUIT\r\n"))
		_, _ = io.ReadAll(conn)
	}
	if line := greeted(); !strings.HasPrefix(line, "220") {
		t.Error("after all have left:", line)
	}
	for a, want := range map[string]string{"192.0.2.1": "192.0.2.1/32", "2001:db8::1": "2001:db8::/64"} {
		if got := networkOf(netip.MustParseAddr(a)).String(); got != want {
			t.Errorf("%s is of %s", a, got)
		}
	}
}

// However slow a sender is, its connection ends.
func TestSlowSender(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	left := false
	c := &conn{Conn: ours, end: time.Now().Add(-time.Second), leave: func() { left = true }}
	if err := c.SetReadDeadline(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	if err := c.Close(); err != nil || !left {
		t.Error(err, left)
	}
}

// A stop waits a moment for a mail that is being saved, and lets no other begin.
func TestClose(t *testing.T) {
	b := &box{enter: make(chan struct{}), leave: make(chan struct{})}
	s, _ := serve(t, b, nil)
	c, err := gosmtp.Dial(s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() { sent <- c.SendMail("a@b.org", []string{known}, strings.NewReader(mail)) }()
	<-b.enter
	closed := make(chan error, 1)
	go func() { closed <- s.Close(t.Context()) }()
	close(b.leave)
	if err := <-closed; err != nil {
		t.Error(err)
	}
	<-sent // it is saved, whether its sender hears of it or sends it again
	if len(b.mails) != 1 {
		t.Errorf("%d are saved", len(b.mails))
	}
}

func TestChecks(t *testing.T) {
	public, private, _ := ed25519.GenerateKey(rand.Reader)
	var signed bytes.Buffer
	err := dkim.Sign(&signed, strings.NewReader("From: zoe@example.org\r\nSubject: Herons\r\n\r\nThey stand.\r\n"), &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: private})
	if err != nil {
		t.Fatal(err)
	}
	zone := records{"example.org": "v=spf1 ip4:203.0.114.9 ~all", "strict.example": "v=spf1 -all", "odd.example": "v=spf1 nonsense:x", "s._domainkey.example.org": "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	for title, test := range map[string]struct {
		zone          records
		address, from string
		mail          string
		want          email.Origin
	}{
		"all is well":            {zone, "203.0.114.9", "zoe@example.org", signed.String(), email.Origin{SPF: email.Pass, Server: "example.org", DKIM: email.Pass, Signer: "example.org"}},
		"another server":         {zone, "203.0.114.8", "zoe@example.org", signed.String(), email.Origin{SPF: email.SoftFail, Server: "example.org", DKIM: email.Pass, Signer: "example.org"}},
		"a forged server":        {zone, "203.0.114.9", "a@strict.example", mail, email.Origin{SPF: email.Fails, Server: "strict.example", DKIM: email.None}},
		"a changed mail":         {zone, "203.0.114.9", "zoe@example.org", strings.Replace(signed.String(), "stand", "fall", 1), email.Origin{SPF: email.Pass, Server: "example.org", DKIM: email.Fails, Signer: "example.org"}},
		"no records":             {records{}, "203.0.114.9", "zoe@example.org", mail, email.Origin{SPF: email.None, Server: "example.org", DKIM: email.None}},
		"a record that is odd":   {zone, "203.0.114.9", "a@odd.example", mail, email.Origin{SPF: email.Unknown, Server: "odd.example", DKIM: email.None}},
		"a relay of one's own":   {zone, "192.168.1.2", "zoe@example.org", signed.String(), email.Origin{SPF: email.Unknown, Server: "example.org", DKIM: email.Pass, Signer: "example.org"}},
		"DNS is away":            {nil, "203.0.114.9", "zoe@example.org", signed.String(), email.Origin{SPF: email.Unknown, Server: "example.org", DKIM: email.Unknown}},
		"a header of many lines": {zone, "203.0.114.9", "zoe@example.org", "DKIM-Signature: x\r\n" + strings.Repeat(" \r\n", 1<<20) + "\r\nx", email.Origin{SPF: email.Pass, Server: "example.org", DKIM: email.Unknown}},
		"a body of blank lines":  {zone, "203.0.114.9", "zoe@example.org", "DKIM-Signature: v=1; a=ed25519-sha256; d=example.org; s=s; h=from; bh=AA==; b=AA==\r\n\r\n" + strings.Repeat("\r\n", 1<<20) + "x\r\n", email.Origin{SPF: email.Pass, Server: "example.org", DKIM: email.Unknown}},
		"a notice":               {zone, "203.0.114.9", "", "no mail", email.Origin{SPF: email.Pass, Server: "example.org", DKIM: email.Unknown}},
	} {
		test.want.Sender = test.from
		got := check(t.Context(), test.zone, sender{netip.MustParseAddr(test.address), "example.org", test.from}, strings.NewReader(test.mail))
		if got != test.want {
			t.Errorf("%s:\n%+v, want\n%+v", title, got, test.want)
		}
	}
}
