package oauth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"engram/internal/plaintext"
)

const (
	registeredPrefix  = "engram_client_"
	maxRegistered     = 5   // redirect URIs of a client that registers itself
	maxRegisteredSize = 300 // bytes of each
)

// Registration holds what a client says of itself (RFC 7591).
type Registration struct {
	Name      string
	Redirects []string
}

// registration is the content of a client's id, so that nothing is stored for it (RFC 7591, appendix A.5.2).
type registration struct {
	Name      string   `json:"n"`
	Redirects []string `json:"r"`
	At        int64    `json:"t"` // unix seconds
}

// RegisterClient returns a client that registers itself. Any is registered: what counts is the consent.
func (s *Service) RegisterClient(r Registration) (Client, error) {
	if !s.Register {
		return Client{}, Error{AccessDenied, "Registration is switched off here. Use a client whose id is the address of its description."}
	}
	if len(r.Redirects) > maxRegistered {
		return Client{}, Error{InvalidRedirect, "At most 5 addresses to lead back to"}
	}
	for _, address := range r.Redirects {
		if len(address) > maxRegisteredSize {
			return Client{}, Error{InvalidRedirect, "An address to lead back to has at most 300 bytes"}
		}
	}
	c, err := newClient("", r.Name, r.Redirects)
	if err != nil {
		return Client{}, Error{InvalidRedirect, "The client can't be registered: " + err.Error()}
	}
	payload, err := json.Marshal(registration{c.Name, c.Redirects, s.Now().Unix()})
	if err != nil {
		return Client{}, err
	}
	c.ID = registeredPrefix + encode(payload) + "." + encode(s.sign("client", string(payload)))
	if c.Name == "" {
		c.Name = unnamed
	}
	return c, nil
}

// unnamed is the name of a client that gives none.
const unnamed = "A program without a name"

// registered returns the client that an id holds; ok is false if we did not issue it.
func (s *Service) registered(id string) (c Client, ok bool) {
	body, signature, _ := strings.Cut(strings.TrimPrefix(id, registeredPrefix), ".")
	payload, errBody := base64.RawURLEncoding.DecodeString(body)
	sum, errSum := base64.RawURLEncoding.DecodeString(signature)
	var r registration
	if errBody != nil || errSum != nil || !hmac.Equal(sum, s.sign("client", string(payload))) || json.Unmarshal(payload, &r) != nil {
		return Client{}, false
	}
	if r.Name == "" {
		r.Name = unnamed
	}
	return Client{ID: id, Name: plaintext.OneLine(r.Name, maxName), Redirects: r.Redirects}, true
}

// sign returns a keyed hash of some texts for a purpose.
func (s *Service) sign(purpose string, texts ...string) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("oauth " + purpose))
	for _, text := range texts {
		mac.Write([]byte("\n" + base64.RawURLEncoding.EncodeToString([]byte(text))))
	}
	return mac.Sum(nil)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
