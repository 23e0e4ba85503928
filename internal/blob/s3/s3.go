// Package s3 stores blobs as objects of a bucket, at any service that speaks S3.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"engram/internal/blob"
	"engram/internal/filelock"
)

// partSize is the size of the pieces in which large blobs are sent, in bytes: what a Put holds in memory. A blob has 10,000 at most.
const partSize = 8 << 20

// tries is the number of times that a request is sent.
const tries = 3

// Store keeps each blob in the object named by its key, behind a prefix. It is safe for concurrent use by any number of processes;
// Hold holds those of one machine.
type Store struct {
	filelock.Gate
	client *minio.Client
	bucket string
	prefix string // empty, or with a slash at its end
}

var _ blob.Store = (*Store)(nil)

// Open returns a Store at an address that Parse reads, and checks that the bucket is there and may be read; it makes no bucket.
// Its errors say what to correct, without the address's secret. Deletions pass the gate.
func Open(ctx context.Context, address string, g filelock.Gate) (*Store, error) {
	a, err := Parse(address)
	if err != nil {
		return nil, err
	}
	credentials, err := a.credentials()
	if err != nil {
		return nil, err
	}
	client, err := minio.New(a.Host, &minio.Options{
		Creds: credentials, Secure: !a.Plain, Region: a.Region, BucketLookup: a.lookup(), MaxRetries: tries, Transport: newTransport(),
	})
	if err != nil {
		return nil, fmt.Errorf("blob/s3: %w", err)
	}
	s := &Store{Gate: g, client: client, bucket: a.Bucket}
	if a.Prefix != "" {
		s.prefix = a.Prefix + "/"
	}
	if _, err := (minio.Core{Client: client}).ListObjectsV2(a.Bucket, s.prefix, "", "", "", 1); err != nil {
		return nil, fmt.Errorf("blob/s3: %s: %w", a.Host, explain(err))
	}
	return s, nil
}

// newTransport returns a transport that notices a service which hangs.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is one
	t.DialContext = (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext
	t.TLSHandshakeTimeout, t.ResponseHeaderTimeout = 5*time.Second, 10*time.Second
	t.MaxIdleConnsPerHost, t.DisableCompression = 64, true
	return t
}

// Put implements blob.Store. An object appears when all of it is there.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := blob.Check(key); err != nil {
		return 0, err
	}
	given := blob.NewReader(ctx, r)
	size, err := s.send(ctx, key, given)
	if err == nil {
		return size, nil
	}
	if cause := errors.Join(given.Err(), ctx.Err()); cause != nil {
		err = cause
	} else {
		err = unavailable(err)
	}
	return 0, fmt.Errorf("blob/s3: put %s: %w", key, err)
}

// send sends what fits into a part at once, since a request is cheaper than the three of an upload in parts.
func (s *Store) send(ctx context.Context, key string, r io.Reader) (int64, error) {
	options := minio.PutObjectOptions{PartSize: partSize, ContentType: "application/octet-stream"}
	var first bytes.Buffer
	n, err := io.Copy(&first, io.LimitReader(r, partSize))
	if err != nil {
		return 0, err
	}
	if n < partSize {
		// From a Reader, since what can be read again is sent again after an error of the service.
		_, err := s.client.PutObject(ctx, s.bucket, s.prefix+key, bytes.NewReader(first.Bytes()), n, options)
		return n, err
	}
	sent, err := s.client.PutObject(ctx, s.bucket, s.prefix+key, io.MultiReader(&first, r), -1, options)
	return sent.Size, err
}

// Open implements blob.Store. What is read later is of the same version, or fails.
func (s *Store) Open(ctx context.Context, key string) (*blob.Object, error) {
	if err := errors.Join(blob.Check(key), ctx.Err()); err != nil {
		return nil, err
	}
	body, about, err := s.get(ctx, key, "", 0)
	if isAbsent(err) {
		return nil, blob.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("blob/s3: open %s: %w", key, unavailable(err))
	}
	o := &object{ctx: ctx, s: s, key: key, tag: about.ETag, size: about.Size, body: body}
	return &blob.Object{ReadSeekCloser: o, Size: about.Size, Modified: about.LastModified}, nil
}

// Delete implements blob.Store.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := errors.Join(blob.Check(key), ctx.Err()); err != nil {
		return err
	}
	shared, err := s.Pass()
	if errors.Is(err, filelock.ErrLocked) {
		return blob.ErrHeld
	}
	if err != nil {
		return fmt.Errorf("blob/s3: delete %s: %w", key, err)
	}
	defer shared.Close()
	if err := s.client.RemoveObject(ctx, s.bucket, s.prefix+key, minio.RemoveObjectOptions{}); err != nil && !isAbsent(err) {
		return fmt.Errorf("blob/s3: delete %s: %w", key, unavailable(err))
	}
	return nil
}

// Close implements io.Closer. There is nothing to close.
func (s *Store) Close() error { return nil }

// List implements blob.Store. It skips objects with other names.
func (s *Store) List(ctx context.Context, yield func(blob.Info) error) error {
	return s.list(ctx, s.prefix, yield)
}

// ListIn is List for a folder, which need not exist.
func (s *Store) ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error {
	return s.list(ctx, s.prefix+strings.TrimSuffix(folder, "/")+"/", yield)
}

func (s *Store) list(ctx context.Context, prefix string, yield func(blob.Info) error) error {
	for o := range s.client.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if err := errors.Join(ctx.Err(), o.Err); err != nil {
			return fmt.Errorf("blob/s3: list: %w", unavailable(err))
		}
		key := strings.TrimPrefix(o.Key, s.prefix)
		if !blob.ValidKey(key) {
			continue
		}
		if err := yield(blob.Info{Key: key, Size: o.Size, Modified: o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}
