package watch

import (
	"errors"
	"io/fs"
	"time"

	"engram/internal/fault"
)

// listed bounds the files of a Report.
const listed = 100

// Refusal is a file that is not taken in.
type Refusal struct {
	Path  string    // below the user's folder, with slashes
	Why   string    // for the user
	Again time.Time // when it is tried again; zero: once it changes
}

// Report says what is not taken in of a user's files.
type Report struct {
	Files []Refusal // the first
	Count int       // of all
	Full  bool      // there are more files than are looked at
}

func (r *Report) add(path string, s state) {
	if s.why == "" {
		return
	}
	if r.Count++; len(r.Files) < listed {
		r.Files = append(r.Files, Refusal{path, s.why, s.retryAt})
	}
}

// Report returns what was not taken in at the last look; nothing without a folder.
func (s *Service) Report(userID string) Report {
	if s == nil {
		return Report{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.reports[userID]; r != nil {
		return *r
	}
	return Report{}
}

// whyOf says to the user why a file is not taken in.
func whyOf(err error) string {
	if cause, ok := errors.AsType[*fault.Error](err); ok {
		return cause.Message
	}
	if errors.Is(err, fs.ErrPermission) {
		return "Engram may not read this file"
	}
	return "It could not be read"
}
