package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
	"engram/internal/upload"
)

// conform runs the suite on new databases from newDatabase.
func conform(t *testing.T, newDatabase func(testing.TB) string) {
	parts := []struct {
		title string
		check func(*testing.T, *fixture)
	}{
		{"accounts", testAccounts},
		{"sessions", testSessions},
		{"tokens", testTokens},
		{"kept answers", testKeptAnswers},
		{"attempts", testAttempts},
		{"grants", testGrants},
		{"admission", testAdmission},
		{"administration", testAdministration},
		{"deleting accounts", testDeletion},
		{"what happened", testAudit},
		{"adding", testAdding},
		{"listing", testListing},
		{"filters", testFilters},
		{"fresh filters", testFreshFilters},
		{"kept filters", testKeptFilters},
		{"deleting", testDeleting},
		{"the trash", testTrash},
		{"editing", testEditing},
		{"rewriting", testRewriting},
		{"tags", testTags},
		{"bulk", testBulk},
		{"capturing", testCapturing},
		{"documents", testDocuments},
		{"likenesses", testLikenesses},
		{"files", testFiles},
		{"imports", testImports},
		{"the feed", testFeed},
		{"tweets", testTweets},
		{"uploads", testUploads},
		{"the waitlist", testWaitlist},
		{"billing", testBilling},
		{"reconciling", testReconciling},
		{"checkouts", testCheckouts},
		{"test checkouts", testTestCheckouts},
		{"counters", testCounters},
		{"races", testRaces},
		{"strangers", testStrangers},
		{"the log", testLog},
		{"embedding", testEmbedding},
		{"progress", testProgress},
		{"text", testText},
		{"agreement", testAgreement},
		{"conversations", testConversations},
		{"withdrawing", testWithdrawing},
		{"terms of conversations", testTerms},
		{"highlights", testHighlights},
		{"entries", testEntries},
		{"exports", testExports},
		{"round trips", testRoundTrips},
		{"reviews", testReviews},
		{"usage", testUsage},
		{"watched files", testWatched},
		{"snapshots", testSnapshots},
		{"following", testFollowing},
		{"webhooks", testWebhooks},
		{"mails", testMails},
		{"schema", testSchema},
	}
	for _, part := range parts {
		t.Run(part.title, func(t *testing.T) { part.check(t, newFixture(t, newDatabase(t))) })
	}
}

// fixture is a store on its own database, with an inspectable queue.
type fixture struct {
	storetest.Stores
	// node is a second store on the same database, as in another process.
	node    storetest.Stores
	db      *store.DB
	nodeDB  *store.DB
	jobs    *storetest.Jobs
	changed func(userID string) // if set, called by the store after a change
}

func newFixture(t *testing.T, address string) *fixture {
	t.Helper()
	db, other := storetest.Open(t, address), storetest.Open(t, address)
	jobs := storetest.NewJobs(t, db)
	f := &fixture{node: storetest.New(other, jobs, memories.Hooks{}), db: db, nodeDB: other, jobs: jobs}
	f.Stores = storetest.New(db, jobs, memories.Hooks{Changed: func(userID string) {
		if f.changed != nil {
			f.changed(userID)
		}
	}})
	return f
}

// SaveCapture stores the result of a run that began just now.
func (f *fixture) SaveCapture(ctx context.Context, r capture.Result) error {
	return saveCapture(ctx, f.Stores, r)
}

func saveCapture(ctx context.Context, s storetest.Stores, r capture.Result) (err error) {
	if _, r.Run, err = s.Open(ctx, r.Memory.UserID, r.Memory.ID); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	return s.SaveCapture(ctx, r)
}

// saveUnlessOvertaken is SaveCapture among concurrent captures.
func saveUnlessOvertaken(ctx context.Context, s storetest.Stores, r capture.Result) error {
	if err := saveCapture(ctx, s, r); !errors.Is(err, capture.ErrOvertaken) {
		return err
	}
	return nil
}

// either alternates between this store and the other node's.
func (f *fixture) either(i int) storetest.Stores {
	if i%2 == 0 {
		return f.Stores
	}
	return f.node
}

// start is the time of creation of the suite's rows.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// unlimited has no limits.
var unlimited = plan.Table{}

var usersMade atomic.Int64

// newUser creates a free user with a session whose token hash is "first".
func (f *fixture) newUser(t testing.TB) account.User {
	t.Helper()
	u := account.User{ID: newID(), Username: letters(usersMade.Add(1)), Plan: plan.Free, Role: account.Member, CreatedAt: start}
	session := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte("first"), LastUsed: start}
	noError(t, f.CreateUser(context.Background(), u, "hash", session))
	return u
}

// newDocument returns a document that is not yet added; its upload is.
func (f *fixture) newDocument(t testing.TB, userID string) memory.Memory {
	t.Helper()
	u := upload.Upload{ID: newID(), UserID: userID, Name: "report.pdf", CreatedAt: start}
	noError(t, f.AddUpload(context.Background(), u, 0))
	m := newMemory(userID, memory.Document)
	m.UploadID, m.Title, m.URL = u.ID, u.Name, ""
	return m
}

// add adds a memory of that kind with passages.
func (f *fixture) add(t testing.TB, userID string, kind memory.Kind, passages int) memory.Memory {
	t.Helper()
	m := newMemory(userID, kind)
	if kind == memory.Document {
		m = f.newDocument(t, userID)
	}
	noError(t, f.Add(context.Background(), m, newPassages(passages), unlimited))
	return m
}

// newMemory returns a memory with every field set except the upload.
func newMemory(userID string, kind memory.Kind) memory.Memory {
	id := newID()
	return memory.Memory{
		ID: id, Place: id, UserID: userID, Kind: kind, Title: "A title", Description: "What it says", URL: "https://www.example.com/a",
		ImageKey: "images/" + newID() + ".jpg", ImageWidth: 800, ImageHeight: 533, Site: "Example", Author: "Ann Author", Status: memory.Ready,
		Canonical: "https://www.example.com/a/", Language: "en", PublishedAt: start.Add(-time.Hour), Duration: 90 * time.Second, Pages: 3, CapturedAt: start,
		Tags: []string{"one", "two words"}, CreatedAt: start,
	}
}

func newPassages(n int) []memory.Passage {
	passages := make([]memory.Passage, n)
	for i := range passages {
		passages[i] = memory.Passage{Ord: i, Text: "passage " + letters(int64(i)), Page: 1 + i, Second: 2 * i, Offset: 100 * i}
	}
	return passages
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// letters writes n in base 26, since names have letters only.
func letters(n int64) string {
	var b strings.Builder
	b.WriteByte('U')
	for ; n > 0; n /= 26 {
		b.WriteByte(byte('a' + n%26))
	}
	return b.String()
}

// race runs do n times concurrently and counts successes and faults of the kind lost. Any other
// error fails the test.
func race(t *testing.T, n int, lost fault.Kind, do func(i int) error) (won, refused int) {
	t.Helper()
	results := make([]error, n)
	gate := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-gate
			results[i] = do(i)
		})
	}
	close(gate)
	wg.Wait()
	for _, err := range results {
		switch {
		case err == nil:
			won++
		case fault.KindOf(err) == lost:
			refused++
		default:
			t.Error(err)
		}
	}
	return won, refused
}
