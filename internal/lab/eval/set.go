package eval

import (
	"strconv"
	"strings"
	"time"

	"engram/internal/recall/text"
)

// Doc is a line of corpus.jsonl. Kind and CreatedAt are zero in sets that do not tell.
type Doc struct {
	ID        string    `json:"_id"`
	Kind      string    `json:"type"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Query is a question, a line of queries.jsonl. Kind, Answer and Near are empty in sets that do not tell.
type Query struct {
	ID     string `json:"_id"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
	Answer string `json:"answer"`
	Near   string `json:"near"` // the document that only looks as if it answered
}

// Set is documents, questions and which answer which: what one person saved and asks.
type Set struct {
	Name     string
	Docs     []Doc
	Queries  []Query
	Relevant map[string]map[string]float64 // grade, above 0, by query, by document
}

// Answerable returns the questions that a document of the set answers.
func (s Set) Answerable() []Query {
	var all []Query
	for _, q := range s.Queries {
		if len(s.Relevant[q.ID]) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// Memory is a document of a set, or a conversation whose turns are documents, as a person saves it.
type Memory struct {
	ID        string
	Kind      string
	Title     string
	CreatedAt time.Time
	Passages  []Passage // at least one
}

// Passage is a stretch of a memory.
type Passage struct {
	Ord    int
	Text   string
	Offset int // bytes from the start of the document
}

// Memories returns what is to be saved: one memory a document, cut into passages as a capture cuts them, or one a
// conversation, each turn a passage. A document that says nothing is left out.
func (s Set) Memories() []Memory {
	if s.Conversation() {
		return s.conversations()
	}
	var all []Memory
	for _, d := range s.Docs {
		if passages := cut(d); len(passages) > 0 {
			all = append(all, Memory{ID: d.ID, Kind: d.Kind, Title: d.Title, CreatedAt: d.CreatedAt, Passages: passages})
		}
	}
	return all
}

// cut makes passages of a document's text, as a capture does.
func cut(d Doc) []Passage {
	var passages []Passage
	for ord, c := range text.Chunks(d.saved()) {
		passages = append(passages, Passage{Ord: ord, Text: c.Text, Offset: c.Offset})
	}
	return passages
}

// note is the kind of notes. A set without kinds holds something else.
const note = "note"

// saved is the text of a document as it is saved: its title when there is no other. People's notes begin with theirs.
func (d Doc) saved() string {
	first, _, _ := strings.Cut(strings.TrimSpace(d.Text), "\n")
	switch {
	case first == "":
		return d.Title
	case d.Kind == note && d.Title != "" && strings.Trim(first, "#* ") != d.Title:
		return d.Title + "\n" + d.Text
	}
	return d.Text
}

// Conversation reports whether the documents are parts of memories, so that parts are what is found: all their ids are
// of the form name:number, and some have the name in common.
func (s Set) Conversation() bool {
	names := make(map[string]bool)
	for _, d := range s.Docs {
		place, ok := placeOf(d.ID)
		if !ok {
			return false
		}
		names[place.MemoryID] = true
	}
	return len(names) < len(s.Docs)
}

// placeOf reads an id of the form name:number, as Place.ID writes it.
func placeOf(id string) (p Place, ok bool) {
	i := strings.LastIndexByte(id, ':')
	if i < 1 {
		return p, false
	}
	n, err := strconv.Atoi(id[i+1:])
	p = Place{MemoryID: id[:i], Ord: n}
	return p, err == nil && n >= 0 && p.ID() == id
}

// conversations gathers the turns. What is known of a conversation is what its first turn tells.
func (s Set) conversations() []Memory {
	var all []Memory
	at := make(map[string]int)
	for _, d := range s.Docs {
		place, _ := placeOf(d.ID)
		i, begun := at[place.MemoryID]
		if !begun {
			i = len(all)
			at[place.MemoryID] = i
			all = append(all, Memory{ID: place.MemoryID, Kind: d.Kind, Title: d.Title, CreatedAt: d.CreatedAt})
		}
		all[i].Passages = append(all[i].Passages, Passage{Ord: place.Ord, Text: d.Text})
	}
	return all
}
