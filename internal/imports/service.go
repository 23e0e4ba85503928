package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/following"
	"engram/internal/importer"
	"engram/internal/imports/slots"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

const (
	maxUnderWay = 5   // imports of one user that are not over
	maxListed   = 100 // imports of one user
	keptFor     = 3 * 24 * time.Hour
)

// Files reads the files of other programs.
type Files interface {
	// Detect returns the format of a file by its content; importer.ErrUnknown if it has none.
	Detect(ctx context.Context, src importer.Source) (importer.Format, error)
	// Read calls yield with every entry of a file, in the same order every time, until it fails.
	Read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) error
}

// Captures makes the text of memories of what came with them.
type Captures interface {
	// Given reads a page; fault.Invalid if it can't be read.
	Given(ctx context.Context, m memory.Memory, page io.Reader) (capture.Result, error)
	// Told takes a text.
	Told(ctx context.Context, m memory.Memory, text string) capture.Result
	// Kept stores a picture that comes from another Engram, and returns its size; fault.Invalid for
	// anything else.
	Kept(ctx context.Context, key string, picture io.Reader) (width, height int, err error)
}

// Feeds makes the feeds that users follow.
type Feeds interface {
	// Draft returns a feed as a user is to follow it; fault.Invalid for an address that is none.
	Draft(userID, address, title string, tags []string) (following.Feed, error)
	// DraftOf is Draft for a feed as it was in another Engram.
	DraftOf(userID string, was following.Feed, paused bool) (following.Feed, error)
	// Wake has feeds that were never read be read.
	Wake()
}

// Queue is the queue of captures.
type Queue interface {
	// Behind returns the number of released captures that are not done.
	Behind(ctx context.Context) (int, error)
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store    Store
	Blobs    blob.Store
	Files    Files
	Captures Captures
	Feeds    Feeds
	Queue    Queue // nil: this process releases no captures
	Plans    plan.Table
	MaxBytes int64                         // of a file; 0: any
	MaxFile  int64                         // of a file within it; 0: any
	Runner   string                        // names this process
	Changed  func(userID, importID string) // called after each change; nil: not
	Log      *slog.Logger
	Now      func() time.Time
}

// Service takes over files. It is safe for concurrent use.
type Service struct {
	parts Parts
	work  *slots.Slots
	began time.Time
}

// New returns a Service.
func New(p Parts) *Service {
	s := &Service{parts: p, work: slots.New()}
	s.began = s.now()
	return s
}

// Receive stores a file, whose preview is then made. fault.TooLarge over the limit, fault.Unsupported
// for an unknown format, fault.Limit if the user has too many imports that are not over.
func (s *Service) Receive(ctx context.Context, userID, name string, r io.Reader) (Import, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Import{}, err
	}
	i := Import{
		ID: id.String(), UserID: userID, Name: upload.SafeName(name, "file"), Status: Receiving, HasFile: true, CreatedAt: s.now(), Runner: s.parts.Runner, BeatAt: s.now(),
	}
	// The row comes first: after a crash the sweep finds the file by it.
	if err := s.parts.Store.AddImport(ctx, i, maxUnderWay); err != nil {
		return i, err
	}
	stop := s.keepBeating(ctx, i)
	size, format, err := s.store(ctx, i, r)
	stop()
	if err != nil {
		ctx := context.WithoutCancel(ctx)
		_, errEnd := s.fail(ctx, i, "It did not arrive.")
		return i, errors.Join(err, errEnd, s.parts.Store.DropImport(ctx, userID, i.ID))
	}
	i, err = s.change(ctx, userID, i.ID, func(i Import) (Import, error) {
		i.Status, i.Size, i.Format = Reading, size, format.Name
		return i, nil
	})
	s.work.Wake()
	return i, err
}

// store stores the file and returns its size and format.
func (s *Service) store(ctx context.Context, i Import, r io.Reader) (int64, importer.Format, error) {
	size, err := s.parts.Blobs.Put(ctx, i.BlobKey(), &limited{r: r, left: s.parts.MaxBytes, unlimited: s.parts.MaxBytes == 0})
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.TooLarge {
		err = fault.New(fault.TooLarge, fmt.Sprintf("The file is larger than %d MB, the most that is taken over at once", s.parts.MaxBytes>>20))
	}
	if err != nil {
		return 0, importer.Format{}, err
	}
	src, err := s.open(ctx, i)
	if err != nil {
		return 0, importer.Format{}, err
	}
	defer src.close()
	format, err := s.parts.Files.Detect(ctx, src)
	if errors.Is(err, importer.ErrUnknown) {
		err = unknown(src, i.Name)
	}
	return size, format, err
}

// unknown returns the fault for a file of no format. One that is a memory by itself is added as such.
func unknown(src *source, name string) error {
	message := "This file is of no kind that Engram can read. It reads bookmarks of browsers, and the exports of other programs as they are."
	if kind, err := filetype.Of(io.NewSectionReader(src, 0, src.Size()), name); err == nil && kind != nil {
		message = "This is a single " + kind.Name + " file, and not an export. Add it with Add Memory, or bring a zip of several."
	}
	return fault.New(fault.Unsupported, message)
}

// Get returns an import; fault.NotFound if it is not the user's.
func (s *Service) Get(ctx context.Context, userID, id string) (Import, error) {
	i, err := s.parts.Store.Import(ctx, userID, id)
	if err == nil && i.Status == Receiving {
		err = NotFound()
	}
	return i, err
}

// NotFound is the error for an import that is not the user's.
func NotFound() error { return fault.New(fault.NotFound, "Import not found") }

