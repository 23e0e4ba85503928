package smtp

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"

	"engram/internal/fault"
	"engram/internal/inbox"
)

// session receives the mails of a connection, each for one user.
type session struct {
	server  *Server
	conn    *smtp.Conn
	from    string
	to      inbox.Owner
	unknown int
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: c}, nil
}

// Reset implements smtp.Session.
func (s *session) Reset() { s.from, s.to = "", inbox.Owner{} }

// Logout implements smtp.Session.
func (s *session) Logout() error { return nil }

// Mail implements smtp.Session.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

// Rcpt implements smtp.Session.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) (err error) {
	if s.unknown >= maxUnknown {
		return &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "There were too many unknown addresses"}
	}
	ctx, cancel := context.WithTimeout(s.server.ctx, commandTime)
	defer cancel()
	s.to, err = s.server.Inbox.Recipient(ctx, to)
	if fault.KindOf(err) == fault.NotFound {
		s.unknown++
	}
	return s.server.answer(err)
}

// Data implements smtp.Session. It returns nil once the mail is saved.
func (s *session) Data(r io.Reader) error {
	_ = s.conn.Conn().SetReadDeadline(time.Now().Add(sessionTime))
	file, err := os.CreateTemp(s.server.Dir, "mail-*")
	if err != nil {
		return s.server.answer(err)
	}
	_ = os.Remove(file.Name()) // where the system lets it, so that none is left by a crash
	defer func() { _, _ = file.Close(), os.Remove(file.Name()) }()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(file, sum), r); err != nil {
		return s.server.answer(err)
	}
	if s.isCut() {
		return s.server.answer(io.ErrUnexpectedEOF)
	}
	ctx, cancel := context.WithTimeout(s.server.ctx, saveTime)
	defer cancel()
	origin := check(ctx, s.server.Resolver, sender{addressOf(s.conn.Conn()), s.conn.Hostname(), s.from}, file)
	select {
	case s.server.slots <- struct{}{}:
		defer func() { <-s.server.slots }()
	case <-ctx.Done():
		return s.server.answer(ctx.Err())
	}
	return s.server.answer(s.server.Inbox.Deliver(ctx, s.to, inbox.Arrived{Origin: origin, Mail: file, Sum: sum.Sum(nil)}))
}

// isCut reports whether the sender was gone before its mail was complete: the last chunk of BDAT ends without an error then.
func (s *session) isCut() bool {
	c := s.conn.Conn()
	if secured, ok := c.(*tls.Conn); ok {
		c = secured.NetConn()
	}
	plain, ok := c.(*conn)
	return ok && plain.ended.Load()
}

// codes are the answers to faults: those with a 4 are tried again by the sender's server.
var codes = map[fault.Kind]struct {
	code     int
	enhanced smtp.EnhancedCode
}{
	fault.NotFound:    {550, smtp.EnhancedCode{5, 1, 1}},
	fault.Forbidden:   {450, smtp.EnhancedCode{4, 2, 1}},
	fault.Limit:       {452, smtp.EnhancedCode{4, 2, 2}},
	fault.NoRoom:      {452, smtp.EnhancedCode{4, 3, 1}},
	fault.Unavailable: {451, smtp.EnhancedCode{4, 3, 0}},
	fault.TooLarge:    {552, smtp.EnhancedCode{5, 3, 4}},
	fault.Invalid:     {554, smtp.EnhancedCode{5, 6, 0}},
	fault.Unsupported: {554, smtp.EnhancedCode{5, 6, 0}},
}

// answer returns the answer to an error. One that is not known is logged, and the mail is sent again later.
func (s *Server) answer(err error) error {
	if err == nil {
		return nil
	}
	if said, ok := errors.AsType[*smtp.SMTPError](err); ok {
		return said
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		err = fault.Full(err)
	}
	if errors.Is(err, smtp.ErrTooLongLine) {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "A line of this mail is too long"}
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		if c, known := codes[f.Kind]; known {
			return &smtp.SMTPError{Code: c.code, EnhancedCode: c.enhanced, Message: f.Message}
		}
	}
	s.Log.Warn("a mail was not saved, and is sent again later", "error", err)
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Mail can't be saved right now. Please try again later."}
}
