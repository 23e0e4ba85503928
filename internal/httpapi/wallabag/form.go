package wallabag

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"engram/internal/fault"
)

const (
	maxBody     = 1 << 20 // bytes
	bodyTimeout = 30 * time.Second
)

// read returns the fields of a body, which apps send as JSON or as a form. null is as if it were absent.
func read(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout)) // not every connection has deadlines
	defer func() { _ = control.SetReadDeadline(time.Time{}) }()
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if !strings.Contains(r.Header.Get("Content-Type"), "json") {
		err := r.ParseForm()
		return r.PostForm, unreadable(err)
	}
	var fields map[string]any
	if err := json.NewDecoder(r.Body).Decode(&fields); err != nil {
		return nil, unreadable(err)
	}
	form := url.Values{}
	for name, value := range fields {
		switch value := value.(type) {
		case nil:
		case string:
			form.Set(name, value)
		case bool:
			form.Set(name, strconv.Itoa(map[bool]int{true: 1}[value]))
		case float64:
			form.Set(name, strconv.FormatFloat(value, 'f', -1, 64))
		case []any:
			var words []string
			for _, word := range value {
				words = append(words, fmt.Sprint(word))
			}
			form.Set(name, strings.Join(words, ","))
		default:
			return nil, fault.New(fault.Invalid, "Not a value of "+name)
		}
	}
	return form, nil
}

func unreadable(err error) error {
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return fault.New(fault.TooLarge, "A request holds at most 1 MB")
	}
	return fault.New(fault.Invalid, "The request can't be read")
}

// flag returns whether a field says that something is so; nil if it is absent.
func flag(form url.Values, name string) (*bool, error) {
	var is bool
	switch form.Get(name) {
	case "":
		return nil, nil
	case "1", "true":
		is = true
	case "0", "false":
	default:
		return nil, fault.New(fault.Invalid, "The value of "+name+" is 1 or 0")
	}
	return &is, nil
}

// number returns a number of a query, or what it is where it is absent.
func number(form url.Values, name string, otherwise int) (int, error) {
	text := form.Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "The value of "+name+" is a number")
	}
	return n, nil
}

// words returns what stands between commas.
func words(list string) (all []string) {
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}
