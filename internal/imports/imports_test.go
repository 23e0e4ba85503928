package imports

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/importer"
	"engram/internal/portable"
	"engram/internal/upload"
)

func TestWhatCanBeDone(t *testing.T) {
	for title, test := range map[string]struct {
		of                  Import
		undoable, retryable bool
	}{
		"it runs":                                {Import{Status: Running, Items: 3, Again: 1, HasFile: true}, false, false},
		"it is done":                             {Import{Status: Done, Items: 3, HasFile: false}, true, false},
		"it saved nothing":                       {Import{Status: Done}, false, false},
		"some failed that can be tried again":    {Import{Status: Done, Items: 3, Again: 1, HasFile: true}, true, true},
		"the file is gone":                       {Import{Status: Done, Items: 3, Again: 1}, true, false},
		"pages could not be fetched":             {Import{Status: Done, Items: 3, Unfetched: 1}, true, true},
		"pages of what goes on were not fetched": {Import{Status: Running, Items: 3, Unfetched: 1}, false, false},
		"it ended early by a fault of ours":      {Import{Status: Failed, Preview: &Preview{}, HasFile: true, Tally: Tally{Found: 9, Position: 4}}, false, true},
		"its file could not be read":             {Import{Status: Failed, HasFile: true}, false, false},
		"it was cancelled, and nothing failed":   {Import{Status: Cancelled, Items: 1, HasFile: true, Tally: Tally{Found: 9, Position: 4}}, true, false},
		"what it saved is being removed already": {Import{Status: Undoing, Items: 3}, false, false},
	} {
		if test.of.Undoable() != test.undoable || test.of.Retryable() != test.retryable {
			t.Errorf("%s: undoable %v, retryable %v", title, test.of.Undoable(), test.of.Retryable())
		}
	}
}

func TestUsersTakeTurns(t *testing.T) {
	var order []string
	for _, i := range inTurn([]Import{{ID: "1", UserID: "ann"}, {ID: "2", UserID: "ann"}, {ID: "3", UserID: "bob"}}) {
		order = append(order, i.ID)
	}
	if got := strings.Join(order, ""); got != "132" {
		t.Error(got)
	}
}

// TestWhatAnEndedProcessWasReceivingIsDropped starts a process of the same name as one that was killed.
func TestWhatAnEndedProcessWasReceivingIsDropped(t *testing.T) {
	for title, test := range map[string]struct {
		runner  string
		began   time.Duration // against the start of this process
		dropped bool
	}{
		"killed": {"server", -time.Minute, true}, "another process": {"command 1", -time.Minute, false}, "this one": {"server", time.Minute, false},
	} {
		i := Import{ID: newID(), UserID: newID(), Status: Receiving, Runner: test.runner, BeatAt: time.Now().Add(test.began), HasFile: true}
		s, store := newService(t, i, fakeFiles{})
		s.parts.Runner = "server"
		if err := s.sweep(t.Context()); err != nil || store.dropped != test.dropped {
			t.Errorf("%s: dropped %v, %v", title, store.dropped, err)
		}
	}
}

// TestWhatAKilledCommandWasReceivingIsDropped looks for work while files arrive at other processes.
func TestWhatAKilledCommandWasReceivingIsDropped(t *testing.T) {
	for heard, dropped := range map[time.Duration]bool{time.Minute: false, receivingLease + time.Minute: true} {
		i := Import{ID: newID(), UserID: newID(), Status: Receiving, Runner: "command 1", BeatAt: time.Now().Add(-heard), HasFile: true}
		s, store := newService(t, i, fakeFiles{})
		s.parts.Runner = "server"
		var running sync.WaitGroup
		if err := s.dispatch(t.Context(), &running); err != nil || store.dropped != dropped {
			t.Errorf("heard of %v ago: dropped %v, %v", heard, store.dropped, err)
		}
	}
}

