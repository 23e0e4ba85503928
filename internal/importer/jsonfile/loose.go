package jsonfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"
)

// Text is a string, or what stands in place of one: a number as it is written, nothing for the rest.
type Text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil:
		*t = Text(s)
	case len(raw) > 0 && raw[0] != '{' && raw[0] != '[' && !bytes.Equal(raw, []byte("null")):
		*t = Text(raw)
	}
	return nil
}

// Flag is a boolean in any spelling.
type Flag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *Flag) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(strings.Trim(string(raw), `" `)) {
	case "true", "1", "yes":
		*f = true
	}
	return nil
}

// List is a list of strings, or of objects that have names; a string is split at its commas.
type List []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *List) UnmarshalJSON(raw []byte) error {
	var one Text
	var many []json.RawMessage
	if json.Unmarshal(raw, &many) != nil {
		_ = one.UnmarshalJSON(raw)
		for part := range strings.SplitSeq(string(one), ",") {
			l.add(part)
		}
		return nil
	}
	for _, element := range many {
		var named struct{ Name, Label, Title, Tag Text }
		_ = one.UnmarshalJSON(element)
		if json.Unmarshal(element, &named) == nil {
			one = cmp.Or(named.Name, named.Label, named.Title, named.Tag)
		}
		l.add(string(one))
		one = ""
	}
	return nil
}

func (l *List) add(s string) {
	if s = strings.TrimSpace(s); s != "" {
		*l = append(*l, s)
	}
}