// List returns the user's imports, newest first.
func (s *Service) List(ctx context.Context, userID string) ([]Import, error) {
	return s.parts.Store.Imports(ctx, userID, maxListed)
}

// Notes returns notes of an import after a number, in order; fault.NotFound if it is not the user's.
func (s *Service) Notes(ctx context.Context, userID, id string, after int64, limit int) ([]Note, error) {
	if _, err := s.Get(ctx, userID, id); err != nil {
		return nil, err
	}
	return s.parts.Store.ImportNotes(ctx, userID, id, after, limit)
}

// Start begins to save what a preview showed; fault.Conflict if there is none.
func (s *Service) Start(ctx context.Context, userID, id string) (Import, error) {
	return s.begin(ctx, userID, id, func(i Import) (Import, error) {
		switch i.Status {
		case Ready:
		case Reading:
			return i, fault.New(fault.Conflict, "The file is still being read. Start it when its preview is there.")
		default:
			return i, fault.New(fault.Conflict, "This import was started already")
		}
		i.Status, i.Message, i.Existing = Running, "", 0
		return i, nil
	})
}

// Retry tries again what failed, and fetches again what could not be fetched; fault.Conflict if nothing can be tried.
func (s *Service) Retry(ctx context.Context, userID, id string) (Import, error) {
	i, err := s.begin(ctx, userID, id, func(i Import) (Import, error) {
		if !i.Retryable() {
			return i, fault.New(fault.Conflict, "There is nothing to try again: the file is kept for three days while something failed")
		}
		if !i.resumable() {
			return i, nil
		}
		if i.Status == Done || i.Position >= i.Found { // else the rest comes first
			i.Retrying, i.Position, i.Attempt = true, 0, i.Attempt+1
		}
		i.Status, i.Message, i.FinishedAt = Running, "", time.Time{}
		return i, nil
	})
	if err != nil || i.Unfetched == 0 {
		return i, err
	}
	if err := s.parts.Store.FetchAgain(ctx, userID, id); err != nil {
		return i, err
	}
	return s.Get(ctx, userID, id)
}

// Undo removes the memories that an import saved and that were not changed since; fault.Conflict if
// there are none, or it goes on.
func (s *Service) Undo(ctx context.Context, userID, id string) (Import, error) {
	return s.begin(ctx, userID, id, func(i Import) (Import, error) {
		switch {
		case i.Status.UnderWay():
			return i, fault.New(fault.Conflict, "Cancel this import before you undo it")
		case !i.Undoable():
			return i, fault.New(fault.Conflict, "There is nothing to undo")
		}
		i.Status, i.Message, i.HasFile, i.FinishedAt = Undoing, "What was saved is being removed", false, time.Time{}
		return i, nil
	})
}

// begin changes an import to a state in which it is worked on.
func (s *Service) begin(ctx context.Context, userID, id string, change func(Import) (Import, error)) (Import, error) {
	i, err := s.change(ctx, userID, id, func(i Import) (Import, error) {
		if i.Status == Receiving {
			return i, NotFound()
		}
		i.Runner, i.BeatAt = s.parts.Runner, s.now()
		return change(i)
	})
	if err == nil {
		s.work.Wake()
	}
	return i, err
}

// Cancel ends an import. What it saved stays; fault.Conflict if it is over.
func (s *Service) Cancel(ctx context.Context, userID, id string) (Import, error) {
	defer s.work.Stop(id)
	return s.change(ctx, userID, id, func(i Import) (Import, error) {
		switch i.Status {
		case Receiving:
			return i, NotFound()
		case Reading, Ready, Running:
			if i.Retrying {
				i.Position = i.Found // as it was before
			}
			return s.ended(i, Cancelled, ""), nil
		case Undoing:
			return s.ended(i, Done, fmt.Sprintf("The undo was stopped: %d memories are left.", i.Items)), nil
		}
		return i, fault.New(fault.Conflict, "This import is over already")
	})
}

// Forget removes an import with its file; what it saved stays. fault.Conflict while it goes on.
func (s *Service) Forget(ctx context.Context, userID, id string) error {
	if _, err := s.Get(ctx, userID, id); err != nil {
		return err
	}
	if err := s.parts.Store.DropImport(ctx, userID, id); err != nil {
		return err
	}
	s.announce(userID, id)
	return nil
}

// fail ends an import; ErrOvertaken unless it is as it was, with this process or as it was before.
func (s *Service) fail(ctx context.Context, i Import, message string) (Import, error) {
	return s.change(ctx, i.UserID, i.ID, func(now Import) (Import, error) {
		if now.Status != i.Status || now.Runner != i.Runner && now.Runner != s.parts.Runner {
			return now, ErrOvertaken
		}
		return s.ended(now, Failed, message), nil
	})
}

// ended returns an import that is over. Its file goes, unless something of it can be tried again.
func (s *Service) ended(i Import, status Status, message string) Import {
	i.Status, i.Message, i.FinishedAt, i.Retrying = status, message, s.now(), i.Retrying && status == Failed
	i.HasFile = i.resumable()
	return i
}

func (s *Service) change(ctx context.Context, userID, id string, change func(Import) (Import, error)) (Import, error) {
	i, err := s.parts.Store.ChangeImport(ctx, userID, id, change)
	if err == nil {
		s.announce(userID, id)
	}
	return i, err
}

func (s *Service) announce(userID, id string) {
	if s.parts.Changed != nil {
		s.parts.Changed(userID, id)
	}
}

// now has the precision of the database.
func (s *Service) now() time.Time { return s.parts.Now().UTC().Truncate(time.Millisecond) }
