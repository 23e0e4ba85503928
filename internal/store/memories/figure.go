package memories

import (
	"context"

	"engram/internal/capture"
	"engram/internal/memory"
	"engram/internal/store"
)

// Figures implements memory.Store.
func (s *Store) Figures(ctx context.Context, userID, id string) ([]memory.Figure, error) {
	found, err := figures(ctx, s.db.Reader(), userID, id)
	return found, store.Explain(err, "list the figures of memory", id)
}

// Wanted implements capture.Store.
func (s *Store) Wanted(ctx context.Context, userID, memoryID string) (wanted []memory.Figure, err error) {
	found, err := s.Figures(ctx, userID, memoryID)
	for _, f := range found {
		if f.Width == 0 {
			wanted = append(wanted, f)
		}
	}
	return wanted, err
}

func figures(ctx context.Context, q store.Querier, userID, memoryID string) ([]memory.Figure, error) {
	return store.Collect(ctx, q, scanFigure, `SELECT name, address, blob_key, width, height FROM figures
		WHERE user_id = $1 AND memory_id = $2 ORDER BY ord`, userID, memoryID)
}

func scanFigure(row store.Scanner) (f memory.Figure, err error) {
	err = row.Scan(&f.Name, &f.Address, &f.Key, &f.Width, &f.Height)
	return f, err
}

// keepFigures stores the figures of a captured document. Those it had before keep their pictures;
// what is not in it any more is removed.
func (s *Store) keepFigures(ctx context.Context, t store.Tx, m memory.Memory, r capture.Result) error {
	before, err := figures(ctx, t.Querier, m.UserID, m.ID)
	if err != nil {
		return err
	}
	old := make(map[string]memory.Figure, len(before))
	for _, f := range before {
		old[f.Name] = f
	}
	wanted := false
	for i, f := range r.Figures {
		if had := old[f.Name]; had.Kept() && !f.Kept() {
			f.Width, f.Height = had.Width, had.Height
		}
		delete(old, f.Name)
		wanted = wanted || f.Width == 0
		if err := putFigure(ctx, t, m, len(before)+i, f); err != nil {
			return err
		}
	}
	if !r.Append {
		if err := s.removeFigures(ctx, t, m, old); err != nil {
			return err
		}
	}
	if !wanted {
		return nil
	}
	return s.jobs.Illustrate(ctx, t.Raw, m.UserID, m.ID)
}

func putFigure(ctx context.Context, t store.Tx, m memory.Memory, ord int, f memory.Figure) error {
	_, err := t.Exec(ctx, `INSERT INTO figures (user_id, memory_id, name, ord, address, blob_key, width, height)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (user_id, memory_id, name) DO UPDATE SET ord = excluded.ord, width = excluded.width, height = excluded.height`,
		m.UserID, m.ID, f.Name, ord, f.Address, f.Key, f.Width, f.Height)
	return err
}

// removeFigures deletes figures and enqueues the removal of their pictures.
func (s *Store) removeFigures(ctx context.Context, t store.Tx, m memory.Memory, old map[string]memory.Figure) error {
	var keys []string
	for name, f := range old {
		if _, err := t.Exec(ctx, `DELETE FROM figures WHERE user_id = $1 AND memory_id = $2 AND name = $3`, m.UserID, m.ID, name); err != nil {
			return err
		}
		keys = append(keys, f.Key)
	}
	return s.removeBlobs(ctx, t, keys...)
}

func dropFigures(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM figures WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}

// SaveFigures implements capture.Store.
func (s *Store) SaveFigures(ctx context.Context, userID, memoryID string, figures []memory.Figure) (lost []string, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		lost = nil
		for _, f := range figures {
			n, err := t.Exec(ctx, `UPDATE figures SET width = $4, height = $5 WHERE user_id = $1 AND memory_id = $2 AND name = $3`,
				userID, memoryID, f.Name, f.Width, f.Height)
			if err != nil {
				return err
			}
			if n == 0 {
				lost = append(lost, f.Key)
			}
		}
		if len(lost) == len(figures) {
			return nil
		}
		return markChange(ctx, t, userID, memoryID)
	})
	if err == nil && len(lost) < len(figures) {
		s.changed(userID)
	}
	return lost, store.Explain(err, "save figures of memory", memoryID)
}
