package people_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/people"
)

// service stands for the world: it answers the list at one address and pictures at all others.
type service struct {
	list    string
	err     error
	asked   []string
	asking  chan struct{} // with waiting: closed when the list is asked for, which then waits
	waiting chan struct{}
}

func (s *service) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	if !strings.Contains(r.URL, "results=3") {
		return capture.Page{Body: []byte("picture of " + r.URL)}, nil
	}
	s.asked = append(s.asked, r.URL)
	if s.waiting != nil {
		close(s.asking)
		select {
		case <-s.waiting:
		case <-ctx.Done():
			return capture.Page{}, ctx.Err()
		}
	}
	return capture.Page{Body: []byte(s.list)}, s.err
}

type pictures struct{ size int }

func (p pictures) Picture(_ context.Context, image []byte) ([]byte, error) {
	if strings.Contains(string(image), "broken") {
		return nil, errors.New("no image")
	}
	return append(image, make([]byte, p.size)...), nil
}

func three(first, picture string) string {
	one := fmt.Sprintf(`{"name":{"title":"Ms","first":%q,"last":"Lovelace"},"picture":{"large":%q}}`, first, picture)
	return `{"results":[` + strings.Join([]string{one, one, one}, ",") + `]}`
}

func TestList(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	open := func(world *service, size int) *people.Service {
		return people.New(world, pictures{size}, "https://people.example/api/", func() time.Time { return now })
	}
	const face = "https://people.example/1.jpg"

	t.Run("LAND-24 three people with their pictures, requested once an hour", func(t *testing.T) {
		world := &service{list: three("Ada", face)}
		s := open(world, 0)
		for range 3 {
			found, err := s.List(t.Context())
			if err != nil || len(found) != people.Count || found[0].Name != "Ada Lovelace" || !strings.HasPrefix(found[0].Picture, "data:image/jpeg;base64,") {
				t.Fatalf("got %v, %v", found, err)
			}
		}
		if len(world.asked) != 1 || world.asked[0] != "https://people.example/api/?results=3&inc=name,picture&noinfo" {
			t.Errorf("asked %q", world.asked)
		}
		now = now.Add(time.Hour)
		if _, err := s.List(t.Context()); err != nil || len(world.asked) != 2 {
			t.Errorf("after an hour: asked %d times, %v", len(world.asked), err)
		}
	})

	t.Run("an address with a query keeps it", func(t *testing.T) {
		world := &service{list: three("Ada", face)}
		s := people.New(world, pictures{}, "https://people.example/api/?nat=fi", func() time.Time { return now })
		if _, err := s.List(t.Context()); err != nil || world.asked[0] != "https://people.example/api/?nat=fi&results=3&inc=name,picture&noinfo" {
			t.Errorf("asked %q, %v", world.asked, err)
		}
	})

	t.Run("LAND-24 a hostile or broken response gives no people, and no request follows for five minutes", func(t *testing.T) {
		answers := map[string]*service{
			"down":            {err: errors.New("refused")},
			"no JSON":         {list: "<html>"},
			"too few":         {list: `{"results":[]}`},
			"markup":          {list: three("<script>alert(1)</script>", face)},
			"no name":         {list: strings.ReplaceAll(three("", face), "Lovelace", "")},
			"a long name":     {list: three(strings.Repeat("a", 41), face)},
			"control letters": {list: three("Ada\u202e", face)},
			"a script":        {list: three("Ada", "javascript:alert(1)")},
			"a file":          {list: three("Ada", "file:///etc/passwd")},
			"no picture":      {list: three("Ada", "https://people.example/broken")},
		}
		for name, world := range answers {
			s := open(world, 0)
			if found, err := s.List(t.Context()); err == nil || len(found) != 0 {
				t.Errorf("%s: got %v, %v", name, found, err)
			}
			if found, err := s.List(t.Context()); err != nil || len(found) != 0 || len(world.asked) != 1 {
				t.Errorf("%s: asked %d times, %v, %v", name, len(world.asked), found, err)
			}
		}
		if found, err := open(&service{list: three("Ada", face)}, 40<<10).List(t.Context()); err == nil || len(found) != 0 {
			t.Errorf("a large picture: got %d, %v", len(found), err)
		}
	})

	t.Run("LAND-24 the previous people stay when new ones can't be fetched", func(t *testing.T) {
		world := &service{list: three("Ada", face)}
		s := open(world, 0)
		if _, err := s.List(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(2 * time.Hour)
		world.err = errors.New("refused")
		if found, err := s.List(t.Context()); err == nil || len(found) != people.Count {
			t.Errorf("got %v, %v", found, err)
		}
	})

	t.Run("LAND-24 other visitors do not wait for a slow service", func(t *testing.T) {
		world := &service{list: three("Ada", face), asking: make(chan struct{}), waiting: make(chan struct{})}
		s := open(world, 0)
		gone, leave := context.WithCancel(t.Context())
		var first sync.WaitGroup
		first.Go(func() {
			if found, err := s.List(gone); err != nil || len(found) != people.Count {
				t.Errorf("who asked got %v, %v", found, err)
			}
		})
		<-world.asking
		leave() // what was begun goes on
		if found, err := s.List(t.Context()); err != nil || len(found) != 0 {
			t.Errorf("got %v, %v", found, err)
		}
		close(world.waiting)
		first.Wait()
	})
}
