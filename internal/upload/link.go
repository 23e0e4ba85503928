package upload

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"time"
)

// Signer signs paths of stored files, so that they open in a new tab, where no authorization header travels.
type Signer struct {
	secret []byte
	now    func() time.Time
}

// NewSigner returns a Signer. Links are valid on every node that has the same secret.
func NewSigner(secret []byte, now func() time.Time) *Signer {
	return &Signer{secret: secret, now: now}
}

// Sign returns path with an end time and a signature over both. The end lies between one and two windows from now and
// moves once a window, so that a list that is loaded again shows the same links.
func (s *Signer) Sign(path string, window time.Duration) string {
	expires := strconv.FormatInt(s.now().Truncate(window).Add(2*window).Unix(), 10)
	query := url.Values{"expires": {expires}, "signature": {s.signature(path, expires)}}
	return (&url.URL{Path: path, RawQuery: query.Encode()}).String()
}

// Valid reports whether the query belongs to path, is signed by us and has not ended.
func (s *Signer) Valid(path string, query url.Values) bool {
	expires := query.Get("expires")
	end, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || s.now().Unix() >= end {
		return false
	}
	return hmac.Equal([]byte(query.Get("signature")), []byte(s.signature(path, expires)))
}

func (s *Signer) signature(path, expires string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(expires + "\n" + path))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
