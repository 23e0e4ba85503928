package embed

import (
	"context"
	"errors"
)

// maxLine is how many passages may stand in a line, the one that is read among them. When notes come faster than they are
// read, as in an import, those that find it full are saved at once and read behind: all would wait for the reader otherwise.
const maxLine = 3

var errLineFull = errors.New("embed: too many passages are being saved")

// line lets passages that are being saved be read one at a time: who has stood in it longest comes next.
type line struct {
	room chan struct{} // holds a token for each passage in the line
	turn chan struct{} // holds a token while a passage is read
	gate Gate          // those within stand in the line or are read
}

func newLine() line {
	return line{room: make(chan struct{}, maxLine), turn: make(chan struct{}, 1)}
}

// wait returns when it is the caller's turn, which ends with leave, and an error when the line is full, when ctx ends or
// after lineTime.
func (l *line) wait(ctx context.Context) (leave func(), err error) {
	select {
	case l.room <- struct{}{}:
	default:
		return nil, errLineFull
	}
	ctx, cancel := context.WithTimeout(ctx, lineTime)
	defer cancel()
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; <-l.room }, nil
	case <-ctx.Done():
		<-l.room
		return nil, ctx.Err()
	}
}