// TestASingleDocumentIsAddedElsewhere brings files that are no exports.
func TestASingleDocumentIsAddedElsewhere(t *testing.T) {
	for content, want := range map[string]string{"%PDF-1.7": "a single PDF file", "# Herons": "a single Markdown file", "\x00\x01": "of no kind that Engram can read"} {
		s, store := newService(t, Import{ID: newID(), UserID: newID()}, fakeFiles{unknown: true})
		_, err := s.Receive(t.Context(), store.one.UserID, "notes.md", strings.NewReader(content))
		if fault.KindOf(err) != fault.Unsupported || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// aNote is an entry of a file.
func aNote(text string) importer.Entry {
	return importer.Entry{Item: &importer.Item{Kind: importer.KindNote, Text: text}}
}

// TestAPanicOfAReaderEndsItsImport has a reader fail as no reader should, in both runs over a file.
func TestAPanicOfAReaderEndsItsImport(t *testing.T) {
	files := fakeFiles{entries: []importer.Entry{aNote("first"), aNote("second")}, after: func() error { panic("broken") }}
	for _, status := range []Status{Reading, Running} {
		s, store := newService(t, Import{ID: newID(), UserID: newID(), Status: status, Runner: "r", BeatAt: time.Now(), HasFile: true}, files)
		var running sync.WaitGroup
		if err := s.dispatch(t.Context(), &running); err != nil {
			t.Fatal(err)
		}
		running.Wait()
		if i := store.one; i.Status != Failed || !strings.Contains(i.Message, "at entry 3") {
			t.Errorf("%s: it is %s: %s", status, i.Status, i.Message)
		}
		if status == Running && store.one.Position != 2 {
			t.Errorf("of the two entries before %d are saved", store.one.Position)
		}
	}
}

// TestAPanicAtAnEntryIsANote has the text of one entry fail as none should.
func TestAPanicAtAnEntryIsANote(t *testing.T) {
	broken := importer.Entry{Item: &importer.Item{Kind: importer.KindDocument, Title: "Broken", File: func() (io.ReadCloser, error) { panic("broken") }}}
	s, store := newService(t, Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true},
		fakeFiles{entries: []importer.Entry{aNote("first"), broken, aNote("last")}})
	if i, err := s.Work(t.Context(), store.one.UserID, store.one.ID); err != nil || i.Status != Done {
		t.Fatalf("it is %s, %v", i.Status, err)
	}
	b := store.batches[0]
	if len(b.Drafts) != 2 || b.Failed != 1 || len(b.Notes) != 1 || b.Notes[0].Item != "Broken" || b.Notes[0].Entry != 1 {
		t.Errorf("drafts %v, notes %+v", b.Drafts, b.Notes)
	}
}

// picture returns a file of an archive, a picture of this width.
func picture(name string, width int) importer.File {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 1))) // into memory
	return importer.File{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil }}
}

// TestWhatDiffersHasAKeyOfItsOwn takes over notes and documents that differ in one thing each, and looks at them again.
func TestWhatDiffersHasAKeyOfItsOwn(t *testing.T) {
	note := func(address string, files ...importer.File) importer.Entry {
		return importer.Entry{Item: &importer.Item{Kind: importer.KindNote, Text: "Text", URL: address, Attachments: files}}
	}
	document := func(width int) importer.Entry {
		file := picture("", width)
		return importer.Entry{Item: &importer.Item{Kind: importer.KindDocument, FileName: "a.png", File: file.Open}}
	}
	long := func(width int) importer.Entry {
		e := document(1)
		e.Item.Attachments = []importer.File{picture("b.png", width)}
		return e
	}
	files := fakeFiles{entries: []importer.Entry{
		note(""), note("https://a.example/1"), note("https://a.example/2"), document(1), document(2),
		note("", picture("a.png", 1)), note("", picture("a.png", 2)), note("", picture("b.png", 1)), note("", picture("a.png", 1), picture("b.png", 1)), long(3), long(4),
	}}
	one := Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true}
	s, store := newService(t, one, files)
	if i, err := s.Work(t.Context(), one.UserID, one.ID); err != nil || i.Status != Done {
		t.Fatalf("it is %s, %v", i.Status, err)
	}
	keys := map[Key]bool{}
	for _, d := range store.drafts() {
		keys[d.Key] = true
	}
	if last := store.drafts()[10]; len(last.Uploads) != 2 || last.Uploads[0].ID == last.Uploads[1].ID || last.Uploads[0].ID != last.Result.Memory.UploadID {
		t.Errorf("a long note has the files %v", last.Uploads)
	}
	if len(keys) != len(files.entries) || keys[Key{}] {
		t.Errorf("%d entries have the keys %v", len(files.entries), keys)
	}
	for _, test := range []struct {
		saved                      map[Key]bool
		existing, fresh, documents int
		merged                     int
	}{{nil, 0, 11, 4, 11}, {keys, 22, 0, 0, 0}} {
		one.Status = Reading
		files.entries = append(files.entries, files.entries...)[:2*11]
		s, store := newService(t, one, files)
		store.saved = test.saved
		i, err := s.Work(t.Context(), one.UserID, one.ID)
		if err != nil || i.Existing != test.existing || i.Preview.New != test.fresh || i.Preview.NewDocuments != test.documents || i.Preview.Merged != test.merged {
			t.Errorf("%d exist, preview %+v, %v", i.Existing, i.Preview, err)
		}
	}
}

