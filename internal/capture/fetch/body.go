package fetch

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const maxRest = 10 * time.Minute // whatever a server asks for, tomorrow is too late for the person

// checkStatus turns an answer other than success into a fault. The words are ours: a server's own reason phrase is
// untrusted text.
func checkStatus(resp *http.Response) error {
	code := resp.StatusCode
	if code >= 200 && code < 300 && !isMiddle(resp) {
		return nil
	}
	message := "The page answered " + strings.TrimSpace(strconv.Itoa(code)+" "+http.StatusText(code)) + "."
	f := fault.Wrap(fault.Invalid, message, &capture.StatusError{Code: code})
	if passes(code) {
		f.Kind = fault.Unavailable
		f.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	}
	return f
}

// passes reports whether a status may be gone on another try.
func passes(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return code >= 500
}

// asksForRest is how long a site wants to be left alone; zero when it said nothing of the kind.
func asksForRest(resp *http.Response) time.Duration {
	if c := resp.StatusCode; c != http.StatusTooManyRequests && c != http.StatusServiceUnavailable {
		return 0
	}
	return retryAfter(resp.Header.Get("Retry-After"), time.Now())
}

// retryAfter reads a Retry-After header: seconds or a date. What it can't read, or lies in the past, is zero;
// beyond maxRest nobody waits.
func retryAfter(value string, now time.Time) time.Duration {
	if s, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(min(s, int(maxRest/time.Second)), 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), maxRest)
	}
	return 0
}

// isMiddle reports whether an answer is a part of something, and not its beginning.
func isMiddle(resp *http.Response) bool {
	return resp.StatusCode == http.StatusPartialContent && !strings.HasPrefix(resp.Header.Get("Content-Range"), "bytes 0-")
}

// length is that of the whole body, as the server says, of which it may have sent a part; -1 when it does not say.
func length(resp *http.Response) int64 {
	if resp.StatusCode != http.StatusPartialContent {
		return resp.ContentLength
	}
	_, whole, _ := strings.Cut(resp.Header.Get("Content-Range"), "/")
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil && n >= 0 {
		return n
	}
	return -1
}

// readBody reads what the transport has decompressed, so that a small bomb counts as what it becomes. Of a body that is cut
// nothing is read beyond the limit.
func (v *visit) readBody(resp *http.Response) ([]byte, error) {
	if e := resp.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return nil, fault.New(fault.Invalid, msgPacked)
	}
	from := bufio.NewReaderSize(resp.Body, sniffed)
	is, failed := look(resp, from)
	limit := cmp.Or(v.request.Limit, v.client.limitOf(is))
	cut := is.cuts() || v.request.Head
	switch {
	case !cut && resp.ContentLength > limit:
		return nil, tooLarge(limit)
	case failed != nil:
		return nil, failed
	}
	body, err := v.take(from, limit, resp.ContentLength)
	if cut || err != nil {
		return body, err
	}
	return body, ends(from, limit)
}

// ends fails unless a body ends where its limit is.
func ends(body io.ByteReader, limit int64) error {
	_, err := body.ReadByte()
	switch {
	case err == nil:
		return tooLarge(limit)
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// look peeks into the body where the server does not say what it is. Beside the error of a body that broke off
// stands what its beginning looked like.
func look(resp *http.Response, body *bufio.Reader) (kind, error) {
	declared := resp.Header.Get("Content-Type")
	if !saysNothing(bareType(declared)) {
		return kindOf(declared, nil), nil
	}
	head, err := body.Peek(sniffed)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return kindOf(declared, head), err
}

// limitOf is how many bytes are taken of a kind when nobody says how many.
func (c *Client) limitOf(k kind) int64 {
	switch k {
	case pdf:
		return c.maxPDF
	case picture:
		return maxPicture
	case playlist:
		return maxPlaylist
	case recording:
		return maxRecording
	}
	return maxPage
}

func tooLarge(maxBytes int64) error {
	return fault.New(fault.Invalid, "The page is larger than "+size(maxBytes)+".")
}

// size writes a limit as a person would: "5 MB", "1.5 MB", "512 KB", "100 bytes".
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return inUnits(n, 1<<20) + " MB"
	case n >= 1<<10:
		return inUnits(n, 1<<10) + " KB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

func inUnits(n, unit int64) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/float64(unit), 'f', 1, 64), ".0")
}
