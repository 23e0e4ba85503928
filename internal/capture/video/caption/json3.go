package caption

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

// event is one entry of json3. Those without segments place a window on the picture; those that append hold the line break
// between two others.
type event struct {
	Start    float64 `json:"tStartMs"`
	Duration float64 `json:"dDurationMs"`
	Segments []struct {
		Text string `json:"utf8"`
	} `json:"segs"`
}

// json3 reads YouTube's own form, event by event, so that a track of a million empty ones costs no memory.
func (l *list) json3(track []byte) {
	d := json.NewDecoder(bytes.NewReader(track))
	if !findEvents(d) {
		return
	}
	for d.More() && !l.full() {
		var e event
		err := d.Decode(&e)
		if _, odd := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !odd {
			return
		}
		l.addEvent(e)
	}
}

// findEvents reads up to the first of the events.
func findEvents(d *json.Decoder) bool {
	if _, err := d.Token(); err != nil {
		return false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false
		}
		if name == "events" {
			start, err := d.Token()
			return err == nil && start == json.Delim('[')
		}
		var other json.RawMessage
		if d.Decode(&other) != nil {
			return false
		}
	}
	return false
}

func (l *list) addEvent(e event) {
	var text strings.Builder
	for _, s := range e.Segments {
		text.WriteString(s.Text)
	}
	start, ok := length.Seconds(e.Start / 1000)
	if !ok {
		return
	}
	end, ok := length.Seconds((e.Start + e.Duration) / 1000)
	if !ok {
		end = start
	}
	l.add(start.Round(time.Millisecond), end.Round(time.Millisecond), text.String())
}
