package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// EventStream is the media type of server-sent events.
const EventStream = "text/event-stream"

const eventTimeout = 10 * time.Second // for the reader to take one event

// Lines returns the lines of an event, with an id unless n is 0.
func Lines(name string, n int64, body any) string {
	data, _ := json.Marshal(body) // our own types always marshal
	out := fmt.Sprintf("event: %s\ndata: %s\n\n", name, data)
	if n > 0 {
		return fmt.Sprintf("id: %d\n%s", n, out)
	}
	return out
}

// EventWriter writes server-sent events.
type EventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	First   string // written before the first event
	Begun   bool   // an event was written
}

// NewEventWriter returns an EventWriter on w.
func NewEventWriter(w http.ResponseWriter) *EventWriter {
	return &EventWriter{w: w, control: http.NewResponseController(w)}
}

// Write sends one event and flushes.
func (s *EventWriter) Write(event string) error {
	if !s.Begun {
		s.Begun = true
		h := s.w.Header()
		h.Set("Content-Type", EventStream)
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no") // turns off nginx's buffering
		event = s.First + event
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTimeout)) // not every connection has deadlines
	if _, err := s.w.Write([]byte(event)); err != nil {
		return err
	}
	return s.control.Flush()
}
