package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"engram/internal/fault"
)

// maxFields bounds the fields of an object, and so the cost of checking for duplicates.
const maxFields = 1000

// ReadJSON decodes a body. Its error texts are shown to users.
func ReadJSON(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return refuseDoubled(data)
	case errors.As(err, &wrong) && wrong.Field != "":
		return fault.New(fault.Invalid, fmt.Sprintf("The field %q must be %s", wrong.Field, jsonType(wrong.Type)))
	}
	return fault.New(fault.Invalid, "The request is not valid JSON of the expected form")
}

func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	default:
		return "a number"
	}
}

// level is an open object or list.
type level struct {
	fields map[string]bool // nil: a list
	value  bool            // the next token is a field's value
}

// refuseDoubled rejects objects with duplicate fields, since programs differ in which one they use.
// Like encoding/json it ignores case.
func refuseDoubled(data []byte) error {
	tokens := json.NewDecoder(bytes.NewReader(data))
	tokens.UseNumber()
	levels := []level{{}}
	for {
		token, err := tokens.Token()
		if err != nil {
			return nil // the end: the JSON is valid
		}
		now := &levels[len(levels)-1]
		if name, ok := token.(string); ok && now.fields != nil && !now.value {
			key := strings.ToLower(strings.ToUpper(name)) // some letters have two upper-case forms
			if now.fields[key] {
				return fault.New(fault.Invalid, fmt.Sprintf("The field %q stands twice", short(name)))
			}
			if len(now.fields) == maxFields {
				return fault.New(fault.Invalid, "The request has too many fields")
			}
			now.fields[key], now.value = true, true
			continue
		}
		now.value = false
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{fields: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
		}
	}
}

// short truncates a name for a message.
func short(name string) string {
	const most = 40
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
