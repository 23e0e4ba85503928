package smtp

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// listener accepts as many connections as there may be.
type listener struct {
	net.Listener
	server *Server
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := networkOf(addressOf(c))
		if l.server.admit(from) {
			return &conn{Conn: c, server: l.server, end: time.Now().Add(sessionTime), leave: sync.OnceFunc(func() { l.server.leave(from) })}, nil
		}
		_ = c.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = c.Write([]byte("421 4.7.0 There are too many connections. Please try again later.\r\n"))
		_ = c.Close()
	}
}

// addressOf returns the address at the other end of a connection.
func addressOf(c net.Conn) netip.Addr {
	at, _ := netip.ParseAddrPort(c.RemoteAddr().String())
	return at.Addr().WithZone("").Unmap()
}

// networkOf returns the network of one customer.
func networkOf(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits)
	return p
}

// conn is a connection whose deadlines are none later than its end.
type conn struct {
	net.Conn
	server *Server
	end    time.Time
	leave  func()
	ended  atomic.Bool // the other end sends no more
}

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if errors.Is(err, io.EOF) {
		c.ended.Store(true)
	}
	return n, err
}

func (c *conn) within(t time.Time) time.Time {
	if t.IsZero() || t.After(c.end) {
		return c.end
	}
	return t
}

// SetDeadline implements net.Conn.
func (c *conn) SetDeadline(t time.Time) error { return c.Conn.SetDeadline(c.within(t)) }

// SetReadDeadline implements net.Conn.
func (c *conn) SetReadDeadline(t time.Time) error { return c.Conn.SetReadDeadline(c.within(t)) }

// SetWriteDeadline implements net.Conn.
func (c *conn) SetWriteDeadline(t time.Time) error { return c.Conn.SetWriteDeadline(c.within(t)) }

// Close implements net.Conn. What the other end still sends is read first: closed with that unread, the connection is reset, and
// the last answer may be lost.
func (c *conn) Close() error {
	c.leave()
	if tcp, ok := c.Conn.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		c.server.linger(tcp)
	}
	return c.Conn.Close()
}
