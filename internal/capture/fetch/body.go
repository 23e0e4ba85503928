package fetch

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"engram/internal/fault"
)

const maxRetryAfter = time.Hour // whatever a server asks for, tomorrow is too late for the person

// checkStatus turns an answer other than success into a fault. The words are ours: a server's own reason phrase is
// untrusted text.
func checkStatus(resp *http.Response) error {
	code := resp.StatusCode
	if code >= 200 && code < 300 {
		return nil
	}
	f := fault.New(fault.Invalid, "The page answered "+strings.TrimSpace(strconv.Itoa(code)+" "+http.StatusText(code))+".")
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

// retryAfter reads a Retry-After header: seconds or a date. What it can't read, or lies in the past, is zero.
func retryAfter(value string, now time.Time) time.Duration {
	if s, err := strconv.Atoi(value); err == nil {
		return min(time.Duration(max(min(s, int(maxRetryAfter/time.Second)), 0))*time.Second, maxRetryAfter)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), maxRetryAfter)
	}
	return 0
}

// readBody reads what the transport has decompressed, so that a small bomb counts as what it becomes.
func readBody(resp *http.Response, maxBytes int64) ([]byte, error) {
	if e := resp.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return nil, fault.New(fault.Invalid, msgPacked)
	}
	cut := strings.Contains(strings.ToLower(resp.Header.Get("Content-Type")), "html")
	if resp.ContentLength > maxBytes && !cut {
		return nil, tooLarge(maxBytes)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBytes+1))
	switch {
	case int64(len(body)) <= maxBytes:
		return body, err
	case cut:
		return body[:maxBytes], nil
	}
	return nil, tooLarge(maxBytes)
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
