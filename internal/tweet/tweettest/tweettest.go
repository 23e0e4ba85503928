// Package tweettest is a fake of the embed service for tweets, errors included.
package tweettest

import (
	"bytes"
	"embed"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// IDs of tweets that the service knows. From Deleted on none can be read, except Odd.
const (
	// text with emoji, escapes, a mention, a hashtag and an address
	Plain     = "1790017000000134623"
	Photo     = "1790117000000926523" // a photo with a description
	Photos    = "1790217000001718423" // three photos and no text
	Video     = "1790317000002510323" // a video in four variants
	Quote     = "1790417000003302223" // quotes Quoted
	Quoted    = "1790418000003310142" // by another author
	First     = "1790511000004046609" // the first of a thread
	Second    = "1790512000004054528" // replies to First
	Third     = "1790513000004062447" // replies to Second
	Reply     = "1790617000004886023" // replies to Quoted
	Long      = "1790717000005677923" // the beginning of a longer text
	Business  = "1790817000006469823" // by a company, with a page preview
	Poll      = "1790917000007261723" // a poll
	Deleted   = "1791017000008053623" // deleted by its author
	Private   = "1791117000008845523" // protected account
	Withheld  = "1791217000009637423" // withheld, without a reason
	Suspended = "1791317000010429323" // its author is suspended
	Malformed = "1791417000011221223" // a truncated response
	Odd       = "1791517000012013123" // decorations of unknown types
	Limited   = "1791617000012805023" // rate limited
	Slow      = "1791717000013596923" // no response
	Down      = "1791817000014388823" // server error
	Page      = "1791917000015180723" // an HTML page as the response
	Unknown   = "1792017000015972623" // never existed
)

// tokens are the results of Node 20.
var tokens = map[string]string{
	Plain:     "4c7i5im4l5l",
	Photo:     "4c7tgo1263f",
	Photos:    "4c84rtfzr1b",
	Video:     "4c8g2yuxbz4",
	Quote:     "4c8re49uwwv",
	Quoted:    "4c8ri6ujd2",
	First:     "4c92u8rx5m",
	Second:    "4c924wtglt",
	Third:     "4c928ze442",
	Reply:     "4c9ef3q2sk",
	Long:      "4c9pbkinnqd",
	Business:  "4campxl8o7",
	Poll:      "4cabxvcitm",
	Deleted:   "4can9rgejt",
	Private:   "4cayk66dzhn",
	Withheld:  "4cb9vblbkfg",
	Suspended: "4cbl6h95dc",
	Malformed: "4cbwhmf6qb5",
	Odd:       "4cc7sru4b8z",
	Limited:   "4ccj3x91w6v",
	Slow:      "4ccuf2nzh4l",
	Down:      "4cd5q82x22f",
	Page:      "4cdh1dhunb",
	Unknown:   "4cdsciws7y4",
}

//go:embed tweets
var files embed.FS

// mediaHost is the host of pictures in the stored responses; the fake replaces it by its own.
const mediaHost = "https://pbs.twimg.com"

// Service is the fake. It is safe for concurrent use.
type Service struct {
	URL string // without a path

	mu    sync.Mutex
	asked []string
	lost  map[string]bool
}

// New starts a Service that stops with the test.
func New(t testing.TB) *Service {
	s := &Service{lost: make(map[string]bool)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tweet-result", s.serve)
	mux.HandleFunc("GET /media/", picture)
	mux.HandleFunc("GET /ext_tw_video_thumb/", picture)
	mux.HandleFunc("/", missing)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Lose deletes a tweet. Responses no longer contain it, also not as a quote.
func (s *Service) Lose(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost[id] = true
}

// Asked returns the requested IDs in order.
func (s *Service) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Answer returns the response for a tweet.
func (s *Service) Answer(id string) []byte {
	answer, err := files.ReadFile("tweets/" + id + ".json")
	if err != nil {
		return nil
	}
	return bytes.ReplaceAll(answer, []byte(mediaHost), []byte(s.URL))
}

// serve checks the parameters that embeds send. A request without a token gets an empty response.
func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	id, token := query.Get("id"), query.Get("token")
	gone := s.note(id)
	switch {
	case token == "":
		reply(w, http.StatusOK, "{}")
	case len(id) > 19 || strings.Trim(id, "0123456789") != "":
		reply(w, http.StatusBadRequest, `{"error":"Bad request."}`)
	case token != tokens[id] || query.Get("lang") != "en" || !strings.Contains(query.Get("features"), "tfw_use_profile_image_shape_enabled:on"):
		missing(w, r)
	case gone:
		reply(w, http.StatusOK, string(s.Answer(Deleted)))
	default:
		s.answer(w, r, id)
	}
}

// note records a request and reports whether the tweet was deleted.
func (s *Service) note(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, id)
	return s.lost[id]
}

func (s *Service) answer(w http.ResponseWriter, r *http.Request, id string) {
	switch answer := s.Answer(id); {
	case id == Limited:
		w.Header().Set("Retry-After", "7")
		text(w, http.StatusTooManyRequests, "text/plain;charset=utf-8", "Rate limit exceeded")
	case id == Down:
		text(w, http.StatusServiceUnavailable, "text/html;charset=utf-8", "<html>X / ?</html>")
	case id == Page:
		text(w, http.StatusOK, "text/html;charset=utf-8", "<!DOCTYPE html><title>Log in to X</title>")
	case id == Slow:
		hang(r)
	case answer == nil:
		missing(w, r)
	default:
		reply(w, http.StatusOK, string(s.withoutLost(answer)))
	}
}

// withoutLost removes deleted tweets from a response; it is unchanged byte for byte if there are
// none.
func (s *Service) withoutLost(answer []byte) []byte {
	var tweet map[string]any
	if json.Unmarshal(answer, &tweet) != nil || !s.prune(tweet) {
		return answer
	}
	pruned, err := json.Marshal(tweet)
	if err != nil {
		panic(err) // it was parsed from JSON
	}
	return pruned
}

func (s *Service) prune(tweet map[string]any) (pruned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, part := range []string{"quoted_tweet", "parent"} {
		beside, _ := tweet[part].(map[string]any)
		if id, _ := beside["id_str"].(string); s.lost[id] {
			delete(tweet, part)
			pruned = true
		}
	}
	return pruned
}

// hang sends no response until the client disconnects, for at most a minute.
func hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(time.Minute):
	}
}

func missing(w http.ResponseWriter, _ *http.Request) {
	text(w, http.StatusNotFound, "text/html;charset=utf-8", "<html><title>X / ?</title>Nothing to see here</html>")
}

func reply(w http.ResponseWriter, status int, body string) {
	text(w, status, "application/json; charset=utf-8", body)
}

func text(w http.ResponseWriter, status int, kind, body string) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the client may be gone
}

func picture(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/jpeg")
	_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 320, 180)), nil)
}
