package conversations

import (
	"encoding/json"
	"strconv"
	"strings"

	"engram/internal/answer"
	"engram/internal/store"
)

// citation is a stored citation.
type citation struct {
	N        int    `json:"n"`
	MemoryID string `json:"memory"`
	Quote    string `json:"quote"`
	Passage  int    `json:"passage,omitempty"`
	Span     [2]int `json:"span,omitzero"`
	Lit      [2]int `json:"lit,omitzero"`
	Page     int    `json:"page,omitempty"`
	Second   int    `json:"second,omitempty"`
	Place    string `json:"place,omitempty"` // legacy: page or second as text
}

// encodeCitations encodes citations as JSON. Its escapes would bypass Storable with a NUL, so that
// is removed.
func encodeCitations(citations []answer.Citation) (string, error) {
	kept := make([]citation, len(citations))
	for i, c := range citations {
		kept[i] = citation{N: c.N, MemoryID: c.MemoryID, Quote: store.Storable(c.Quote),
			Passage: c.Passage, Span: c.Span, Lit: c.Lit, Page: c.Page, Second: c.Second}
	}
	encoded, err := json.Marshal(kept)
	return string(encoded), err
}

func decodeCitations(encoded string) ([]answer.Citation, error) {
	var kept []citation
	err := json.Unmarshal([]byte(encoded), &kept)
	var citations []answer.Citation
	for _, c := range kept {
		if c.Place != "" {
			c.Page, c.Second = placeOf(c.Place)
		}
		citations = append(citations,
			answer.Citation{N: c.N, MemoryID: c.MemoryID, Quote: c.Quote, Passage: c.Passage,
				Span: c.Span, Lit: c.Lit, Page: c.Page, Second: c.Second})
	}
	return citations, err
}

// placeOf parses "page 4" and "at 1:02:03".
func placeOf(place string) (page, second int) {
	if number, is := strings.CutPrefix(place, "page "); is {
		page, _ = strconv.Atoi(number)
		return page, 0
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(place, "at "), ":") {
		n, _ := strconv.Atoi(part)
		second = second*60 + n
	}
	return 0, second
}
