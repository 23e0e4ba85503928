package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

func TestSessionsOfAnOlderProgram(t *testing.T) {
	for name, newDatabase := range engines {
		t.Run(name, func(t *testing.T) {
			ctx, address := t.Context(), newDatabase(t)
			old, err := store.OpenOlder(ctx, address, 7)
			if err != nil {
				t.Fatal(err)
			}
			now := time.UnixMilli(1_700_000_000_000).UTC()
			hash := sha256.Sum256([]byte("secret"))
			for _, row := range []struct {
				query string
				args  []any
			}{
				{`INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at) VALUES ('ann', 'Ann', '', 'free', '', 'hash', 1)`, nil},
				{`INSERT INTO sessions (user_id, token_hash, last_used) VALUES ('ann', $1, $2)`, []any{hex.EncodeToString(hash[:]), now.UnixMilli()}},
			} {
				if _, err := old.Writer().Exec(row.query, row.args...); err != nil {
					t.Fatal(err)
				}
			}
			if err := old.Close(); err != nil {
				t.Fatal(err)
			}
			rows := accounts.New(storetest.Open(t, address))
			got, err := rows.Sessions(ctx, "ann", hash[:], now, 9)
			if err != nil || len(got) != 1 {
				t.Fatalf("got %v, %v", got, err)
			}
			if s := got[0]; len(s.ID) != 16 || s.Device != "" || !s.CreatedAt.IsZero() || !s.LastUsed.Equal(now) {
				t.Errorf("got %+v", s)
			}
			if _, _, err := rows.UserBySession(ctx, "ann", hash[:], now, now); err != nil {
				t.Errorf("it opens nothing: %v", err)
			}
			if err := rows.EndSessionOf(ctx, "ann", got[0].ID, now); err != nil {
				t.Error(err)
			}
			if _, _, err := rows.UserBySession(ctx, "ann", hash[:], now, now); fault.KindOf(err) != fault.NotFound {
				t.Errorf("it opens still: %v", err)
			}
		})
	}
}

func TestKindsOfAnOlderProgramAreCounted(t *testing.T) {
	for name, newDatabase := range engines {
		t.Run(name, func(t *testing.T) {
			ctx, address := t.Context(), newDatabase(t)
			old, err := store.OpenOlder(ctx, address, 13)
			if err != nil {
				t.Fatal(err)
			}
			statements := []string{`INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at) VALUES ('ann', 'Ann', '', 'free', '', 'hash', 1)`}
			for id, kind := range map[string]string{"1": "note", "2": "note", "3": "video", "4": "document"} {
				statements = append(statements, `INSERT INTO memories (user_id, id, kind, title, description, url, upload_id, image_key, site, author, status, error, tags, created_at)
					VALUES ('ann', '`+id+`', '`+kind+`', '', '', '', '', '', '', '', 'ready', '', '[]', 1)`)
			}
			statements = append(statements, `INSERT INTO counters (user_id, name, period, n) VALUES ('ann', 'documents', '', 1)`)
			for _, statement := range statements {
				if _, err := old.Writer().Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			if err := old.Close(); err != nil {
				t.Fatal(err)
			}
			front, err := memories.New(storetest.Open(t, address), nil, memories.Hooks{}).Front(ctx, "ann", memory.Page{Limit: 1})
			want := map[memory.Kind]int{memory.Note: 2, memory.Video: 1, memory.Document: 1}
			if err != nil || !maps.Equal(front.Counts, want) {
				t.Errorf("got %v, %v, want %v", front.Counts, err, want)
			}
		})
	}
}
