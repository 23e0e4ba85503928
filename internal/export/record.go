package export

import (
	"bytes"
	"encoding/json"

	"engram/internal/document"
	"engram/internal/portable"
)

// record writes a memory as JSON, and its long fields piece by piece.
type record struct {
	text  *text
	field string // that is being written; empty: none
	err   error
}

// begin writes the fields that are short.
func (r *record) begin(m portable.Memory) {
	r.field, r.err = "", nil
	encoded := r.encode(m)
	r.say(bytes.TrimSuffix(encoded, []byte("}")))
}

// add adds an element of a list.
func (r *record) add(field string, value any) error {
	if r.field == field {
		r.say([]byte(",\n"))
	} else {
		r.end()
		r.field = field
		r.say([]byte(",\n\"" + field + "\":["))
	}
	r.say(r.encode(value))
	return r.err
}

// end ends the list that is being written.
func (r *record) end() {
	if r.field != "" {
		r.say([]byte("]"))
	}
}

func (r *record) close() error {
	r.end()
	r.say([]byte("}\n"))
	return r.err
}

func (r *record) encode(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && r.err == nil {
		r.err = err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (r *record) say(b []byte) {
	if _, err := r.text.Write(b); err != nil && r.err == nil {
		r.err = err
	}
}

// addText writes the text of a memory, which body receives.
func (r *record) addText(from Text, body *body) error {
	err := from.Document(func(doc document.Document) error {
		if err := r.add("document", doc); err != nil {
			return err
		}
		return body.document(doc)
	})
	if err != nil {
		return err
	}
	err = from.Passages(func(p portable.Passage) error {
		if err := body.passage(p); err != nil {
			return err
		}
		return r.add("passages", p)
	})
	if err != nil {
		return err
	}
	return from.PageWords(func(w portable.PageWords) error { return r.add("pageWords", w) })
}
