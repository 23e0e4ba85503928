package caption

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"engram/internal/capture/video/length"
)

// event is an entry of json3. Those without segments position a window; those that append contain
// only a line break.
type event struct {
	Start    float64  `json:"tStartMs"`
	Duration float64  `json:"dDurationMs"`
	Text     segments `json:"segs"`
}

// segments is the text of an event's segments, up to a cue's limit.
type segments string

// UnmarshalJSON implements json.Unmarshaler segment by segment, so that a million empty ones take
// no memory. It never fails.
func (s *segments) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return nil
	}
	var text []byte
	for d.More() && len(text) < maxCue {
		var one struct {
			Text string `json:"utf8"`
		}
		if isBroken(d.Decode(&one)) {
			break
		}
		text = append(text, clip(one.Text, len(text))...)
	}
	*s = segments(text)
	return nil
}

// isBroken reports whether an error is other than an unexpected type, which is skipped.
func isBroken(err error) bool {
	_, odd := errors.AsType[*json.UnmarshalTypeError](err)
	return err != nil && !odd
}

// json3 reads YouTube's own format event by event, so that a million empty ones take no memory.
func (l *list) json3(track []byte) {
	d := json.NewDecoder(bytes.NewReader(track))
	if !findEvents(d) {
		return
	}
	for d.More() && !l.full() {
		var e event
		if isBroken(d.Decode(&e)) {
			return
		}
		l.addEvent(e)
	}
}

// findEvents reads up to the first event.
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
	start, ok := length.Seconds(e.Start / 1000)
	if !ok {
		return
	}
	end, ok := length.Seconds((e.Start + e.Duration) / 1000)
	if !ok {
		end = start
	}
	l.add(start.Round(time.Millisecond), end.Round(time.Millisecond), string(e.Text))
}
