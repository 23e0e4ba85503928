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

// Sessions knows which sessions last.
type Sessions interface {
	// SessionLasts reports whether a user has a session of an id that has not ended.
	SessionLasts(ctx context.Context, userID, sessionID string) (bool, error)
}

// Links signs paths of stored files, so that they open in a new tab, where no authorization header travels.
type Links struct {
	secret   []byte
	sessions Sessions
	now      func() time.Time
}

// NewLinks returns Links. They are valid on every node that has the same secret.
func NewLinks(secret []byte, sessions Sessions, now func() time.Time) *Links {
	return &Links{secret: secret, sessions: sessions, now: now}
}

// Link is what a signature covers beside the end.
type Link struct {
	Path    string        // unescaped
	Session string        // the id of the one that it opens for, as long as that lasts
	Version string        // of what is there, as letters and digits; empty: there is only one
	Window  time.Duration // it opens for one to two of these
}

const signatureMark = "&signature="

// Sign returns a link's path and query. The end moves once a window, so that a list that is loaded again shows the same links.
func (l *Links) Sign(link Link) string {
	end := l.now().Truncate(link.Window).Add(2 * link.Window).Unix()
	signed := (&url.URL{Path: link.Path}).EscapedPath() + "?expires=" + strconv.FormatInt(end, 10) + "&session=" + url.QueryEscape(link.Session)
	if link.Version != "" {
		signed += "&v=" + link.Version
	}
	return signed + signatureMark + l.signature(signed)
}

// Check returns fault.Forbidden unless a link to something of the user's is signed by us as it is spelled, has not ended, and
// its session lasts. The spelling counts, so nothing can be doubled, added, or written in another way.
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
