package llm

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"go.uber.org/goleak"

	"engram/internal/answer"
	"engram/internal/answer/answertest"
	"engram/internal/endpoint/endpointtest"
	"engram/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-the-operators-own-key"

func open(t testing.TB, e *answertest.Endpoint) *Model {
	t.Helper()
	m, err := New(Config{URL: e.URL, Key: key, Model: "small"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestModel(t *testing.T) {
	answertest.Run(t, func(t testing.TB, e *answertest.Endpoint) answer.Model { return open(t, e) })
}

var messages = []answer.Message{{Role: answer.System, Text: "Be brief."}, {Role: answer.User, Text: "How long?"}}

func discard(string) {}

func TestOnlyTheMessagesAreSent(t *testing.T) {
	endpoint := answertest.New(t)
	endpoint.Key = key
	endpoint.Always(answertest.Says("Thirty days."))
	if _, err := open(t, endpoint).Write(t.Context(), messages, discard); err != nil {
		t.Fatal(err)
	}
	var sent any
	if err := json.Unmarshal([]byte(endpoint.Calls()[0].Raw), &sent); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"model": "small", "stream": true, "temperature": temperature, "max_tokens": float64(maxTokens),
		"messages": []any{
			map[string]any{"role": "system", "content": "Be brief."}, map[string]any{"role": "user", "content": "How long?"},
		},
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNewerModels(t *testing.T) {
	endpoint := answertest.New(t)
	endpoint.Next(endpointtest.Error(http.StatusBadRequest, "unsupported_parameter", "Use 'max_completion_tokens' instead."))
	endpoint.Always(answertest.Says("Thirty days."))
	m := open(t, endpoint)
	for range 2 {
		if whole, err := m.Write(t.Context(), messages, discard); err != nil || !whole {
			t.Fatalf("got %v, %v", whole, err)
		}
	}
	calls := endpoint.Calls()
	if len(calls) != 3 {
		t.Fatalf("%d calls", len(calls))
	}
	for i, call := range calls {
		if older := strings.Contains(call.Raw, "max_tokens"); older != (i == 0) || strings.Contains(call.Raw, "temperature") != older {
			t.Errorf("call %d: %s", i, call.Raw)
		}
	}
}

func TestThinkingModelsGetMoreTokens(t *testing.T) {
	thought := func(delta string) http.HandlerFunc {
		return answertest.Raw("data: {\"choices\":[{\"delta\":" + delta + "}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"Yes.\"},\"finish_reason\":\"stop\"}]}\n\n")
	}
	for delta, most := range map[string]string{
		`{"reasoning_content":"Hm"}`: `"max_tokens":4000`, `{"reasoning":"Hm"}`: `"max_tokens":4000`, `{"content":"<think>Hm</think>"}`: `"max_tokens":4000`,
		`{"reasoning_content":null,"reasoning":""}`: `"max_tokens":1000`, `{"reasoning":{}}`: `"max_tokens":1000`,
	} {
		endpoint := answertest.New(t)
		endpoint.Always(thought(delta))
		m := open(t, endpoint)
		for range 2 {
			if whole, err := m.Write(t.Context(), messages, discard); err != nil || !whole {
				t.Fatalf("%s: got %v, %v", delta, whole, err)
			}
		}
		if calls := endpoint.Calls(); !strings.Contains(calls[0].Raw, `"max_tokens":1000`) || !strings.Contains(calls[1].Raw, most) {
			t.Errorf("%s: sent %s, then %s", delta, calls[0].Raw, calls[1].Raw)
		}
	}
}

func TestAMissingEndpointIsUnavailable(t *testing.T) {
	m, err := New(Config{URL: "http://user:hunter2@127.0.0.1:1/v1", Key: key, Model: "small"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	_, err = m.Write(t.Context(), messages, discard)
	if fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), key) {
		t.Errorf("got %v", err)
	}
	if _, err := New(Config{URL: "hunter2"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("no address: %v", err)
	}
}

// The official client library reads the fake endpoint as we do.
func TestTheFakeIsFaithful(t *testing.T) {
	const words = "Größe: 日本語 🎉 and more"
	endpoint := answertest.New(t)
	endpoint.Next(answertest.Says(words), answertest.Whole(words), endpointtest.Busy("7"))
	service := openai.NewChatCompletionService(
		option.WithBaseURL(endpoint.URL), option.WithAPIKey(key), option.WithMaxRetries(0), option.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}),
	)
	ask := openai.ChatCompletionNewParams{Model: "small", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("How?")}}
	stream := service.NewStreaming(context.Background(), ask)
	var said openai.ChatCompletionAccumulator
	for stream.Next() {
		said.AddChunk(stream.Current())
	}
	if err := stream.Err(); err != nil || said.Choices[0].Message.Content != words || said.Choices[0].FinishReason != "stop" || said.Usage.TotalTokens != 2 {
		t.Errorf("streamed: %v, %+v", err, said.Choices)
	}
	whole, err := service.New(context.Background(), ask)
	if err != nil || whole.Choices[0].Message.Content != words {
		t.Errorf("whole: %v", err)
	}
	if _, err := service.New(context.Background(), ask); err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("busy: %v", err)
	}
}

func FuzzStream(f *testing.F) {
	f.Add("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	f.Add("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n")
	f.Add("data: {\"error\":{\"code\":\"" + key + "\"}}\n\n")
	f.Add(":\r\n\r\ndata\n\ndata: []\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		m, err := New(Config{URL: "http://127.0.0.1/v1", Key: key, Model: "small"})
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		whole, err := m.stream(t.Context(), ssestream.NewDecoder(&http.Response{Body: io.NopCloser(strings.NewReader(body))}), func(s string) { said += len(s) })
		if said > 3*len(body) || err != nil && (whole || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("said %d bytes of %d, whole %v, %v", said, len(body), whole, err)
		}
	})
}
