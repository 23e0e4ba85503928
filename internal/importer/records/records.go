// Package records reads the exports that are JSON lists of what was saved.
package records

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
)

const (
	maxRecord = 32 << 20 // bytes

	msgBroken  = "It can't be read: the JSON of this entry is broken."
	msgTooLong = "It is longer than 32 MB."
	msgEnds    = "The file is damaged or ends too early. What follows is missing."
)

// list returns the format of JSON with records of type T in the list at a path.
func list[T any](name, title string, is func(jsonfile.Shape) bool, path []string, item func(rec T, item *importer.Item, out *importer.Out)) importer.Format {
	return importer.Format{
		Name: name, Title: title,
		Is: func(_ context.Context, in *importer.Input) bool { return is(in.JSON) },
		Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
			return Each(in, out, path, func(rec T, place string) error {
				i := importer.Item{Place: place}
				item(rec, &i, out)
				return out.Item(i)
			})
		},
	}
}

// Each calls visit with the records of the list at a path, and sends a note for one that can't be
// read.
func Each[T any](in *importer.Input, out *importer.Out, path []string, visit func(rec T, place string) error) error {
	r := jsonfile.New(importer.Text(in))
	n := 0
	err := r.To(path, func() error {
		return r.Each(func() error {
			n++
			return record(r, out, "entry "+strconv.Itoa(n), visit)
		})
	})
	return Ended(err, r, out)
}

// EachIn is Each of a text that is a list, whose entries are named after a place. With no out, what
// can't be read is skipped.
func EachIn[T any](r *jsonfile.Reader, out *importer.Out, place string, visit func(rec T, place string) error) error {
	n := 0
	err := r.Each(func() error {
		n++
		return record(r, out, place+"entry "+strconv.Itoa(n), visit)
	})
	return Ended(err, r, out)
}

func record[T any](r *jsonfile.Reader, out *importer.Out, place string, visit func(rec T, place string) error) error {
	raw, err := r.Raw(maxRecord)
	switch {
	case errors.Is(err, jsonfile.ErrTooLong):
		return refuse(out, place, msgTooLong)
	case err != nil:
		return err
	}
	rec, ok := decoded[T](raw)
	if !ok {
		return refuse(out, place, msgBroken)
	}
	return visit(rec, place)
}

func refuse(out *importer.Out, place, message string) error {
	if out == nil {
		return nil
	}
	return out.Note("", place, message)
}

// decoded returns a record without the fields that are of another type than its own.
func decoded[T any](raw []byte) (rec T, ok bool) {
	err := json.Unmarshal(raw, &rec)
	var other *json.UnmarshalTypeError
	return rec, err == nil || errors.As(err, &other)
}

// Ended sends a note if reading ended because the text is no JSON any more.
func Ended(err error, r *jsonfile.Reader, out *importer.Out) error {
	if errors.Is(err, jsonfile.ErrSyntax) {
		return refuse(out, "byte "+strconv.FormatInt(r.Offset(), 10), msgEnds)
	}
	return err
}

// page returns a captured page that stands in a record; nil if it is blank.
func page(html string) importer.Open {
	if strings.TrimSpace(html) == "" {
		return nil
	}
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(html)), nil }
}
