package memories

import (
	"context"

	"engram/internal/memory"
	"engram/internal/store"
)

// Similar returns the memory that one was found to be nearly the same as when it was captured last;
// without an ID if there is none, or it is not there any more.
func (s *Store) Similar(ctx context.Context, userID, id string) (memory.Memory, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanMemory, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1
		AND id = (SELECT similar_to FROM signatures WHERE user_id = $1 AND memory_id = $2)`, userID, id)
	if err != nil || len(found) == 0 {
		return memory.Memory{}, store.Explain(err, "look for what is similar to memory", id)
	}
	return found[0], nil
}
