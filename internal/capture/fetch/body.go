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

const maxRetryAfter = 10 * time.Minute // a longer Retry-After would be useless to the user

// checkStatus turns an error status into a fault. The message is ours: a server's reason phrase is
// untrusted.
func checkStatus(resp *http.Response) error {
	code := resp.StatusCode
	if code >= 200 && code < 300 && !isMiddle(resp) {
		return nil
	}
	message := "The page answered " + strings.TrimSpace(strconv.Itoa(code)+" "+http.StatusText(code)) + "."
	f := fault.Wrap(fault.Invalid, message, &capture.StatusError{Code: code})
	if transient(code) {
		f.Kind = fault.Unavailable
		f.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	}
	return f
}

// transient reports whether a request that got this status may succeed later.
func transient(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return code >= 500
}

// pauseAsked returns how long a site asks not to be fetched; zero when it doesn't ask.
func pauseAsked(resp *http.Response) time.Duration {
	if c := resp.StatusCode; c != http.StatusTooManyRequests && c != http.StatusServiceUnavailable {
		return 0
	}
	return retryAfter(resp.Header.Get("Retry-After"), time.Now())
}

// retryAfter parses a Retry-After header, seconds or a date, and caps it at maxRetryAfter. It
// returns zero for a time in the past and for what it can't parse.
func retryAfter(value string, now time.Time) time.Duration {
	if s, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(min(s, int(maxRetryAfter/time.Second)), 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), maxRetryAfter)
	}
	return 0
}

// isMiddle reports whether a partial response does not start at the first byte.
func isMiddle(resp *http.Response) bool {
	return resp.StatusCode == http.StatusPartialContent &&
		!strings.HasPrefix(resp.Header.Get("Content-Range"), "bytes 0-")
}

// length returns the size of the whole body that the server declares, also for a partial response;
// -1 when unknown.
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

// readBody reads the decompressed body, so a zip bomb counts with its full size. It reads no
// further than the limit of a kind that is truncated.
func (v *visit) readBody(resp *http.Response) ([]byte, error) {
	if e := resp.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return nil, fault.New(fault.Invalid, msgPacked)
	}
	from := bufio.NewReaderSize(resp.Body, sniffed)
	is, failed := sniffKind(resp, from)
	limit := cmp.Or(v.request.Limit, v.client.limitOf(is))
	truncate := is.truncates() || v.request.Head
	switch {
	case !truncate && resp.ContentLength > limit:
		return nil, tooLarge(limit)
	case failed != nil:
		return nil, failed
	}
	body, err := v.readLimited(from, limit, resp.ContentLength)
	if truncate || err != nil {
		return body, err
	}
	return body, checkEnd(from, limit)
}

// checkEnd returns an error unless the body ends here, at its limit.
func checkEnd(body io.ByteReader, limit int64) error {
	_, err := body.ReadByte()
	switch {
	case err == nil:
		return tooLarge(limit)
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// sniffKind peeks into the body if the server declares no type. If the body breaks off it returns
// the kind so far with the error.
func sniffKind(resp *http.Response, body *bufio.Reader) (kind, error) {
	declared := resp.Header.Get("Content-Type")
	if !isUnspecific(bareType(declared)) {
		return kindOf(declared, nil), nil
	}
	head, err := body.Peek(sniffed)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return kindOf(declared, head), err
}

// limitOf returns the default limit in bytes for a kind.
func (c *Client) limitOf(k kind) int64 {
	switch k {
	case file:
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

// size formats a limit: "5 MB", "1.5 MB", "512 KB", "100 bytes".
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