// TestThePreviewCountsAsTheResult looks at books that are there, and what of them has grown.
func TestThePreviewCountsAsTheResult(t *testing.T) {
	for title, c := range map[string]struct {
		now              importer.Entry
		existing, merged int
	}{
		"as it was":               {book("Tea is old."), 1, 0},
		"with a passage more":     {book("Tea is old.", "It is green."), 0, 1},
		"with a remark":           {book("Tea is old./Indeed"), 0, 1},
		"with less":               {book(), 1, 0},
		"of which nothing is had": {book("It is green."), 0, 1},
	} {
		had := drafted(t, book("Tea is old."))[0]
		one := Import{ID: newID(), UserID: newID(), Status: Reading, Runner: "r", BeatAt: time.Now(), HasFile: true}
		s, store := newService(t, one, fakeFiles{entries: []importer.Entry{c.now}})
		store.saved, store.held = map[Key]bool{had.Key: true}, had
		i, err := s.Work(t.Context(), one.UserID, one.ID)
		if err != nil || i.Existing != c.existing || i.Preview.Merged != c.merged || i.Preview.New != 0 {
			t.Errorf("%s: %d exist, preview %+v, %v", title, i.Existing, i.Preview, err)
		}
	}
}

// TestDocumentsAreKnownByTheirFiles takes over a file, and one of another Engram, where documents were uploaded.
func TestDocumentsAreKnownByTheirFiles(t *testing.T) {
	here, gone, file := upload.Upload{ID: newID(), UserID: newID()}, upload.Upload{ID: newID(), UserID: newID()}, picture("a.png", 1)
	entries := []importer.Entry{
		{Item: &importer.Item{Kind: importer.KindDocument, FileName: "a.png", File: file.Open}},
		{Item: &importer.Item{Kind: importer.KindDocument, FileName: "a.png", File: file.Open, Own: &importer.Own{
			Memory: portable.Memory{
				ID: newID(), Kind: "document", CreatedAt: time.UnixMilli(1_700_000_000_000), Upload: "f", Files: []portable.Upload{{ID: "f", Name: "a.png", Path: "files/a.png"}},
			},
			Within: func(string) importer.Open { return file.Open },
		}}},
	}
	for _, status := range []Status{Reading, Running} {
		one := Import{ID: newID(), UserID: here.UserID, Status: status, Runner: "r", BeatAt: time.Now(), HasFile: true}
		s, store := newService(t, one, fakeFiles{entries: entries})
		store.unknown = []upload.Upload{here, gone}
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.parts.Blobs.Put(t.Context(), here.BlobKey(), content); err != nil {
			t.Fatal(err)
		}
		store.saved = map[Key]bool{}
		if i, err := s.Work(t.Context(), one.UserID, one.ID); err != nil {
			t.Fatalf("%+v, %v", i, err)
		}
		sum := store.sums[here.ID]
		if len(store.sums) != 1 || !strings.HasPrefix(sum, ChecksumPrefix) {
			t.Errorf("%s: the checksums are %v", status, store.sums)
		}
		for _, d := range store.drafts() {
			if d.Key.Content != sum || d.Uploads[0].Checksum != sum {
				t.Errorf("%s: it has the key %v and the file %v", status, d.Key, d.Uploads[0])
			}
		}
		if status == Running && len(store.drafts()) != 2 {
			t.Errorf("notes: %+v", store.batches[0].Notes)
		}
	}
}

// TestFilesOfARetryAreOthers tries a document again whose file was stored, and is to be removed.
func TestFilesOfARetryAreOthers(t *testing.T) {
	file := picture("", 1)
	one := Import{ID: newID(), UserID: newID(), Status: Done, Runner: "r", BeatAt: time.Now(), HasFile: true, Again: 1, Preview: &Preview{}}
	s, store := newService(t, one, fakeFiles{entries: []importer.Entry{{Item: &importer.Item{Kind: importer.KindDocument, FileName: "a.png", File: file.Open}}}})
	store.failed = []int{0}
	for range 2 {
		if _, err := s.Retry(t.Context(), one.UserID, one.ID); err != nil {
			t.Fatal(err)
		}
		for range 2 { // as after a kill
			if _, err := s.Work(t.Context(), one.UserID, one.ID); err != nil {
				t.Fatal(err)
			}
			store.one.Status, store.one.Position, store.one.HasFile, store.one.Retrying = Running, 0, true, true
		}
		store.one.Status = Done
	}
	var ids []string
	for _, d := range store.drafts() {
		ids = append(ids, d.Uploads[0].ID)
	}
	if len(ids) != 4 || ids[0] != ids[1] || ids[1] == ids[2] || ids[2] != ids[3] {
		t.Errorf("the files are %v", ids)
	}
}

