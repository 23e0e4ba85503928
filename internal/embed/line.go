package embed

import "context"

// line lets passages that are being saved be read one at a time: who has stood in it longest comes next.
type line struct {
	turn chan struct{} // holds a token while a passage is read
	gate Gate          // those within stand in the line or are read
}

func newLine() line { return line{turn: make(chan struct{}, 1)} }

// wait returns when it is the caller's turn, which ends with leave, and an error when ctx ends or after lineTime.
func (l *line) wait(ctx context.Context) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, lineTime)
	defer cancel()
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
