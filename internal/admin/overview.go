package admin

import "context"

// mostFailures bounds the jobs and reasons in an overview.
const mostFailures = 50

// Overview is the state of this Engram.
type Overview struct {
	Version  string
	Database int64     // bytes
	Free     int64     // bytes
	Waiting  int       // jobs to be done
	Failed   []Job     // the latest first
	Failures []Failure // of captures, the most frequent first
}

// Overview tells how this Engram is.
func (s *Service) Overview(ctx context.Context) (o Overview, err error) {
	o.Version, o.Free = s.Version, s.Free()
	if o.Database, err = s.Store.Size(ctx); err != nil {
		return o, err
	}
	if o.Waiting, err = s.Queue.Waiting(ctx); err != nil {
		return o, err
	}
	if o.Failed, err = s.Queue.Failed(ctx, mostFailures); err != nil {
		return o, err
	}
	o.Failures, err = s.Store.Failures(ctx, mostFailures)
	return o, err
}

// Retry has a failed job done now.
func (s *Service) Retry(ctx context.Context, id int64) error { return s.Queue.Retry(ctx, id) }
