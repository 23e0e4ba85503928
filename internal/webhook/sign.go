package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"engram/internal/memory"
)

// rotation is the time for which the secret before signs as well.
const rotation = 24 * time.Hour

// secretPrefix begins secrets, as the specification says.
const secretPrefix = "whsec_"

// key derives the n-th secret of a webhook, which is therefore stored nowhere.
func (s *Service) key(h Hook, n int) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write(fmt.Appendf(nil, "webhook\n%s\n%s\n%d", h.UserID, h.ID, n))
	return mac.Sum(nil)
}

func (s *Service) secret(h Hook) string {
	return secretPrefix + base64.StdEncoding.EncodeToString(s.key(h, h.Secrets))
}

// headers returns the headers of a body: for a day after a rotation it is signed with both secrets.
func (s *Service) headers(h Hook, id, body string) map[string]string {
	now := s.Now()
	at := strconv.FormatInt(now.Unix(), 10)
	signature := sign(s.key(h, h.Secrets), id, at, body)
	if !h.RotatedAt.IsZero() && now.Sub(h.RotatedAt) < rotation {
		signature += " " + sign(s.key(h, h.Secrets-1), id, at, body)
	}
	return map[string]string{
		"Content-Type": "application/json", "Webhook-Id": id, "Webhook-Timestamp": at, "Webhook-Signature": signature,
	}
}

func sign(key []byte, id, at, body string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// payload is the body of a request.
type payload struct {
	Type      Event     `json:"type"`
	Timestamp time.Time `json:"timestamp"` // of the event
	Data      any       `json:"data"`
}

// Data describes a memory: enough to find it, never its text.
type Data struct {
	ID     string   `json:"id"`
	Kind   string   `json:"kind"`
	Title  string   `json:"title"` // empty: a note without a title of its own
	URL    string   `json:"url"`   // empty: none
	Tags   []string `json:"tags"`
	Reason string   `json:"reason,omitempty"` // why it failed
}

// Body returns the body that tells of something that happened.
func Body(h Happening, at time.Time) (string, error) {
	m := h.Memory
	data := Data{ID: m.ID, Kind: string(m.Kind), Title: titleOf(m), URL: m.URL, Tags: append([]string{}, m.Tags...)}
	if h.Event == Failed {
		data.Reason = m.Error
	}
	return encode(payload{h.Event, at.UTC(), data})
}

// titleOf leaves out the title of a note that its user gave none: that would be its text.
func titleOf(m memory.Memory) string {
	if m.Kind == memory.Note && !m.OwnTitle {
		return ""
	}
	return m.Title
}

func encode(p payload) (string, error) {
	raw, err := json.Marshal(p)
	return string(raw), err
}
