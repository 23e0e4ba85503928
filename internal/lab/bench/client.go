package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"sync"
	"time"
)

// client is a user of a program.
type client struct{ url, token string }

func (c *client) signUp(ctx context.Context, name string) error {
	var out struct {
		Token string `json:"token"`
	}
	err := c.call(ctx, http.MethodPost, "/api/v1/signup", map[string]string{"username": name, "password": "Correct1!horse"}, &out)
	c.token = out.Token
	return err
}

func (c *client) save(ctx context.Context, kind, link, text string) error {
	return c.call(ctx, http.MethodPost, "/api/v1/content", map[string]string{"type": kind, "link": link, "description": text}, nil)
}

// listed is a list as the program answers it.
type listed struct {
	Content []struct {
		Status string `json:"status"`
		Error  string `json:"error"`
	} `json:"content"`
	Next string `json:"nextCursor"`
}

// count is the number of memories in a list.
func (c *client) count(ctx context.Context, query string) (int, error) {
	var list listed
	err := c.call(ctx, http.MethodGet, "/api/v1/content"+query, nil, &list)
	return len(list.Content), err
}

// waitForLinks waits until none of a number of links is pending.
func (c *client) waitForLinks(ctx context.Context, links int) error {
	for began := time.Now(); ; time.Sleep(500 * time.Millisecond) {
		pending, seen, cursor := 0, 0, ""
		for more := true; more && pending == 0; more = cursor != "" {
			var page listed
			if err := c.call(ctx, http.MethodGet, "/api/v1/content?type=link&limit=500&cursor="+cursor, nil, &page); err != nil {
				return err
			}
			for _, m := range page.Content {
				seen++
				switch m.Status {
				case "pending":
					pending++
				case "failed":
					return fmt.Errorf("a capture failed: %s", m.Error)
				}
			}
			cursor = page.Next
		}
		if pending == 0 && seen == links {
			return nil
		}
		if time.Since(began) > captureWait {
			return fmt.Errorf("links are pending after %v", captureWait)
		}
	}
}

func (c *client) upload(ctx context.Context, pdf []byte) (link string, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "book.pdf")
	if err != nil {
		return "", err
	}
	_, _ = part.Write(pdf) // a buffer takes everything
	_ = form.Close()
	var out struct {
		URL string `json:"url"`
	}
	err = c.send(ctx, http.MethodPost, "/api/upload/pdfUploader", form.FormDataContentType(), &body, &out)
	return out.URL, err
}

// asked says when what was asked had come.
type asked struct {
	related, whole time.Duration // since the question was sent
	answered       bool
}

// ask has a question answered in events. One that nothing is related to is an error: its time says nothing.
func (c *client) ask(ctx context.Context, question string) (a asked, err error) {
	body, err := json.Marshal(map[string]string{"query": question, "type": "all-memories"})
	if err != nil {
		return a, err
	}
	began := time.Now()
	response, err := c.request(ctx, http.MethodPost, "/api/v1/ask", "application/json", "text/event-stream", bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	defer func() { _ = response.Body.Close() }() // read to its end
	var related listed
	var done struct {
		Answered bool `json:"answered"`
	}
	err = events(response.Body, func(name string, data []byte) error {
		switch name {
		case "related":
			a.related = time.Since(began)
			return json.Unmarshal(data, &related)
		case "done":
			a.whole = time.Since(began)
			return json.Unmarshal(data, &done)
		case "error":
			return fmt.Errorf("an answer broke off: %s", data)
		}
		return nil
	})
	switch {
	case err != nil:
		return a, err
	case a.whole == 0:
		return a, fmt.Errorf("a question was not answered: %s", response.Status)
	case len(related.Content) == 0:
		return a, errNothing
	}
	a.answered = done.Answered
	return a, nil
}

// events tells of each event of a stream when it is there.
func events(stream io.Reader, tell func(name string, data []byte) error) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, 1<<20)
	name, data := "", []byte(nil)
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data":
			data = bytes.Clone(value)
		case "":
			if err := tell(name, data); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

// watch asks for a list at every tick, whether or not the answer before has come, as people do who don't know of each other,
// until it is asked how long each took.
func (c *client) watch(ctx context.Context, query string, every time.Duration) (end func() ([]time.Duration, error)) {
	ctx, stop := context.WithCancel(ctx)
	var mu sync.Mutex
	var took []time.Duration
	var errs []error
	look := func() {
		began := time.Now()
		_, err := c.count(ctx, query)
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			took, errs = append(took, time.Since(began)), append(errs, err)
		}
	}
	var all sync.WaitGroup
	all.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			all.Go(look)
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
	return func() ([]time.Duration, error) {
		stop()
		all.Wait()
		return took, errors.Join(errs...)
	}
}

func (c *client) call(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	if in == nil {
		body = nil
	}
	return c.send(ctx, method, path, "application/json", bytes.NewReader(body), out)
}

func (c *client) send(ctx context.Context, method, path, contentType string, body io.Reader, out any) error {
	response, err := c.request(ctx, method, path, contentType, "application/json", body)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // read to its end
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, answer)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}

// request returns what is to be closed.
func (c *client) request(ctx context.Context, method, path, contentType, accept string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", accept)
	request.Header.Set("authorization", c.token)
	return http.DefaultClient.Do(request)
}
