package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"engram/internal/embed"
	"engram/internal/embed/embedtest"
	"engram/internal/endpoint/endpointtest"
	"engram/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-the-operators-own-key"

func newEmbedder(t *testing.T, c Config) *Embedder {
	t.Helper()
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func TestEmbed(t *testing.T) {
	endpoint := embedtest.New(t)
	endpoint.Key = key
	e := newEmbedder(t, Config{URL: endpoint.URL + "/", Key: key, Model: "small"})

	t.Run("each text gets its own vector, whatever the order in the response", func(t *testing.T) {
		texts := []string{"one", "two words", "three more words", "\xff no UTF-8", " "}
		got, err := e.Embed(t.Context(), texts, embed.Passage)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			want := embedtest.Meaning("small", strings.ToValidUTF8(text, "\uFFFD"), 16)
			if !slices.Equal(got[i], want) {
				t.Errorf("%q: got %v, want %v", text, got[i], want)
			}
		}
		if calls := endpoint.Calls(); len(calls) != 1 || calls[0].Key != key || calls[0].Model != "small" {
			t.Errorf("the calls: %v", calls)
		}
	})
	t.Run("many texts are sent in several requests, and long ones are cut", func(t *testing.T) {
		texts := make([]string, 150)
		for i := range texts {
			texts[i] = fmt.Sprintf("text %d %s", i, strings.Repeat("wörter ", 5000))
		}
		before := len(endpoint.Calls())
		got, err := e.Embed(t.Context(), texts, embed.Passage)
		if err != nil || len(got) != len(texts) {
			t.Fatalf("%d vectors, %v", len(got), err)
		}
		var sent []string
		for _, call := range endpoint.Calls()[before:] {
			size := 0
			for _, input := range call.Inputs {
				size += len(input)
			}
			if size > maxBatchBytes || len(call.Inputs) > maxBatchTexts {
				t.Errorf("a request of %d texts, %d bytes", len(call.Inputs), size)
			}
			sent = append(sent, call.Inputs...)
		}
		for i, input := range sent {
			if !strings.HasPrefix(texts[i], input) || len(input) < maxText-utf8.UTFMax {
				t.Fatalf("text %d was sent as %d bytes %.20q", i, len(input), input)
			}
		}
	})
	t.Run("an empty batch makes no request", func(t *testing.T) {
		before := len(endpoint.Calls())
		got, err := e.Embed(t.Context(), nil, embed.Passage)
		if err != nil || len(got) != 0 || len(endpoint.Calls()) != before {
			t.Errorf("got %v, %v", got, err)
		}
	})
	t.Run("without a key no header is sent", func(t *testing.T) {
		open := embedtest.New(t)
		if _, err := newEmbedder(t, Config{URL: open.URL, Model: "small"}).Embed(t.Context(), []string{"a"}, embed.Passage); err != nil {
			t.Fatal(err)
		}
		if got := open.Calls()[0].Key; got != "" {
			t.Errorf("sent the key %q", got)
		}
	})
}

func TestPrefixes(t *testing.T) {
	for model, want := range map[string][2]string{
		"text-embedding-3-small":         {"text", "text"},
		"intfloat/multilingual-e5-large": {"passage: text", "query: text"},
		"multilingual-e5-large-instruct": {"text", "text"},
		"nomic-embed-text:v1.5":          {"search_document: text", "search_query: text"},
	} {
		endpoint := embedtest.New(t)
		endpoint.Models[model] = 4
		e := newEmbedder(t, Config{URL: endpoint.URL, Model: model})
		for i, role := range []embed.Role{embed.Passage, embed.Question} {
			if _, err := e.Embed(t.Context(), []string{"text"}, role); err != nil {
				t.Fatal(err)
			}
			if got := endpoint.Calls()[i].Inputs[0]; got != want[i] {
				t.Errorf("%s: sent %q, want %q", model, got, want[i])
			}
		}
	}
}