// filling is a Store that takes no more than some blobs.
type filling struct {
	blob.Store
	room int
}

func (f *filling) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if f.room--; f.room < 0 {
		return 0, fault.New(fault.Unavailable, "The disk is away")
	}
	return f.Store.Put(ctx, key, r)
}

// TestFilesOfWhatFailsAreRemoved takes over a note, of which one file can be stored and another can't now.
func TestFilesOfWhatFailsAreRemoved(t *testing.T) {
	one := Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true}
	s, store := newService(t, one, fakeFiles{entries: []importer.Entry{
		{Item: &importer.Item{Kind: importer.KindNote, Text: "Text", Attachments: []importer.File{picture("a.png", 1), picture("b.png", 1)}}},
	}})
	s.parts.Blobs = &filling{Store: s.parts.Blobs, room: 1}
	if _, err := s.Work(t.Context(), one.UserID, one.ID); err != nil {
		t.Fatal(err)
	}
	if b := store.batches[0]; len(b.Unused) != 1 || b.Failed != 1 {
		t.Errorf("unused %v, notes %v", b.Unused, b.Notes)
	}
}

// TestRetryOfTheRest tries imports again that ended with failures, at their end or before it.
func TestRetryOfTheRest(t *testing.T) {
	for title, test := range map[string]struct {
		of       Import
		retrying bool
		position int
	}{
		"what failed of a whole file":                 {Import{Status: Done, Tally: Tally{Found: 9, Position: 9}}, true, 0},
		"what failed and the rest, after a cancel":    {Import{Status: Cancelled, Tally: Tally{Found: 9, Position: 4}}, false, 4},
		"the rest, after a fault of ours":             {Import{Status: Failed, Tally: Tally{Found: 9, Position: 4}}, false, 4},
		"the rest of a retry, after a fault of ours":  {Import{Status: Failed, Retrying: true, Tally: Tally{Found: 9, Position: 4}}, true, 4},
		"what failed, after a retry that was stopped": {Import{Status: Running, Retrying: true, Tally: Tally{Found: 9, Position: 4}}, true, 0},
	} {
		test.of.ID, test.of.UserID, test.of.HasFile, test.of.Again, test.of.Preview = newID(), newID(), true, 1, &Preview{}
		s, store := newService(t, test.of, fakeFiles{})
		if test.of.Status == Running {
			if _, err := s.Cancel(t.Context(), test.of.UserID, test.of.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Retry(t.Context(), test.of.UserID, test.of.ID); err != nil {
			t.Fatal(err)
		}
		if i := store.one; i.Retrying != test.retrying || i.Position != test.position {
			t.Errorf("%s: retrying %v, from %d", title, i.Retrying, i.Position)
		}
	}
}

// TestRetryOfPages fetches again what could not be fetched, which needs no file.
func TestRetryOfPages(t *testing.T) {
	s, store := newService(t, Import{ID: newID(), UserID: newID(), Status: Done, Unfetched: 2, Tally: Tally{Found: 9, Position: 9}}, fakeFiles{})
	i, err := s.Retry(t.Context(), store.one.UserID, store.one.ID)
	if err != nil || i.Status != Done || i.Position != 9 || i.Attempt != 0 || i.Fetching != 2 || i.Retryable() {
		t.Errorf("it is %+v, %v", i, err)
	}
}

// TestWhatGoesOnElsewhereDoesNotFail has an import change while it is worked on, which then fails.
func TestWhatGoesOnElsewhereDoesNotFail(t *testing.T) {
	one := Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true, Preview: &Preview{}}
	for title, change := range map[string]func(*Service, *oneStore) error{
		"it is cancelled": func(s *Service, _ *oneStore) error {
			_, err := s.Cancel(t.Context(), one.UserID, one.ID)
			return err
		},
		"it is cancelled elsewhere": func(_ *Service, store *oneStore) error { store.one.Status = Cancelled; return nil },
		"it is taken over":          func(_ *Service, store *oneStore) error { store.one.Runner = "other"; return nil },
	} {
		var s *Service
		var store *oneStore
		var want Import
		s, store = newService(t, one, fakeFiles{after: func() error {
			if err := change(s, store); err != nil {
				t.Error(err)
			}
			want = store.one
			return fault.New(fault.Invalid, "The file is damaged")
		}})
		var running sync.WaitGroup
		if err := s.dispatch(t.Context(), &running); err != nil {
			t.Fatal(err)
		}
		running.Wait()
		if i := store.one; i.Status != want.Status || i.Message != want.Message || i.Runner != want.Runner {
			t.Errorf("%s: then it is %s: %s", title, i.Status, i.Message)
		}
	}
}

// TestADocumentKeepsItsAddressInItsRemark takes over files that came from pages.
func TestADocumentKeepsItsAddressInItsRemark(t *testing.T) {
	file := picture("", 1)
	for title, test := range map[string]struct {
		remark, want string
		notes        int
	}{
		"without a remark": {"", "What it is\n\nhttps://a.example/a.png", 0}, "with one": {"Mine", "Mine\n\nWhat it is\n\nhttps://a.example/a.png", 0},
		"with one of all room": {strings.Repeat("m", 4000), strings.Repeat("m", 4000), 2},
	} {
		one := Import{ID: newID(), UserID: newID(), Status: Running, Runner: "r", BeatAt: time.Now(), HasFile: true}
		s, store := newService(t, one, fakeFiles{entries: []importer.Entry{{Item: &importer.Item{
			Kind: importer.KindDocument, FileName: "a.png", File: file.Open, URL: "https://a.example/a.png", Description: "What it is", Remark: test.remark,
		}}}})
		if _, err := s.Work(t.Context(), one.UserID, one.ID); err != nil {
			t.Fatal(err)
		}
		if b := store.batches[0]; b.Drafts[0].Result.Memory.Remark != test.want || len(b.Notes) != test.notes {
			t.Errorf("%s: %q, notes %v", title, b.Drafts[0].Result.Memory.Remark, b.Notes)
		}
	}
}

// TestAFileIsKeptForThreeDaysFromTheEnd has an import end long after it began.
func TestAFileIsKeptForThreeDaysFromTheEnd(t *testing.T) {
	for days, kept := range map[int]bool{2: true, 4: false} {
		day := 24 * time.Hour
		s, store := newService(t, Import{
			ID: newID(), UserID: newID(), Status: Done, HasFile: true, CreatedAt: time.Now().Add(-9 * day), FinishedAt: time.Now().Add(-time.Duration(days) * day),
		}, fakeFiles{})
		if err := s.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if store.one.HasFile != kept {
			t.Errorf("after %d days the file is kept: %v", days, store.one.HasFile)
		}
	}
}

func TestFinalErrors(t *testing.T) {
	for _, test := range []struct {
		err   error
		final bool
	}{
		{fault.New(fault.Invalid, "damaged"), true},
		{fault.New(fault.Unavailable, "away"), false},
		{ErrOvertaken, false},
		{errors.New("broken"), false},
		{nil, false},
	} {
		if _, final := finalOf(test.err); final != test.final {
			t.Errorf("%v is final: %v", test.err, final)
		}
	}
}

// seekOnly is a file that is read from one place at a time.
type seekOnly struct{ io.ReadSeeker }

func (seekOnly) Close() error { return nil }

func TestSourceIsReadAnywhere(t *testing.T) {
	s := &source{object: &blob.Object{ReadSeekCloser: seekOnly{strings.NewReader("0123456789")}, Size: 10}}
	for _, test := range []struct {
		at   int64
		n    int
		want string
		err  error
	}{{0, 4, "0123", nil}, {7, 3, "789", nil}, {2, 1, "2", nil}, {8, 5, "89", io.EOF}, {10, 1, "", io.EOF}} {
		p := make([]byte, test.n)
		n, err := s.ReadAt(p, test.at)
		if string(p[:n]) != test.want || !errors.Is(err, test.err) {
			t.Errorf("at %d: %q, %v", test.at, p[:n], err)
		}
	}
}

func TestFileOverItsLimitIsRefused(t *testing.T) {
	for size, tooLarge := range map[int]bool{0: false, 10: false, 11: true} {
		_, err := io.Copy(io.Discard, &limited{r: bytes.NewReader(make([]byte, size)), left: 10})
		if (fault.KindOf(err) == fault.TooLarge) != tooLarge {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	if _, err := io.Copy(io.Discard, &limited{r: bytes.NewReader(make([]byte, 11)), unlimited: true}); err != nil {
		t.Error(err)
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]highlight.Color{"Yellow": highlight.Amber, "": highlight.Amber, "GREEN": highlight.Sage, "blue": highlight.Sky, "pink": highlight.Rose} {
		if got := colorOf(name); got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
	if got := lossOf(importer.Loss{What: "tags", Count: 3, Why: "Too many."}); got != "Left out (tags, 3): Too many." {
		t.Errorf("got %q", got)
	}
	if got := hashed([]string{"to do", "x"}); got != "#to-do #x" {
		t.Errorf("got %q", got)
	}
}
