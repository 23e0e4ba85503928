package upload

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/plan"
	"engram/internal/quota"
)

const (
	// LinkWindow is the interval at which a document's link changes. A link is valid for one to
	// two.
	LinkWindow = 24 * time.Hour
	// unclaimedFor is the time after which an unclaimed upload is removed.
	unclaimedFor = 24 * time.Hour
	// maxUnclaimed bounds what one user can leave lying about. Six files may upload at the same
	// time.
	maxUnclaimed = 12
	// pathPrefix begins the path of every document's link: prefix + user id + / + upload id + / +
	// name.
	pathPrefix = "/api/files/"
)

// Service keeps uploads.
type Service struct {
	store    Store
	blobs    blob.Store
	quota    *quota.Service
	links    *Links
	maxBytes int64
	now      func() time.Time
}

// New returns a Service that takes files of at most maxBytes; 0 takes any size.
func New(store Store, blobs blob.Store, quota *quota.Service, links *Links, maxBytes int64, now func() time.Time) *Service {
	return &Service{store: store, blobs: blobs, quota: quota, links: links, maxBytes: maxBytes, now: now}
}

// Accept stores a file. It returns fault.Limit if the user's document limit is reached,
// fault.Unsupported for an unknown format, fault.TooLarge over the size limit. A document counts
// once a memory claims it, so an abandoned upload is free.
func (s *Service) Accept(ctx context.Context, userID string, limits plan.Limits, name string, r io.Reader) (Upload, error) {
	allowance, err := s.quota.Documents(ctx, userID, limits)
	if err != nil {
		return Upload{}, err
	}
	if !allowance.Allowed {
		return Upload{}, fault.New(fault.Limit, "Your plan holds no more documents")
	}
	buffered := bufio.NewReaderSize(r, 4096)
	head, err := buffered.Peek(filetype.Head)
	format := filetype.Guess(head, name)
	if format == nil {
		if err != nil && !errors.Is(err, io.EOF) {
			return Upload{}, err
		}
		return Upload{}, unsupported(head)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Upload{}, err
	}
	u := Upload{ID: id.String(), UserID: userID, Name: SafeName(name, "document"+format.Extension), CreatedAt: s.now()}
	// The row comes first: after a crash the sweep finds incomplete files by it.
	if err := s.store.AddUpload(ctx, u, maxUnclaimed); err != nil {
		return Upload{}, err
	}
	if _, err := s.blobs.Put(ctx, u.BlobKey(), &limitReader{r: buffered, left: s.maxBytes, unlimited: s.maxBytes == 0}); err != nil {
		return Upload{}, errors.Join(explain(err), s.store.RemoveUpload(context.WithoutCancel(ctx), userID, u.ID))
	}
	return u, s.check(ctx, u)
}

// check removes a stored upload if its format is not one of those that its beginning promises.
func (s *Service) check(ctx context.Context, u Upload) error {
	object, err := s.blobs.Open(ctx, u.BlobKey())
	if err != nil {
		return explain(err)
	}
	defer object.Close()
	format, err := filetype.Of(object, u.Name)
	if err != nil {
		return explain(err)
	}
	if format != nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(unsupported(nil), s.store.RemoveUpload(ctx, u.UserID, u.ID), s.blobs.Delete(ctx, u.BlobKey()))
}

// unsupported returns the fault for a format that can't be uploaded, by its first bytes.
func unsupported(head []byte) error {
	message := "Only " + filetype.Names("and") + " files can be uploaded"
	if advice := filetype.Advice(head); advice != "" {
		message = advice
	}
	return fault.New(fault.Unsupported, message)
}

// retryAfter is the time until callers of an unavailable blob store try again.
const retryAfter = 10 * time.Second

// explain returns the message for an unavailable blob store.
func explain(err error) error {
	if errors.Is(err, blob.ErrUnavailable) {
		f := fault.Wrap(fault.Unavailable, "Documents can't be stored or opened right now. Please try again later.", err)
		f.RetryAfter = retryAfter
		return f
	}
	return err
}