func TestFailures(t *testing.T) {
	const private = "my private text"
	moved := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:1/elsewhere", http.StatusTemporaryRedirect)
	}
	status := func(n int) http.HandlerFunc { return endpointtest.Error(n, "", private+" "+key) }
	for _, c := range []struct {
		title      string
		answers    []http.HandlerFunc
		calls      int
		kind       fault.Kind
		message    string // part of the error; empty: it succeeds
		retryAfter time.Duration
	}{
		{"a wrong key is the operator's fault", []http.HandlerFunc{endpointtest.Error(401, "invalid_api_key", key)}, 1, fault.Unavailable, "(invalid_api_key)", 0},
		{"an unknown model too", []http.HandlerFunc{endpointtest.Error(404, "model_not_found", "")}, 1, fault.Unavailable, "ENGRAM_EMBEDDING_MODEL", 0},
		{"a code that is the key is not told", []http.HandlerFunc{endpointtest.Error(403, key, "")}, 1, fault.Unavailable, "status 403", 0},
		{"a refused text is the text's fault", []http.HandlerFunc{status(400)}, 1, fault.Invalid, "does not take this text", 0},
		{"a text that is too long too", []http.HandlerFunc{status(413)}, 1, fault.Invalid, "status 413", 0},
		{"a redirect is not followed", []http.HandlerFunc{moved}, 1, fault.Unavailable, "has moved", 0},
		{"another refusal may pass", []http.HandlerFunc{status(402)}, 1, fault.Unavailable, "status 402", 0},
		{"a broken endpoint is tried again", []http.HandlerFunc{status(500), status(503)}, 3, 0, "", 0},
		{"and again, but only so often", []http.HandlerFunc{status(500), status(500), status(500)}, 3, fault.Unavailable, "status 500", 0},
		{"a short wait is waited", []http.HandlerFunc{endpointtest.Busy("0")}, 2, 0, "", 0},
		{"a long one is the caller's", []http.HandlerFunc{endpointtest.Busy("30")}, 1, fault.Unavailable, "busy", 30 * time.Second},
		{"a body that is cut is tried again", []http.HandlerFunc{embedtest.Cut}, 2, 0, "", 0},
		{"an answer that is no JSON", []http.HandlerFunc{embedtest.Raw("<html>" + private)}, 1, fault.Unavailable, "no JSON from byte 1", 0},
		{"a number that is none", []http.HandlerFunc{embedtest.Raw(`{"data":[{"embedding":[1e999]}]}`)}, 1, fault.Unavailable, "unexpected value", 0},
		{"too few vectors", []http.HandlerFunc{embedtest.Raw(`{"data":[]}`)}, 1, fault.Unavailable, "0 vectors for 1 texts", 0},
		{"an index that is none", []http.HandlerFunc{embedtest.Raw(`{"data":[{"index":1,"embedding":[1]}]}`)}, 1, fault.Unavailable, "no single vector", 0},
		{"an empty vector", []http.HandlerFunc{embedtest.Raw(`{"data":[{"index":0,"embedding":[]}]}`)}, 1, fault.Unavailable, "no single vector", 0},
		{"an answer without an index is in order", []http.HandlerFunc{embedtest.Raw(`{"data":[{"embedding":[1,2]}]}`)}, 1, 0, "", 0},
		{"an answer without end", []http.HandlerFunc{embedtest.Raw(strings.Repeat(" ", maxAnswer+1))}, 1, fault.Unavailable, "more than", 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			endpoint := embedtest.New(t)
			endpoint.Next(c.answers...)
			e := newEmbedder(t, Config{URL: endpoint.URL, Key: key, Model: "small"})
			got, err := e.Embed(t.Context(), []string{private}, embed.Passage)
			if calls := len(endpoint.Calls()); calls != c.calls {
				t.Errorf("%d calls, want %d", calls, c.calls)
			}
			if c.message == "" {
				if err != nil || len(got) != 1 {
					t.Errorf("got %v, %v", got, err)
				}
				return
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != c.kind || !strings.Contains(err.Error(), c.message) || f.RetryAfter != c.retryAfter {
				t.Errorf("got %v", err)
			}
			for _, secret := range []string{key, private, endpoint.URL, "\n"} {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error holds %q: %v", secret, err)
				}
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	e := newEmbedder(t, Config{URL: strings.Replace(gone.URL, "http://", "http://user:hunter2@", 1), Key: key, Model: "small"})
	_, err := e.Embed(t.Context(), []string{"text"}, embed.Passage)
	if fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
	if _, err := New(Config{URL: "http://user:hunter2@[::1/"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a broken address: %v", err)
	}
}

func TestTime(t *testing.T) {
	endpoint := embedtest.New(t)
	endpoint.Always(endpointtest.Hangs)
	e := newEmbedder(t, Config{URL: endpoint.URL, Model: "small"})
	t.Run("a slow endpoint is cancelled at the caller's deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := e.Embed(ctx, []string{"text"}, embed.Question); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		if n := len(endpoint.Calls()); n > 1 {
			t.Errorf("%d calls", n)
		}
	})
	t.Run("a cancelled caller is no failure of the endpoint", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		endpoint.Always(func(w http.ResponseWriter, r *http.Request) {
			cancel()
			endpointtest.Hangs(w, r)
		})
		if _, err := e.Embed(ctx, []string{"text"}, embed.Question); fault.KindOf(err) != fault.Internal || err == nil {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no wait is begun that exceeds the deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), maxWait-time.Millisecond)
		defer cancel()
		endpoint.Always(endpointtest.Busy("5"))
		began := len(endpoint.Calls())
		_, err := e.Embed(ctx, []string{"text"}, embed.Question)
		if fault.KindOf(err) != fault.Unavailable || len(endpoint.Calls()) != began+1 || ctx.Err() != nil {
			t.Errorf("got %v", err)
		}
	})
}

