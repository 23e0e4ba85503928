package smtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"

	"engram/internal/email"
	"engram/internal/plaintext"
)

const (
	checkTime     = 6 * time.Second // for all lookups of a mail
	maxSignatures = 5
	maxNamed      = 254 // characters of an address or domain
	// What is longer is not checked by DKIM, which takes time by the square of it.
	maxHeader = 64 << 10 // bytes
	maxLines  = 1000     // of the header, or blank ones in a row
)

// Resolver looks up what domains say about their mail. Nothing is connected to.
type Resolver = spf.DNSResolver

// sender describes the server that sends a mail.
type sender struct {
	address netip.Addr
	helo    string
	from    string // of the envelope; empty: a notice by a server
}

// check returns whom a mail is from as far as records of their domains tell. It never fails: what can't be looked up is
// unknown.
func check(ctx context.Context, resolver Resolver, s sender, mail io.ReadSeeker) email.Origin {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	o := email.Origin{Sender: plaintext.Truncate(plaintext.Clean(s.from), maxNamed), SPF: email.Unknown, DKIM: email.Unknown}
	var both sync.WaitGroup
	both.Go(guarded(func() { o.SPF, o.Server = checkServer(ctx, resolver, s) }))
	both.Go(guarded(func() { o.DKIM, o.Signer = checkSignature(ctx, resolver, mail) }))
	both.Wait()
	return o
}

// guarded keeps what a mail is made to break from ending more than its check.
func guarded(do func()) func() {
	return func() {
		defer func() { _ = recover() }()
		do()
	}
}

// checkServer checks by SPF whether the server may send for the domain of the envelope.
func checkServer(ctx context.Context, resolver Resolver, s sender) (email.Verdict, string) {
	_, domain, named := strings.Cut(s.from, "@")
	if !named {
		domain = s.helo
	}
	domain = plaintext.Truncate(plaintext.Clean(domain), maxNamed)
	if !s.address.IsGlobalUnicast() || s.address.IsPrivate() { // a relay of one's own, which is in no record
		return email.Unknown, domain
	}
	result, _ := spf.CheckHostWithSender(net.IP(s.address.AsSlice()), s.helo, s.from, spf.WithContext(ctx), spf.WithResolver(resolver))
	switch v := email.Verdict(result); v {
	case email.Pass, email.Fails, email.SoftFail, email.Neutral, email.None:
		return v, domain
	}
	return email.Unknown, domain
}

// checkSignature checks by DKIM whether a domain signed the mail as it is.
func checkSignature(ctx context.Context, resolver Resolver, mail io.ReadSeeker) (email.Verdict, string) {
	if !isModest(mail) {
		return email.Unknown, ""
	}
	if _, err := mail.Seek(0, io.SeekStart); err != nil {
		return email.Unknown, ""
	}
	var away atomic.Bool
	all, err := dkim.VerifyWithOptions(mail, &dkim.VerifyOptions{MaxVerifications: maxSignatures, LookupTXT: func(name string) ([]string, error) {
		found, err := resolver.LookupTXT(ctx, name)
		if none := (*net.DNSError)(nil); err != nil && (!errors.As(err, &none) || !none.IsNotFound) {
			away.Store(true)
		}
		return found, err
	}})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return email.Unknown, ""
	}
	if len(all) == 0 {
		return email.None, ""
	}
	for _, v := range all {
		if v.Err == nil {
			return email.Pass, plaintext.Truncate(plaintext.Clean(v.Domain), maxNamed)
		}
	}
	if away.Load() {
		return email.Unknown, ""
	}
	return email.Fails, plaintext.Truncate(plaintext.Clean(all[0].Domain), maxNamed)
}

// isModest reports whether the lines of a mail are as mails have them.
func isModest(mail io.ReadSeeker) bool {
	if _, err := mail.Seek(0, io.SeekStart); err != nil {
		return false
	}
	lines, inHeader, header, blank := bufio.NewScanner(mail), true, 0, 0
	for n := 1; lines.Scan(); n++ {
		if blank++; len(bytes.TrimSpace(lines.Bytes())) > 0 {
			blank = 0
		}
		if inHeader = inHeader && len(lines.Bytes()) > 0; inHeader {
			header += len(lines.Bytes())
		}
		if blank > maxLines || inHeader && (header > maxHeader || n > maxLines) {
			return false
		}
	}
	return lines.Err() == nil && !inHeader
}
