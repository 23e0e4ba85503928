// Package recall finds the passages that answer a question, best first, among everything one user saved.
//
// It knows no SQL and no HTTP. The truth is in a Source, a log of one user's passages and deletions ordered by a
// sequence that only grows; an index is a replay of that log, caught up before each search (a user reads their own
// writes on any node) and thrown away at will.
package recall

import (
	"context"
	"time"
)

// Place is where in its source a passage stands. Zero fields do not apply.
type Place struct {
	Page   int // page of a document, from 1
	Second int // second of a recording
	Offset int // byte offset in the captured text
}

// Passage is a stretch of a memory's text with what the index needs to know of its memory.
type Passage struct {
	MemoryID  string
	Kind      string
	CreatedAt time.Time // when the memory was saved
	Ord       int       // position in the memory, from 0
	Text      string
	Title     string // the memory's title
	Fields    string // site, author, host, tags, file name: searched beside title and text
	Place     Place
	Vector    []int8 // what it means, see package vector; nil: not known yet
	Model     string // that made the vector; empty without one
}

// Change is one entry of a user's log: a passage that was added or, when Deleted is not empty, the id of a memory all of
// whose passages with a smaller Seq are gone. A passage takes the place of an earlier one of the same memory and Ord.
type Change struct {
	Seq     int64
	Deleted string
	Passage Passage
}

// Source is the truth that an index replays.
type Source interface {
	// LastSeq returns the user's greatest Seq, 0 when there is none. It must cost one indexed read.
	LastSeq(ctx context.Context, userID string) (int64, error)
	// Changes returns the user's changes after Seq, ascending, at most limit of them. What happens to the log between two
	// calls is told by changes with a greater Seq, so that reading it in parts ends in the same state as reading it at once.
	Changes(ctx context.Context, userID string, after int64, limit int) ([]Change, error)
}

// Query asks for passages.
type Query struct {
	Text   string
	Vector []int8    // what Text means, by the engine's model; nil: search by words alone
	Kind   string    // empty: every kind
	Not    string    // the kind that is left out; empty: none
	Site   string    // in small letters, what stands in the fields of a memory; empty: anything
	Since  time.Time // zero: no bound; else memories saved at or after it
	Until  time.Time // zero: no bound; else memories saved before it
	Memory string    // empty: every memory; else the id of the one that alone is asked, see Engine.Search
	Limit  int       // memories at most; zero: 10
}

// Match is a memory that fits the query, with its best passages.
type Match struct {
	MemoryID string
	Score    float64 // that of its best passage; comparable within one result only
	Passages []Hit   // best first, at least one; at most three, of a memory that alone is asked twelve
}

// Hit is a passage that fits the query.
type Hit struct {
	Passage
	Score float64
	// Coverage says how much of the question the passage covers, from 0 to 1: its BM25 over what a passage holding
	// every word of the query often would get, words unknown to the index counted as the rarest.
	Coverage float64
	// Similarity is the cosine between the meanings of the question and of the passage; 0 when one of them has none.
	Similarity float64
	// Words are the words of the question that the passage, its title or its fields hold, in the order of the question.
	Words []Word
}

// Word is a word of a question, as the index knows it.
type Word struct {
	Forms []string // folded and stemmed in each language of the user's memories, see package text
	Share float64  // how much of what is asked it makes up: its idf over that of all words of the question, from 0 to 1
}
