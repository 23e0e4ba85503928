// Package people gets sample people, for the testimonials of the landing page, from a public
// service that generates them.
package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/capture"
)

// Person is a sample person.
type Person struct {
	Name    string
	Picture string // data URL of a JPEG, so that browsers don't call the service
}

// Count is the number of people in a list that is not empty.
const Count = 3

const (
	keep      = time.Hour       // of cached people
	rest      = 5 * time.Minute // after a failure
	timeout   = 8 * time.Second // in total
	maxAnswer = 64 << 10        // bytes
	maxImage  = 512 << 10       // bytes, as received
	maxJPEG   = 32 << 10        // bytes, as sent
	maxName   = 40              // characters
)

// Service fetches people and caches them for an hour.
type Service struct {
	fetcher  capture.Fetcher
	pictures capture.PictureMaker
	address  string
	now      func() time.Time

	turn  chan struct{} // mutex of the fetch
	mu    sync.Mutex
	found []Person
	until time.Time
}

// New returns a Service that asks address, such as https://randomuser.me/api/, through fetcher.
func New(fetcher capture.Fetcher, pictures capture.PictureMaker, address string, now func() time.Time) *Service {
	return &Service{fetcher: fetcher, pictures: pictures, address: address, now: now, turn: make(chan struct{}, 1)}
}

// List returns Count people, or none if the service has none now, with the error on the first
// failure. Concurrent callers get the previous list.
func (s *Service) List(ctx context.Context) (found []Person, err error) {
	if found, fresh := s.kept(); fresh {
		return found, nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	default:
		found, _ = s.kept()
		return found, nil
	}
	// The result is cached for later callers, so it must not be cancelled.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	found, err = s.ask(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = s.now().Add(keep)
	if err != nil {
		s.until = s.now().Add(rest)
		return s.found, err
	}
	s.found = found
	return found, nil
}

func (s *Service) kept() (found []Person, fresh bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found, s.now().Before(s.until)
}

// answer is the service's response.
type answer struct {
	Results []struct {
		Name struct {
			First string `json:"first"`
			Last  string `json:"last"`
		} `json:"name"`
		Picture struct {
			Large string `json:"large"`
		} `json:"picture"`
	} `json:"results"`
}

var errMalformed = errors.New("people: the service's answer is not of the expected form")

func (s *Service) ask(ctx context.Context) ([]Person, error) {
	page, err := s.fetcher.Fetch(ctx, capture.Request{URL: s.question(), Accept: "application/json", Limit: maxAnswer})
	if err != nil {
		return nil, err
	}
	var a answer
	err = json.Unmarshal(page.Body, &a)
	page.Release()
	if err != nil || len(a.Results) != Count {
		return nil, errMalformed
	}
	found := make([]Person, Count)
	for i, r := range a.Results {
		name := strings.TrimSpace(r.Name.First + " " + r.Name.Last)
		if !isName(name) {
			return nil, errMalformed
		}
		picture, err := s.picture(ctx, r.Picture.Large)
		if err != nil {
			return nil, err
		}
		found[i] = Person{Name: name, Picture: picture}
	}
	return found, nil
}

// question returns the service's address with our parameters added to its query.
func (s *Service) question() string {
	address, own, _ := strings.Cut(s.address, "?")
	if own != "" {
		own += "&"
	}
	return address + "?" + own + "results=3&inc=name,picture&noinfo"
}

// isName accepts letters and separators: untrusted text is shown on the landing page.
func isName(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxName && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" .'’-", r)
	})
}

func (s *Service) picture(ctx context.Context, address string) (string, error) {
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return "", errMalformed
	}
	page, err := s.fetcher.Fetch(ctx, capture.Request{URL: address, Accept: "image/*", Limit: maxImage})
	if err != nil {
		return "", err
	}
	defer page.Release()
	jpeg, err := s.pictures.Picture(ctx, page.Body)
	if err != nil {
		return "", err
	}
	if len(jpeg) > maxJPEG {
		return "", errMalformed
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg), nil
}
