package imports

import (
	"context"
	"fmt"
	"runtime/debug"

	"engram/internal/fault"
	"engram/internal/importer"
)

// guarded calls do and returns a panic as fault.Invalid with a message: what strangers wrote may reach
// a mistake of ours, or of a library, and must not end the program.
func (s *Service) guarded(message func() string, do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.parts.Log.Error("an import met a fault of ours", "cause", cause, "stack", string(debug.Stack()))
			err = fault.Wrap(fault.Invalid, message(), fmt.Errorf("imports: %v", cause))
		}
	}()
	return do()
}

// read calls yield with every entry of a file, see Files. Its errors say at which entry they stand.
func (s *Service) read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) error {
	n := 0
	return s.guarded(func() string {
		return fmt.Sprintf("Engram failed at entry %d of this file. What stands before it can be kept; please report this", n+1)
	}, func() error {
		return readError(s.parts.Files.Read(ctx, src, func(e importer.Entry) error {
			err := yield(e)
			n++
			return err
		}))
	})
}
