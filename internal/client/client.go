// Package client makes the calls of a server's API for the commands of a terminal.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	tries      = 3
	maxAnswer  = 64 << 20        // bytes
	retryAfter = 2 * time.Second // before the second try; twice as long before the third
)

// Client calls a server with an API token.
type Client struct {
	URL   string // of the server
	Token string
	HTTP  *http.Client
	// Wait waits before another try.
	Wait func(ctx context.Context, d time.Duration) error
}

// New returns a Client of a server. It follows no redirect, which could take the token elsewhere.
func New(address, token string) *Client {
	return &Client{
		URL: strings.TrimRight(address, "/"), Token: token, Wait: wait,
		HTTP: &http.Client{CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			return errors.New("it leads on to " + r.URL.Host + ": set ENGRAM_URL to the address at which Engram answers itself")
		}},
	}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Error is a refusal by the server, in its words.
type Error struct {
	Status  int
	Message string
}

// Error returns the server's words.
func (e *Error) Error() string { return e.Message }

// Unreachable is the error of a server that does not answer.
type Unreachable struct{ cause error }

// Error returns the cause.
func (u *Unreachable) Error() string { return "the server can't be reached: " + u.cause.Error() }

// Unwrap returns the cause.
func (u *Unreachable) Unwrap() error { return u.cause }

// Memory holds the fields of a memory that commands show.
type Memory struct {
	ID        string    `json:"_id"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Link      string    `json:"link"`
	CreatedAt time.Time `json:"createdAt"`
}

// Draft describes a memory to save.
type Draft struct {
	Type        string   `json:"type"`
	Link        string   `json:"link,omitempty"`
	Description string   `json:"description,omitempty"`
	IfNew       bool     `json:"ifNew,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Remark      string   `json:"remark,omitempty"`
}

// Saved is the answer to a Draft.
type Saved struct {
	Content  Memory  `json:"content"`
	Existing *Memory `json:"existing"` // the newest that held the address before; nil: none
}

// Before reports whether the draft was saved before, and nothing was added.
func (s Saved) Before() bool { return s.Existing != nil && s.Existing.ID == s.Content.ID }

// Answer is the answer to a question.
type Answer struct {
	Answer    string     `json:"answer"`
	Degree    string     `json:"degree"`
	Content   []Memory   `json:"content"`
	Citations []Citation `json:"citations"`
}

// Citation is the passage behind a number in an answer, which counts from 1 in Content.
type Citation struct {
	N     int    `json:"n"`
	Quote string `json:"quote"`
	Place string `json:"place"`
}

// List is a page of memories.
type List struct {
	Content []Memory `json:"content"`
}

// Save saves a draft, once however often it is sent, and returns the answer and its JSON.
func (c *Client) Save(ctx context.Context, d Draft) (saved Saved, raw []byte, err error) {
	body, err := json.Marshal(d)
	if err != nil {
		return saved, nil, err
	}
	raw, err = c.again(ctx, "/api/v1/content", "application/json", body)
	return saved, raw, decode(raw, err, &saved)
}

// Upload stores a file, once however often it is sent, and returns the link by which it is saved.
func (c *Client) Upload(ctx context.Context, name string, content []byte) (link string, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return "", err
	}
	var out struct {
		URL string `json:"url"`
	}
	raw, err := c.again(ctx, "/api/upload/pdfUploader", form.FormDataContentType(), body.Bytes())
	return out.URL, decode(raw, err, &out)
}

// Ask asks the memories, or the one with an id, and returns the answer and its JSON.
func (c *Client) Ask(ctx context.Context, question, memoryID string) (answer Answer, raw []byte, err error) {
	body, err := json.Marshal(map[string]string{"query": question, "type": "all-memories", "contentId": memoryID})
	if err != nil {
		return answer, nil, err
	}
	raw, err = c.do(ctx, http.MethodPost, "/api/v1/vector-search", "application/json", body, "")
	return answer, raw, decode(raw, err, &answer)
}

// Find lists memories by words and a filter, either of which may be empty, and returns their JSON as well.
func (c *Client) Find(ctx context.Context, words, filter string, limit int) (list List, raw []byte, err error) {
	query := url.Values{"limit": {fmt.Sprint(limit)}}
	for name, value := range map[string]string{"q": words, "filter": filter} {
		if value != "" {
			query.Set(name, value)
		}
	}
	raw, err = c.do(ctx, http.MethodGet, "/api/v1/content?"+query.Encode(), "", nil, "")
	return list, raw, decode(raw, err, &list)
}

// Text returns the text of a memory as Markdown.
func (c *Client) Text(ctx context.Context, id string) (string, error) {
	raw, err := c.do(ctx, http.MethodGet, "/api/v1/content/"+url.PathEscape(id)+"/document?format=markdown", "", nil, "")
	return string(raw), err
}

// Get returns a memory and its JSON.
func (c *Client) Get(ctx context.Context, id string) (m Memory, raw []byte, err error) {
	var out struct{ Content Memory }
	raw, err = c.do(ctx, http.MethodGet, "/api/v1/content/"+url.PathEscape(id), "", nil, "")
	return out.Content, raw, decode(raw, err, &out)
}

// Page returns the address of a memory in the web app.
func (c *Client) Page(id string) string { return c.URL + "/home/memory/" + url.PathEscape(id) }

// Name returns the username of the token's user, empty if the token may not read it.
func (c *Client) Name(ctx context.Context) (string, error) {
	var out struct{ Username string }
	raw, err := c.do(ctx, http.MethodGet, "/api/v1/getusername", "", nil, "")
	if refused := (*Error)(nil); errors.As(err, &refused) && refused.Status == http.StatusForbidden && strings.Contains(refused.Message, `"read"`) {
		return "", nil // a token without the scope is valid all the same
	}
	return out.Username, decode(raw, err, &out)
}

// again sends a request up to three times with one idempotency key, while the server can't be reached or does not answer for reasons of its own.
func (c *Client) again(ctx context.Context, path, media string, body []byte) (raw []byte, err error) {
	key := uuid.NewString()
	for try := range tries {
		if try > 0 {
			if errWait := c.Wait(ctx, retryAfter<<(try-1)); errWait != nil {
				return nil, errors.Join(err, errWait)
			}
		}
		if raw, err = c.do(ctx, http.MethodPost, path, media, body, key); !passing(err) {
			return raw, err
		}
	}
	return raw, err
}

// passing reports whether an error may be over soon.
func passing(err error) bool {
	var refused *Error
	var away *Unreachable
	return errors.As(err, &away) || errors.As(err, &refused) && refused.Status >= http.StatusInternalServerError && refused.Status != http.StatusInsufficientStorage
}

func (c *Client) do(ctx context.Context, method, path, media string, body []byte, key string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	request.Header.Set("User-Agent", "engram")
	if media != "" {
		request.Header.Set("Content-Type", media)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, &Unreachable{err}
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, &Unreachable{err}
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return nil, refusal(response.StatusCode, raw)
	}
	return raw, nil
}

// refusal returns the error in the server's words. What answers without any is no Engram.
func refusal(status int, raw []byte) error {
	var said struct{ Message string }
	if json.Unmarshal(raw, &said) != nil || said.Message == "" {
		said.Message = fmt.Sprintf("this is no Engram: it answers %d", status)
	}
	return &Error{Status: status, Message: said.Message}
}

func decode(raw []byte, err error, into any) error {
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return errors.New("this is no Engram: it answers without JSON")
	}
	return nil
}
