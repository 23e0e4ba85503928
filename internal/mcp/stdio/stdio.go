// Package stdio passes messages of the Model Context Protocol between a program's standard input and output and a
// server's endpoint, for assistants that start a program in place of calling an address.
package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

const (
	maxMessage   = 2 << 20  // bytes of a message, as the server takes them
	maxAnswer    = 16 << 20 // bytes of an answer
	concurrent   = 8        // requests at once
	standardised = "2026-07-28"

	parseError   = -32700
	serverError  = -32000
	metaRevision = "io.modelcontextprotocol/protocolVersion"
)

// Bridge passes messages on. The zero value is not usable.
type Bridge struct {
	Endpoint string // address of the server's endpoint
	Token    string
	Client   *http.Client
	Out      io.Writer

	writing  sync.Mutex
	mutex    sync.Mutex
	revision string                        // that was agreed on when the session began
	running  map[string]context.CancelFunc // requests by their id
}

// message holds the parts of a message that are looked at.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string                     `json:"name"`
		URI       string                     `json:"uri"`
		RequestID json.RawMessage            `json:"requestId"`
		Meta      map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
}

// Run passes messages on, one a line, until in or ctx ends, and waits for those that are under way.
func (b *Bridge) Run(ctx context.Context, in io.Reader) error {
	b.running = map[string]context.CancelFunc{}
	lines := make(chan line)
	go read(ctx, in, lines)
	slots := make(chan struct{}, concurrent)
	var under sync.WaitGroup
	defer under.Wait()
	for {
		select {
		case <-ctx.Done():
			return nil
		case l := <-lines:
			switch {
			case errors.Is(l.err, errTooLong):
				b.refuse(nil, parseError, "A message holds at most 2 MB")
			case errors.Is(l.err, io.EOF):
				return nil
			case l.err != nil:
				return l.err
			case len(bytes.TrimSpace(l.text)) > 0:
				b.take(ctx, l.text, slots, &under)
			}
		}
	}
}

// take passes a message on. What begins a session is waited for, since all others depend on it.
func (b *Bridge) take(ctx context.Context, text []byte, slots chan struct{}, under *sync.WaitGroup) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		b.refuse(nil, parseError, "This is no message in JSON")
		return
	}
	if m.Method == "notifications/cancelled" {
		b.cancel(m.Params.RequestID)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	b.began(m.ID, cancel)
	work := func() {
		defer cancel()
		defer b.ended(m.ID)
		b.pass(ctx, m, text)
	}
	if m.Method == "initialize" {
		work()
		return
	}
	slots <- struct{}{}
	under.Go(func() {
		defer func() { <-slots }()
		work()
	})
}

func (b *Bridge) began(id json.RawMessage, cancel context.CancelFunc) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if len(id) > 0 {
		b.running[string(id)] = cancel
	}
}

func (b *Bridge) ended(id json.RawMessage) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	delete(b.running, string(id))
}

// cancel ends a request, whose answer is not awaited any more.
func (b *Bridge) cancel(id json.RawMessage) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if cancel := b.running[string(id)]; cancel != nil {
		cancel()
	}
}

// pass sends a message and writes what is answered.
func (b *Bridge) pass(ctx context.Context, m message, text []byte) {
	answer, err := b.send(ctx, m, text)
	switch {
	case ctx.Err() != nil || len(m.ID) == 0: // cancelled, or nothing is awaited
	case err != nil:
		b.refuse(m.ID, serverError, err.Error())
	default:
		b.agree(m, answer)
		b.write(answer)
	}
}

// send returns the answer to a message, or in words why there is none.
func (b *Bridge) send(ctx context.Context, m message, text []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.Endpoint, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+b.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	b.head(r.Header, m)
	response, err := b.Client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%s can't be reached: %w", b.Endpoint, err)
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer did not arrive in full: %w", err)
	case len(answer) > maxAnswer:
		return nil, errors.New("the answer is longer than 16 MB")
	}
	var known struct {
		Version string `json:"jsonrpc"`
		Message string `json:"message"`
	}
	err = json.Unmarshal(answer, &known)
	switch {
	case known.Version != "":
		return answer, nil
	case known.Message != "":
		return nil, errors.New(known.Message)
	case response.StatusCode >= http.StatusMultipleChoices || err != nil:
		return nil, fmt.Errorf("%s answered with %s", b.Endpoint, response.Status)
	}
	return answer, nil
}

// head sets the headers that must agree with the message.
func (b *Bridge) head(h http.Header, m message) {
	var revision string
	if json.Unmarshal(m.Params.Meta[metaRevision], &revision) != nil || revision == "" {
		b.mutex.Lock()
		revision = b.revision
		b.mutex.Unlock()
	}
	if revision != "" {
		h.Set("MCP-Protocol-Version", revision)
	}
	if revision < standardised {
		return
	}
	h.Set("Mcp-Method", m.Method)
	switch m.Method {
	case "tools/call", "prompts/get":
		h.Set("Mcp-Name", m.Params.Name)
	case "resources/read":
		h.Set("Mcp-Name", m.Params.URI)
	}
}

// agree keeps the revision that the answer to initialize names.
func (b *Bridge) agree(m message, answer []byte) {
	if m.Method != "initialize" {
		return
	}
	var began struct {
		Result struct {
			Revision string `json:"protocolVersion"`
		} `json:"result"`
	}
	_ = json.Unmarshal(answer, &began) // else none was agreed on
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.revision = began.Result.Revision
}

// refuse writes an error.
func (b *Bridge) refuse(id json.RawMessage, code int, words string) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": words}})
	if err == nil {
		b.write(text)
	}
}

// write writes a message as one line.
func (b *Bridge) write(text []byte) {
	var whole bytes.Buffer
	if json.Compact(&whole, text) != nil {
		return
	}
	whole.WriteByte('\n')
	b.writing.Lock()
	defer b.writing.Unlock()
	_, _ = b.Out.Write(whole.Bytes()) // the reader has gone: in ends as well
}

// line is a line of the input.
type line struct {
	text []byte
	err  error
}

var errTooLong = errors.New("a message is too long")

// read sends each line, then the error that ended the input.
func read(ctx context.Context, in io.Reader, lines chan<- line) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	send := func(l line) bool {
		select {
		case lines <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for {
		text, err := readLine(buffered)
		if !send(line{text, err}) || err != nil && !errors.Is(err, errTooLong) {
			return
		}
	}
}

// readLine returns the next line; errTooLong for one over the limit, which is skipped.
func readLine(in *bufio.Reader) (text []byte, err error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxMessage; !long {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(text) > 0 && !long:
			return text, nil // the next read ends
		case err != nil:
			return nil, err
		case long:
			return nil, errTooLong
		}
		return text, nil
	}
}

// Endpoint returns the address of the endpoint of a server's address.
func Endpoint(server string) string { return strings.TrimRight(server, "/") + "/mcp" }
