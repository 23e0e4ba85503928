// Package recall finds the passages that answer a question, best first, among everything one user
// saved.
//
// It knows no SQL and no HTTP. The truth is in a Source, an append-only log of a user's passages
// and deletions. An index is a replay of that log, brought up to date before each search, and can
// be deleted at any time.
package recall

import (
	"context"
	"time"
)

// Place says where a passage is in its source. Zero fields do not apply.
type Place struct {
	Page   int // of a document, from 1
	Second int // of a recording
	Offset int // in bytes, in the captured text
}

// Passage is a piece of a memory's text with what the index needs to know of the memory.
type Passage struct {
	MemoryID  string
	Kind      string
	CreatedAt time.Time // when the memory was saved
	Ord       int       // position in the memory, from 0
	Text      string
	Title     string // of the memory
	Fields    string // site, author, host, file name: searched as well
	Remarks   string // the person's own words on the passage or, with the first, on the memory: searched as well, never quoted
	Place     Place
	Vector    []int8 // quantised, see package vector; nil: none yet
	Model     string // that made the vector; empty: none
}

// Change is one entry of a user's log: a passage, which replaces an earlier one of that memory and
// Ord, or the deletion of a memory's passages so far. What it tells of its memory is true of all of
// its passages.
type Change struct {
	Seq     int64
	Deleted string
	Passage Passage
}

// Source is the log that an index replays.
type Source interface {
	// LastSeq returns the user's greatest Seq, 0 if there is none. It must cost one indexed read.
	LastSeq(ctx context.Context, userID string) (int64, error)
	// Changes returns up to limit changes after Seq, in order. A log rewritten between two calls
	// gets new changes, so reading it in batches ends in the same state as reading it at once.
	Changes(ctx context.Context, userID string, after int64, limit int) ([]Change, error)
}

// Query asks for memories or passages.
type Query struct {
	Text   string
	Vector []int8    // of Text, by the engine's model; nil: search by words alone
	Kind   string    // empty: any
	Not    string    // kind to exclude; empty: none
	Site   string    // lower-case text that a memory's fields must contain; empty: any
	Since  time.Time // zero: unbounded; else saved at or after it
	Until  time.Time // zero: unbounded; else saved before it
	Memory string    // id of the only memory to search, see Engine.Search; empty: all
	Within []string  // ids of the only memories to search, sorted; nil: all
	Limit  int       // memories at most; 0: 10
}

// Match is a memory that matches the query, with its best passages.
type Match struct {
	MemoryID string
	Score    float64 // of its best passage; comparable within one result only
	Passages []Hit   // best first, one to three; up to twelve with Query.Memory
}

// Hit is a passage that matches the query. Its remarks help to find it, and are no evidence of what
// it says: words that they alone hold are not among its Words and its Coverage.
type Hit struct {
	Passage
	Score    float64
	Remarked float64 // the part of Score that is due to such words
	// Coverage is the share of the question that the passage covers, from 0 to 1: its BM25 over
	// that of a passage with every word many times. Words unknown to the index count as the rarest.
	Coverage float64
	// Similarity is the cosine of the question's vector and the passage's; 0 if one is missing.
	Similarity float64
	// Words are the question's words in the passage, its title or its fields, in question order.
	Words []Word
}

// Word is a word of a question, as the index knows it.
type Word struct {
	Forms []string // folded, and stemmed in each of the user's languages, see package text
	Share float64  // of the question's total idf, from 0 to 1
}
