// Package smtp receives mail for the addresses of package inbox.
package smtp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"

	"engram/internal/inbox"
)

const (
	// MaxMail is the size of a mail at most, in bytes.
	MaxMail int64 = 50 << 20

	maxLine        = 64 << 10 // bytes: more than the standard has, as do some programs
	maxConnections = 60
	maxFromOne     = 10 // connections from one address
	maxUnknown     = 10 // recipients of a connection that there are not
	savedAtOnce    = 2  // mails: each may take its text several times over in memory
	commandTime    = 2 * time.Minute
	sessionTime    = 15 * time.Minute // of a whole connection, however slow its sender
	saveTime       = 4 * time.Minute
	lingerTime     = 10 * time.Second // after the last answer
	closeTime      = 700 * time.Millisecond
)

// Inbox saves mails.
type Inbox interface {
	// Recipient returns the user of an address, see inbox.Service.
	Recipient(ctx context.Context, address string) (inbox.Owner, error)
	// Deliver saves a mail, see inbox.Service.
	Deliver(ctx context.Context, to inbox.Owner, a inbox.Arrived) error
}

// Config describes a Server.
type Config struct {
	Addr     string // where it listens
	Inbox    Inbox
	Domain   string
	TLS      *tls.Config // of STARTTLS; nil: there is none
	Names    []string    // that the certificates are for; empty: there is one for every name
	Resolver Resolver    // of the records by which senders are checked
	Dir      string      // for mails while they arrive
	Most     int64       // bytes of a mail; 0: MaxMail
	Log      *slog.Logger
}

// Server receives mail.
type Server struct {
	Config
	smtp     *smtp.Server
	listener net.Listener
	slots    chan struct{} // holds one for each mail that is being saved
	ctx      context.Context
	stop     context.CancelFunc

	once sync.Once // of the stop

	lingering atomic.Int32 // connections that are closed once the other end is

	mu   sync.Mutex
	from map[netip.Prefix]int // connections
	all  int
}

// Listen returns a Server that listens.
func Listen(c Config) (*Server, error) {
	s := &Server{Config: c, slots: make(chan struct{}, savedAtOnce), from: map[netip.Prefix]int{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.smtp = smtp.NewServer(smtp.BackendFunc(s.session))
	s.smtp.Domain, s.smtp.TLSConfig = c.Domain, startTLS(c.TLS, c.Names)
	s.smtp.MaxMessageBytes, s.smtp.MaxRecipients = cmp.Or(c.Most, MaxMail), 1 // so that an answer is about one user
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = commandTime, commandTime
	s.smtp.MaxLineLength = maxLine
	s.smtp.EnableSMTPUTF8 = true
	s.smtp.ErrorLog = log.New(io.Discard, "", 0) // it would name addresses, which are secret
	l, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, err
	}
	s.listener = listener{l, s}
	return s, nil
}

// startTLS returns the settings of https for servers that send mail, many of which don't say the name that they look for.
func startTLS(https *tls.Config, names []string) *tls.Config {
	if https == nil {
		return nil
	}
	c := https.Clone()
	c.NextProtos = nil
	if get := c.GetCertificate; get != nil && len(names) > 0 {
		c.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if !slices.Contains(names, strings.ToLower(hello.ServerName)) {
				hello.ServerName = names[0]
			}
			return get(hello)
		}
	}
	return c
}

// Addr returns where it listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Serve receives mail until Close.
func (s *Server) Serve() error { return s.smtp.Serve(s.listener) }

// Close ends the receiver. Mails that are being saved have a moment; others are sent again by their servers.
func (s *Server) Close(ctx context.Context) (err error) {
	s.once.Do(func() { err = s.end(ctx) })
	return err
}

func (s *Server) end(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, closeTime)
	defer cancel()
	for range savedAtOnce {
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
		}
	}
	s.stop()
	err := errors.Join(s.smtp.Close(), s.listener.Close()) // which may not be served yet
	if errors.Is(err, smtp.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// linger reads what a connection that has its last answer still sends, for a moment.
func (s *Server) linger(c net.Conn) {
	defer s.lingering.Add(-1)
	if s.lingering.Add(1) > maxConnections {
		return
	}
	_ = c.SetReadDeadline(time.Now().Add(lingerTime))
	defer context.AfterFunc(s.ctx, func() { _ = c.SetReadDeadline(time.Now()) })()
	_, _ = io.Copy(io.Discard, c)
}

// admit counts a connection, and reports whether there may be another from its address.
func (s *Server) admit(from netip.Prefix) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= maxConnections || s.from[from] >= maxFromOne {
		return false
	}
	s.all++
	s.from[from]++
	return true
}

func (s *Server) leave(from netip.Prefix) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.from[from]--; s.from[from] == 0 {
		delete(s.from, from)
	}
}