// The library of the service whose protocol this is reads the fake as we do.
func TestTheFakeIsFaithful(t *testing.T) {
	endpoint := embedtest.New(t)
	service := openai.NewEmbeddingService(
		option.WithBaseURL(endpoint.URL), option.WithAPIKey(key), option.WithMaxRetries(0), option.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}),
	)
	ask := openai.EmbeddingNewParams{Model: "small", Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"one", "two words"}}}
	got, err := service.New(t.Context(), ask)
	if err != nil || len(got.Data) != 2 || got.Usage.TotalTokens == 0 {
		t.Fatalf("%v, %v", got, err)
	}
	for _, d := range got.Data {
		for i, want := range embedtest.Meaning("small", ask.Input.OfArrayOfStrings[d.Index], 16) {
			if d.Embedding[i] != float64(want) {
				t.Errorf("text %d: %v", d.Index, d.Embedding)
				break
			}
		}
	}
	ask.Model = "absent"
	var refused *openai.Error
	if _, err := service.New(t.Context(), ask); !errors.As(err, &refused) || refused.StatusCode != http.StatusNotFound || refused.Code != "model_not_found" {
		t.Errorf("an absent model: %v", err)
	}
}

func TestBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, maxText), 0, 200).Draw(t, "sizes")
		texts := make([]string, len(sizes))
		for i, size := range sizes {
			texts[i] = strings.Repeat("x", size)
		}
		all := batches(texts)
		if got := slices.Concat(all...); !slices.Equal(got, texts) {
			t.Fatalf("%d texts became %d", len(texts), len(got))
		}
		for _, batch := range all {
			if size := len(strings.Join(batch, "")); len(batch) == 0 || len(batch) > maxBatchTexts || size > maxBatchBytes {
				t.Fatalf("a batch of %d texts, %d bytes", len(batch), size)
			}
		}
	})
}

func FuzzCut(f *testing.F) {
	f.Add("ordinary", 1)
	f.Add("日本語", 8001)
	f.Add("\x80\x81\xff", 9000)
	f.Fuzz(func(t *testing.T, text string, times int) {
		text = strings.Repeat(text, min(max(times, 0), 1<<20/(len(text)+1)))
		got := cut(text)
		if !strings.HasPrefix(text, got) || len(got) > maxText || len(got) < min(len(text), maxText-utf8.UTFMax) {
			t.Errorf("cut %d bytes to %d", len(text), len(got))
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("cut within a character: %q", got[len(got)-4:])
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"data":[{"index":1,"embedding":[0.5]},{"index":0,"embedding":[1,2]}]}`), 2)
	f.Add([]byte(`{"data":[{"embedding":null}]}`), 1)
	f.Add([]byte(`{"data":[{"index":-1,"embedding":[1e400]}]`), 1)
	f.Fuzz(func(t *testing.T, body []byte, n int) {
		n = min(max(n, 0), 100)
		vectors, tokens, err := decode(body, n)
		if err != nil && (vectors != nil || tokens != 0 || strings.ContainsAny(err.Error(), "\n")) {
			t.Errorf("got %v with %v", vectors, err)
		}
		if err == nil && len(vectors) != n {
			t.Errorf("%d vectors for %d texts", len(vectors), n)
		}
		for _, v := range vectors {
			if len(v) == 0 {
				t.Error("an empty vector")
			}
		}
	})
}

func FuzzRefusal(f *testing.F) {
	f.Add(400, []byte(`{"error":{"code":"bad","type":"t"}}`), "1")
	f.Add(429, []byte(`{"error":{"code":429}}`), "Sun, 01 Mar 2026 12:00:30 GMT")
	f.Add(302, []byte(`{"error":"`+key+`"}`), "")
	f.Fuzz(func(t *testing.T, status int, body []byte, header string) {
		e := newEmbedder(t, Config{URL: "http://127.0.0.1/v1", Key: key})
		err := e.refusal(&http.Response{StatusCode: status, Header: http.Header{"Retry-After": {header}}}, body, time.Now())
		got, ok := errors.AsType[*fault.Error](err)
		if !ok || got.Kind != fault.Invalid && got.Kind != fault.Unavailable || got.RetryAfter < 0 {
			t.Errorf("got %v", err)
		}
		if strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error says %q", err)
		}
	})
}
