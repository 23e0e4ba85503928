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

// maxFields bounds what one object of a body holds, and with it what a look for doubled fields costs.
const maxFields = 1000

// ReadJSON decodes a body. Its errors are fit to show: huma passes on their text alone.
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

// level is an object or a list that is being read.
type level struct {
	fields map[string]bool // nil: a list
	value  bool            // what comes next is the value of a field
}

// refuseDoubled refuses valid JSON in which an object has a field twice, wherever it stands: programs differ in which of the two
// they believe. Fields are one whatever their case, as they are to encoding/json.
func refuseDoubled(data []byte) error {
	tokens := json.NewDecoder(bytes.NewReader(data))
	tokens.UseNumber()
	levels := []level{{}}
	for {
		token, err := tokens.Token()
		if err != nil {
			return nil // the end, since it is valid
		}
		now := &levels[len(levels)-1]
		if name, ok := token.(string); ok && now.fields != nil && !now.value {
			key := strings.ToLower(strings.ToUpper(name)) // also of letters whose lower case has two upper ones
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

// short cuts a name that a person is to read.
func short(name string) string {
	const most = 40
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
