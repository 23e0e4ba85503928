package fetch

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	msgNoAddress   = "This is not the address of a web page."
	msgRefused     = "This address is not reachable from here."
	msgLate        = "The page did not answer in time."
	msgUnknownSite = "This site could not be found."
	msgCertificate = "The site's certificate is not valid."
	msgPacked      = "The page is packed in a way that can't be read."
	msgBrokenOff   = "The page broke off before its end."
	msgUnreachable = "The page could not be reached."
	msgPaused      = "The site asks to be left alone for now."
	msgBusy        = "The site has too much to answer now."
	msgCrowded     = "Too many large files are being fetched now."
)

// explain turns the error of a fetch into a fault whose message names no address; the cause is kept
// for the log. A cancellation by the caller is not a fault, and a capture.Busy is returned
// unchanged.
func explain(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("fetch: %w", context.Cause(ctx))
	}
	if b, ok := errors.AsType[*capture.Busy](err); ok {
		return b
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	kind, message := classify(err)
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err // drops the URL, whose query may hold a secret
	}
	return fault.Wrap(kind, message, fmt.Errorf("fetch: %w", err))
}

func classify(err error) (fault.Kind, string) {
	switch {
	case errors.Is(err, errRefused):
		return fault.Invalid, msgRefused
	case isTimeout(err):
		return fault.Unavailable, msgLate
	case is[*net.DNSError](err):
		return fault.Unavailable, msgUnknownSite
	case is[*tls.CertificateVerificationError](err):
		return fault.Invalid, msgCertificate
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), is[flate.CorruptInputError](err):
		return fault.Invalid, msgPacked
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault.Unavailable, msgBrokenOff
	}
	return fault.Unavailable, msgUnreachable
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