// limitReader returns an error where io.LimitReader returns EOF, so that a file is refused, not
// truncated.
type limitReader struct {
	r         io.Reader
	left      int64
	unlimited bool
}

func (l *limitReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 && !l.unlimited {
		return 0, fault.New(fault.TooLarge, "The file is too large")
	}
	return n, err
}

// Link returns the path and query that open the upload until they expire or the session ends.
func (s *Service) Link(userID, sessionID, uploadID, name string) string {
	return s.links.Sign(Link{Path: pathPrefix + userID + "/" + uploadID + "/" + name, Session: sessionID, Window: LinkWindow})
}

// Resolve returns the caller's upload for a link, expired or not. It uses only the ID and looks it
// up among the caller's own. The name is fileName made safe, or the upload's.
func (s *Service) Resolve(ctx context.Context, userID, link, fileName string) (id, name string, err error) {
	foreign := fault.New(fault.Invalid, "Please upload the document first")
	parsed, err := url.Parse(strings.TrimSpace(link))
	if err != nil {
		return "", "", foreign
	}
	owner, id, ok := splitPath(parsed.Path)
	if !ok || owner != userID {
		return "", "", foreign
	}
	u, err := s.store.Upload(ctx, userID, id)
	if fault.KindOf(err) == fault.NotFound {
		return "", "", foreign
	}
	if err != nil {
		return "", "", err
	}
	if strings.TrimSpace(fileName) != "" {
		u.Name = SafeName(fileName, u.Name)
	}
	return u.ID, u.Name, nil
}

func splitPath(path string) (userID, uploadID string, ok bool) {
	rest, ok := strings.CutPrefix(path, pathPrefix)
	parts := strings.SplitN(rest, "/", 3)
	if !ok || len(parts) != 3 || uuid.Validate(parts[0]) != nil || uuid.Validate(parts[1]) != nil {
		return "", "", false
	}
	return parts[0], parts[1], true
}

// Open returns the file of a signed link. It returns fault.Forbidden if the signature is invalid or
// expired or its session has ended, fault.NotFound if the document is gone. The caller closes the
// file.
func (s *Service) Open(ctx context.Context, link *url.URL) (File, error) {
	userID, id, ok := splitPath(link.Path)
	if !ok {
		return File{}, fault.New(fault.NotFound, "This document does not exist")
	}
	if err := s.links.Check(ctx, userID, link); err != nil {
		return File{}, err
	}
	return s.OpenOwn(ctx, userID, id)
}

// OpenOwn returns the file of a user's own upload; fault.NotFound if it is gone. The caller closes
// it.
func (s *Service) OpenOwn(ctx context.Context, userID, id string) (File, error) {
	u, err := s.store.Upload(ctx, userID, id)
	if err != nil {
		return File{}, err
	}
	object, err := s.blobs.Open(ctx, u.BlobKey())
	if errors.Is(err, blob.ErrNotFound) {
		return File{}, fault.Wrap(fault.NotFound, "This document does not exist", err)
	}
	if err != nil {
		return File{}, explain(err)
	}
	format, err := filetype.Of(object, u.Name)
	if err != nil {
		object.Close()
		return File{}, explain(err)
	}
	// A damaged file counts as a PDF, once the only format.
	return File{object, u.Name, cmp.Or(format, filetype.PDF)}, nil
}

// Format returns the format of a user's own upload; fault.NotFound if it is gone.
func (s *Service) Format(ctx context.Context, userID, id string) (*filetype.Type, error) {
	file, err := s.OpenOwn(ctx, userID, id)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Type, nil
}

// RemoveUnclaimed removes uploads that no memory claimed within a day.
func (s *Service) RemoveUnclaimed(ctx context.Context) (int, error) {
	return s.store.RemoveUnclaimed(ctx, s.now().Add(-unclaimedFor))
}
