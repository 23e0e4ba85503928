package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// EventStream is the media type of server-sent events.
const EventStream = "text/event-stream"

const eventTimeout = 10 * time.Second // for one event to be taken by the reader

// Lines returns those of an event, with its number where n is one.
func Lines(name string, n int64, body any) string {
	data, _ := json.Marshal(body) // our own types
	out := fmt.Sprintf("event: %s\ndata: %s\n\n", name, data)
	if n > 0 {
		return fmt.Sprintf("id: %d\n%s", n, out)
	}
	return out
}

// EventWriter writes events as they come.
type EventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	First   string // stands before the first event
	Begun   bool   // an event was written
}

// NewEventWriter writes to w.
func NewEventWriter(w http.ResponseWriter) *EventWriter {
	return &EventWriter{w: w, control: http.NewResponseController(w)}
}

// Write sends the lines of one event at once.
func (s *EventWriter) Write(event string) error {
	if !s.Begun {
		s.Begun = true
		h := s.w.Header()
		h.Set("Content-Type", EventStream)
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no") // nginx would keep events back
		event = s.First + event
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTimeout)) // not every connection has one
	if _, err := s.w.Write([]byte(event)); err != nil {
		return err
	}
	return s.control.Flush()
}
