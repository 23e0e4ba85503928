package answertest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/endpoint/endpointtest"
	"engram/internal/fault"
)

// Private is a text that the suite sends and that no error may contain.
const Private = "my bank's PIN is 4711"

// Run checks that a Model keeps the promises of its port.
func Run(t *testing.T, open func(t testing.TB, e *Endpoint) answer.Model) {
	t.Run("answers", func(t *testing.T) { runAnswers(t, open) })
	t.Run("failures", func(t *testing.T) { runFailures(t, open) })
	t.Run("the end of a context cancels the request", func(t *testing.T) { runCancelled(t, open) })
	t.Run("a caller can stop reading the answer", func(t *testing.T) { runLeaving(t, open) })
}

var messages = []answer.Message{{Role: answer.System, Text: "Be brief."}, {Role: answer.User, Text: Private}}

// written returns the text that a model writes.
func written(ctx context.Context, m answer.Model) (text string, whole bool, err error) {
	var b strings.Builder
	whole, err = m.Write(ctx, messages, func(s string) { b.WriteString(s) })
	return b.String(), whole, err
}

func runAnswers(t *testing.T, open func(testing.TB, *Endpoint) answer.Model) {
	const words = "Größe: 日本語のテキスト 🎉 <img src=x> \"quoted\"\n\n- one\n- two"
	for _, c := range []struct {
		title  string
		answer http.HandlerFunc
		text   string
		whole  bool
	}{
		{"a stream that is cut within characters", Says(words), words, true},
		{"one piece", Whole(words), words, true},
		{"a text that grew too long", TooLong(words), words, false},
		{"nothing", Empty, "", true},
		{"a tool call", CallsATool, "", true},
		{"bytes that are no UTF-8", Raw("data: {\"choices\":[{\"delta\":{\"content\":\"a\xff\xfeb\"},\"finish_reason\":\"stop\"}]}\n\n"), "a\ufffd\ufffdb", true},
		{"lines that end as on Windows, without a last word", Raw("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\r\n\r\n"), "a", true},
		{"events of nothing", Raw("event: ping\n\ndata:\n\ndata:  \n\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\nevent: end\ndata:\n\n"), "a", true},
		{"an end that gives no reason", Raw("data:{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n"), "a", true},
		{"several choices at once are one text", Raw("event: x\nid: 1\ndata: {\"choices\":[{\"delta\":{\"content\":null}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\ndata: \"error\":null}\n\ndata: [DONE]\n\n"), "a", true},
	} {
		t.Run(c.title, func(t *testing.T) {
			endpoint := New(t)
			endpoint.Next(c.answer)
			text, whole, err := written(t.Context(), open(t, endpoint))
			if err != nil || text != c.text || whole != c.whole || !utf8.ValidString(text) {
				t.Errorf("got %q, whole %v, %v", text, whole, err)
			}
		})
	}
}

func runFailures(t *testing.T, open func(testing.TB, *Endpoint) answer.Model) {
	for _, c := range []struct {
		title      string
		answer     http.HandlerFunc
		kind       fault.Kind
		retryAfter time.Duration
	}{
		{"a question that it does not take", endpointtest.Error(http.StatusBadRequest, "context_length_exceeded", Private), fault.Invalid, 0},
		{"too many bytes", endpointtest.Error(http.StatusRequestEntityTooLarge, "", Private), fault.Invalid, 0},
		{"a wrong key", endpointtest.Error(http.StatusUnauthorized, "invalid_api_key", Private), fault.Unavailable, 0},
		{"a model that is not there", endpointtest.Error(http.StatusNotFound, "model_not_found", Private), fault.Unavailable, 0},
		{"a rate", endpointtest.Busy("30"), fault.Limit, 30 * time.Second},
		{"a quota", endpointtest.Error(http.StatusTooManyRequests, "insufficient_quota", Private), fault.Limit, 0},
		{"money", endpointtest.Error(http.StatusPaymentRequired, "", Private), fault.Limit, 0},
		{"a crash", endpointtest.Error(http.StatusInternalServerError, "", Private), fault.Unavailable, 0},
		{"an overload", endpointtest.Error(http.StatusServiceUnavailable, "", Private), fault.Unavailable, 0},
		{"a move", endpointtest.Error(http.StatusTemporaryRedirect, "", Private), fault.Unavailable, 0},
		{"no", Declines, fault.Forbidden, 0},
		{"a filter", Filtered("some"), fault.Forbidden, 0},
		{"half a stream", Half("some"), fault.Unavailable, 0},
		{"a connection that breaks", Dies("some"), fault.Unavailable, 0},
		{"an error in the stream", Fails(Private, "server_error"), fault.Unavailable, 0},
		{"a quota in the stream", Fails(Private, "insufficient_quota"), fault.Limit, 0},
		{"no JSON", Raw("data: <html>" + Private + "\n\n"), fault.Unavailable, 0},
		{"a page in the place of a stream", Raw("<html>" + Private + "</html>"), fault.Unavailable, 0},
		{"an event without end", Raw("data: " + strings.Repeat("x", 5<<20)), fault.Unavailable, 0},
		{"nothing at all", Raw(""), fault.Unavailable, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			endpoint := New(t)
			endpoint.Next(c.answer)
			_, whole, err := written(t.Context(), open(t, endpoint))
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != c.kind || f.RetryAfter != c.retryAfter || whole {
				t.Errorf("got %v, whole %v", err, whole)
			}
			for _, secret := range []string{Private, endpoint.URL, "\n"} {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error holds %q: %v", secret, err)
				}
			}
		})
	}
}

func runCancelled(t *testing.T, open func(testing.TB, *Endpoint) answer.Model) {
	for _, answer := range []http.HandlerFunc{Hangs(""), Hangs("some"), Trickles("x", time.Millisecond)} {
		endpoint := New(t)
		endpoint.Next(answer)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		if _, _, err := written(ctx, open(t, endpoint)); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		for deadline := time.Now().Add(time.Minute); endpoint.Cancelled() == 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the endpoint still works for nobody")
			}
		}
	}
}

func runLeaving(t *testing.T, open func(testing.TB, *Endpoint) answer.Model) {
	endpoint := New(t)
	endpoint.Next(Trickles("word ", time.Millisecond))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said := 0
	_, err := open(t, endpoint).Write(ctx, messages, func(s string) {
		if said += len(s); said > 20 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
