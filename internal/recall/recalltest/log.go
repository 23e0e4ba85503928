// Package recalltest provides an in-memory log of passages for tests.
package recalltest

import (
	"context"
	"sync"

	"engram/internal/recall"
)

// Log is a recall.Source in memory, safe for concurrent use. Its zero value is empty.
type Log struct {
	mu    sync.Mutex
	users map[string][]recall.Change
}

// Add appends passages to a user's log.
func (l *Log) Add(userID string, passages ...recall.Passage) {
	for _, p := range passages {
		l.append(userID, recall.Change{Passage: p})
	}
}

// Delete appends the deletion of a memory and drops its passages, as a database would.
func (l *Log) Delete(userID, memoryID string) {
	l.append(userID, recall.Change{Deleted: memoryID})
	l.mu.Lock()
	defer l.mu.Unlock()
	var kept []recall.Change
	for _, c := range l.users[userID] {
		if c.Deleted != "" || c.Passage.MemoryID != memoryID {
			kept = append(kept, c)
		}
	}
	l.users[userID] = kept
}

// Truncate resets the user's log to seq, as restoring a backup does.
func (l *Log) Truncate(userID string, seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := l.users[userID]
	for len(log) > 0 && log[len(log)-1].Seq > seq {
		log = log[:len(log)-1]
	}
	l.users[userID] = log
}

// Rewrite changes stored passages without a new Seq, which no real source may do. Those for which
// change returns false are lost.
func (l *Log) Rewrite(userID string, change func(*recall.Passage) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var kept []recall.Change
	for _, c := range l.users[userID] {
		if c.Deleted != "" || change(&c.Passage) {
			kept = append(kept, c)
		}
	}
	l.users[userID] = kept
}

func (l *Log) append(userID string, c recall.Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users == nil {
		l.users = make(map[string][]recall.Change)
	}
	c.Seq = last(l.users[userID]) + 1
	l.users[userID] = append(l.users[userID], c)
}

// LastSeq implements recall.Source.
func (l *Log) LastSeq(ctx context.Context, userID string) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return last(l.users[userID]), ctx.Err()
}

// Changes implements recall.Source.
func (l *Log) Changes(_ context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changes []recall.Change
	for _, c := range l.users[userID] {
		if c.Seq > after && len(changes) < limit {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

func last(log []recall.Change) int64 {
	if len(log) == 0 {
		return 0
	}
	return log[len(log)-1].Seq
}
