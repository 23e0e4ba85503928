package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/minio/minio-go/v7"
)

// object reads one version of an object. A place that was sought is asked for when it is read.
type object struct {
	ctx  context.Context
	s    *Store
	key  string
	tag  string // of the version
	size int64
	at   int64         // what is read next
	body io.ReadCloser // from place on; nil: none
	from int64
}

// get asks for the object from a place on: of any version when the tag is empty.
func (s *Store) get(ctx context.Context, key, tag string, from int64) (io.ReadCloser, minio.ObjectInfo, error) {
	var options minio.GetObjectOptions
	if from > 0 {
		if err := options.SetRange(from, 0); err != nil {
			return nil, minio.ObjectInfo{}, err
		}
	}
	if tag != "" {
		if err := options.SetMatchETag(tag); err != nil {
			return nil, minio.ObjectInfo{}, err
		}
	}
	body, about, _, err := minio.Core{Client: s.client}.GetObject(ctx, s.bucket, s.prefix+key, options)
	return body, about, err
}

func (o *object) Read(p []byte) (int, error) {
	if o.s == nil {
		return 0, fs.ErrClosed
	}
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body != nil && o.from != o.at {
		_ = o.body.Close() // of another place
		o.body = nil
	}
	if o.body == nil {
		body, _, err := o.s.get(o.ctx, o.key, o.tag, o.at)
		if err != nil {
			return 0, fmt.Errorf("blob/s3: read %s: %w", o.key, unavailable(err))
		}
		o.body, o.from = body, o.at
	}
	n, err := o.body.Read(p)
	o.at += int64(n)
	o.from = o.at
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF // the connection ended
	}
	return n, err
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("blob/s3: seek %s: before its beginning", o.key)
	}
	o.at = offset
	return offset, nil
}

func (o *object) Close() error {
	if o.s == nil {
		return fs.ErrClosed
	}
	o.s = nil
	if o.body == nil {
		return nil
	}
	return o.body.Close()
}
