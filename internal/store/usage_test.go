package store_test

import (
	"testing"
	"time"

	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/usage"
)

func testUsage(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("saves and searches are counted by UTC day, and what is deleted stays counted", func(t *testing.T) {
		u := f.newUser(t)
		note, link := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Link, 1)
		late := newMemory(u.ID, memory.Note)
		late.CreatedAt = time.Date(2026, 3, 2, 1, 0, 0, 0, time.FixedZone("far", 2*3600))
		noError(t, f.Add(ctx, late, nil, unlimited))
		old := newMemory(u.ID, memory.Note)
		old.CreatedAt = time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC)
		noError(t, f.Add(ctx, old, nil, unlimited))
		noError(t, f.Delete(ctx, u.ID, note.ID))
		noError(t, f.Discard(ctx, u.ID, link.ID, start))
		noError(t, f.Restore(ctx, u.ID, link.ID, unlimited))
		if err := f.Add(ctx, newMemory(u.ID, memory.Note), nil, plan.Table{Free: plan.Limits{Memories: 1}}); err == nil {
			t.Error("one more than the plan admits")
		}
		for range 3 {
			_, err := f.Take(ctx, u.ID, quota.Searches, "2026-02-27", unlimited)
			noError(t, err)
		}
		noError(t, f.GiveBack(ctx, u.ID, quota.Searches, "2026-02-27"))

		days, err := f.Days(ctx, u.ID, "")
		noError(t, err)
		equal(t, days, []usage.Day{{Day: "1969-12-31", Saves: 1}, {Day: "2026-02-27", Searches: 2}, {Day: "2026-03-01", Saves: 3}})
		since, err := f.Days(ctx, u.ID, "2026-03-01")
		noError(t, err)
		equal(t, since, days[2:])
	})

	t.Run("contents are measured by kind, and files have the kind of their memory", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		f.add(t, other.ID, memory.Note, 9)
		m := newMemory(u.ID, memory.Note)
		noError(t, f.Add(ctx, m, []memory.Passage{{Text: "größer"}, {Ord: 1, Text: "日本"}}, unlimited))
		d := f.add(t, u.ID, memory.Document, 0)
		waiting := f.newDocument(t, u.ID)
		contents, err := f.Contents(ctx, u.ID)
		noError(t, err)
		note := int64(len(m.Description)) + 8 + 6
		equal(t, contents, []usage.Kind{{Kind: "document", Memories: 1, Text: int64(len(d.Description))}, {Kind: "note", Memories: 1, Text: note}})
		owners, err := f.Owners(ctx, u.ID)
		noError(t, err)
		equal(t, owners, map[string]string{
			m.ImageKey: "note", d.ImageKey: "document", "documents/" + u.ID + "/" + d.UploadID + ".pdf": "document",
		})
		if _, found := owners["documents/"+u.ID+"/"+waiting.UploadID+".pdf"]; found {
			t.Error("an upload that no memory claimed has a kind")
		}
	})

	t.Run("the text as it was made, recognised words, earlier texts and the trash count as well", func(t *testing.T) {
		u := f.newUser(t)
		m := f.addWhole(t, u.ID)
		var bytes int64
		for _, part := range []string{`body)) FROM passages`, `blocks)) FROM documents`, `words)) FROM page_words`, `description)) FROM note_versions`, `data)) FROM tweets`} {
			var n int64
			noError(t, f.db.Writer().QueryRow(`SELECT SUM(octet_length(`+part+` WHERE user_id = $1`, u.ID).Scan(&n))
			bytes += n
		}
		contents, err := f.Contents(ctx, u.ID)
		noError(t, err)
		equal(t, contents, []usage.Kind{{Kind: string(m.Kind), Memories: 1, Text: int64(len(m.Description)) + bytes}})
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		contents, err = f.Contents(ctx, u.ID)
		noError(t, err)
		if len(contents) != 1 || contents[0].Kind != usage.Unowned || contents[0].Memories != 1 || contents[0].Text == 0 {
			t.Errorf("in the trash: %+v", contents)
		}
	})

	t.Run("ROLE-06 calls are listed with the titles that memories have now, to their user alone", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		here, gone, theirs := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1), f.add(t, stranger.ID, memory.Note, 1)
		call := usage.Call{
			ID: newID(), UserID: u.ID, At: start, Model: "m", Purpose: usage.Answer, Prompt: 7, Completion: 3,
			Memories: []usage.Memory{{ID: here.ID, Title: "not kept"}, {ID: gone.ID}, {ID: theirs.ID}},
		}
		noError(t, f.AddCall(ctx, call))
		noError(t, f.Discard(ctx, u.ID, gone.ID, start))
		calls, err := f.Calls(ctx, u.ID, "", start, 9)
		noError(t, err)
		call.Memories, call.Count = []usage.Memory{{ID: here.ID, Title: here.Title}}, 3
		equal(t, calls, []usage.Call{call})
		for _, c := range []struct {
			userID, before string
			since          time.Time
		}{{stranger.ID, "", start}, {u.ID, call.ID, start}, {u.ID, "", start.Add(time.Millisecond)}} {
			calls, err := f.Calls(ctx, c.userID, c.before, c.since, 9)
			noError(t, err)
			equal(t, len(calls), 0)
		}
		call.UserID = newID()
		noError(t, f.AddCall(ctx, call)) // of a user who has gone meanwhile
		equal(t, f.rows(t, call.UserID, "ai_calls"), 0)
		noError(t, f.ForgetCalls(ctx, start))
		equal(t, f.rows(t, u.ID, "ai_calls"), 1)
		noError(t, f.ForgetCalls(ctx, start.Add(time.Millisecond)))
		equal(t, f.rows(t, u.ID, "ai_calls"), 0)
	})

	t.Run("the oldest calls beyond the limit of a purpose go", func(t *testing.T) {
		u := f.newUser(t)
		first := usage.Call{ID: newID(), UserID: u.ID, At: start, Purpose: usage.Embedding}
		noError(t, f.AddCall(ctx, first))
		noError(t, f.AddCall(ctx, usage.Call{ID: newID(), UserID: u.ID, At: start, Purpose: usage.Answer}))
		_, err := f.db.Writer().ExecContext(ctx, `INSERT INTO ai_calls (user_id, id, at, model, purpose, prompt_tokens, completion_tokens, memories)
			SELECT user_id, id || '-' || n, at, model, purpose, 0, 0, memories FROM ai_calls CROSS JOIN (
				WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < $1) SELECT n FROM counted) AS numbers
			WHERE user_id = $2 AND purpose = 'embedding'`, usage.MostOfPurpose-1, u.ID)
		noError(t, err)
		equal(t, f.rows(t, u.ID, "ai_calls"), usage.MostOfPurpose+1)
		noError(t, f.AddCall(ctx, usage.Call{ID: newID(), UserID: u.ID, At: start, Purpose: usage.Embedding}))
		equal(t, f.rows(t, u.ID, "ai_calls"), usage.MostOfPurpose+1)
		calls, err := f.Calls(ctx, u.ID, "", start, 3*usage.MostOfPurpose)
		noError(t, err)
		equal(t, calls[len(calls)-1].Purpose, usage.Embedding)
		if calls[len(calls)-1].ID == first.ID {
			t.Error("the first call is still there")
		}
	})
}
