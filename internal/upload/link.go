package upload

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"

	"engram/internal/fault"
)

// Sessions knows the active sessions.
type Sessions interface {
	// SessionLasts reports whether the user's session exists and has not ended.
	SessionLasts(ctx context.Context, userID, sessionID string) (bool, error)
}

// Links signs paths of stored files, so that they open in a new tab without an Authorization
// header.
type Links struct {
	secret   []byte
	sessions Sessions
	now      func() time.Time
}

// NewLinks returns Links. They are valid on all nodes with the same secret.
func NewLinks(secret []byte, sessions Sessions, now func() time.Time) *Links {
	return &Links{secret: secret, sessions: sessions, now: now}
}

// Link is the content of a signature, besides the expiry.
type Link struct {
	Path    string        // unescaped
	Session string        // ID of the session it is valid for
	Version string        // of the content, in letters and digits; may be empty
	Window  time.Duration // the link is valid for one to two windows
}

const signatureMark = "&signature="

// Sign returns a link's path and query. The expiry changes once per window, so that a reloaded list
// has the same links.
func (l *Links) Sign(link Link) string {
	end := l.now().Truncate(link.Window).Add(2 * link.Window).Unix()
	signed := (&url.URL{Path: link.Path}).EscapedPath() + "?expires=" + strconv.FormatInt(end, 10) + "&session=" + url.QueryEscape(link.Session)
	if link.Version != "" {
		signed += "&v=" + link.Version
	}
	return signed + signatureMark + l.signature(signed)
}

// Check returns fault.Forbidden unless the link is signed by us exactly as it is spelled, belongs
// to the user, has not expired, and its session is active.
func (l *Links) Check(ctx context.Context, userID string, link *url.URL) error {
	ended := fault.New(fault.Forbidden, "This link has ended. Open the document from your memories again.")
	signed, signature, _ := strings.Cut(link.EscapedPath()+"?"+link.RawQuery, signatureMark)
	if !hmac.Equal([]byte(signature), []byte(l.signature(signed))) {
		return ended
	}
	query := link.Query()
	end, err := strconv.ParseInt(query.Get("expires"), 10, 64)
	if err != nil || l.now().Unix() >= end {
		return ended
	}
	lasts, err := l.sessions.SessionLasts(ctx, userID, query.Get("session"))
	if err == nil && !lasts {
		return ended
	}
	return err
}

func (l *Links) signature(signed string) string {
	mac := hmac.New(sha256.New, l.secret)
	mac.Write([]byte(signed))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
