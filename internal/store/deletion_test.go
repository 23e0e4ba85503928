package store_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/deletion"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store"
)

// columnsOf lists table, name and type of every column.
var columnsOf = map[store.Dialect]string{
	store.SQLite: `SELECT m.name, c.name, upper(c.type) FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid`,
	store.Postgres: `SELECT table_name, column_name, upper(data_type) FROM information_schema.columns WHERE table_schema = 'public'
		ORDER BY table_name, ordinal_position`,
}

// tables returns the columns of every table with their types.
func (f *fixture) tables(t *testing.T) map[string][][2]string {
	t.Helper()
	all := map[string][][2]string{}
	for _, c := range f.strings(t, columnsOf[f.db.Dialect()], 3) {
		all[c[0]] = append(all[c[0]], [2]string{c[1], c[2]})
	}
	return all
}

// fill inserts a row of the user's with a word in every text into a table, unless there is one.
func (f *fixture) fill(t *testing.T, table string, columns [][2]string, known map[string]any, word string) error {
	t.Helper()
	if f.rows(t, known["user_id"].(string), table) > 0 {
		return nil
	}
	var names []string
	var args []any
	for _, c := range columns {
		var value any
		switch has, isKnown := known[c[0]]; {
		case isKnown && has != nil:
			value = has
		case c[1] == "TEXT" && (c[0] == "id" || strings.HasSuffix(c[0], "_id")): // so that one may refer to another
			value = known["id"]
		case c[1] == "TEXT":
			value = word
		case c[1] == "BLOB" || c[1] == "BYTEA":
			value = []byte(word)
		default:
			value = 1
		}
		names, args = append(names, c[0]), append(args, value)
	}
	_, err := f.db.Writer().Exec(`INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES (`+store.Placeholders(1, len(args))+`)`, args...)
	return err
}

// holding lists the tables that have a word in any row.
func (f *fixture) holding(t *testing.T, word string) (found []string) {
	t.Helper()
	for table := range f.tables(t) {
		rows, err := f.db.Writer().Query(`SELECT * FROM ` + table)
		noError(t, err)
		defer rows.Close()
		columns, err := rows.Columns()
		noError(t, err)
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			noError(t, rows.Scan(into...))
			for _, value := range values {
				raw, isBytes := value.([]byte)
				if isBytes && bytes.Contains(raw, []byte(word)) || strings.Contains(fmt.Sprint(value), word) {
					found = append(found, table)
				}
			}
		}
		noError(t, rows.Err())
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func testDeletion(t *testing.T, f *fixture) {
	ctx := t.Context()
	service := deletion.New(deletion.Parts{Store: f.Stores, Memories: f.Stores, Now: time.Now})

	t.Run("of a deleted user no row of any table is left, nor a word in another's", func(t *testing.T) {
		u, host := f.newUser(t), f.newUser(t)
		const word = "Canarybird"
		m := f.addWhole(t, u.ID)
		noError(t, f.Discard(ctx, u.ID, f.addWhole(t, u.ID).ID, start))
		d := beginning(u.ID, newTurn(word, m), 0)
		noError(t, f.KeepTurn(ctx, d))
		known := map[string]any{
			"id": newID(), "user_id": u.ID, "memory_id": m.ID, "conversation_id": d.Conversation.ID, "provider": "test", "role": string(account.Member), "disabled_at": 0,
		}
		tables := f.tables(t)
		refused := map[string]error{}
		for range len(tables) { // some refer to others
			clear(refused)
			for name, columns := range tables {
				if slices.ContainsFunc(columns, func(c [2]string) bool { return c[0] == "user_id" }) && name != "test_jobs" {
					if err := f.fill(t, name, columns, known, word); err != nil {
						refused[name] = err
					}
				}
			}
			if len(refused) == 0 {
				break
			}
		}
		if len(refused) > 0 {
			t.Fatalf("this test can't fill every table: %v", refused)
		}
		_, err := f.db.Writer().Exec(`INSERT INTO invitations (user_id, id, token_hash, created_at, expires_at, used_at, used_by) VALUES ($1, $2, 'h', 1, 1, 1, $3)`, host.ID, newID(), u.Username)
		noError(t, err)
		equal(t, len(f.holding(t, word)) > 5, true)

		noError(t, service.Remove(ctx, u.ID))
		var left []string
		for name, columns := range tables {
			if slices.ContainsFunc(columns, func(c [2]string) bool { return c[0] == "user_id" }) && name != "test_jobs" && f.rows(t, u.ID, name) > 0 {
				left = append(left, name)
			}
		}
		equal(t, left, []string(nil))
		equal(t, f.holding(t, word), []string(nil))
		equal(t, f.holding(t, u.Username), []string(nil))
		equal(t, f.rows(t, host.ID, "invitations"), 1)
	})
	t.Run("a closed account has no name and no session, and its removal is enqueued once more for what comes later", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.Close(ctx, u.ID, start))
		equal(t, len(f.alive(t, u.ID, "first")), 0)
		_, _, err := f.Credentials(ctx, u.Username)
		isFault(t, err, fault.NotFound, "")
		again := u
		again.ID = newID()
		noError(t, f.CreateUser(ctx, again, "hash", account.Session{ID: newID(), UserID: again.ID, TokenHash: []byte("again"), LastUsed: start}))
		equal(t, slices.ContainsFunc(f.strings(t, `SELECT kind, user_id FROM test_jobs`, 2), func(job []string) bool {
			return job[0] == "delete user" && job[1] == u.ID
		}), true)
		isFault(t, f.Close(ctx, newID(), start), fault.NotFound, "")
	})
	t.Run("the only owner stays while there are others, and an interrupted removal goes on", func(t *testing.T) {
		owner := f.newUser(t)
		_, err := f.db.Writer().Exec(`UPDATE users SET role = 'member'`)
		noError(t, err)
		noError(t, f.SetRole(ctx, owner.ID, account.Owner))
		isFault(t, f.Close(ctx, owner.ID, start), fault.Conflict, "")
		u := f.newUser(t)
		for range 3 {
			f.add(t, u.ID, memory.Note, 1)
		}
		noError(t, f.Close(ctx, u.ID, start))
		ids, err := f.MemoryIDs(ctx, u.ID, 1)
		noError(t, err)
		noError(t, f.Delete(ctx, u.ID, ids[0]))
		isFault(t, f.DeleteUser(ctx, u.ID), fault.Conflict, "")
		noError(t, service.Remove(ctx, u.ID))
		equal(t, f.rows(t, u.ID, "users"), 0)
	})
}
