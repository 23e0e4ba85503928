package inbox

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/memory"
)

const (
	maxNote   = 250 << 10 // bytes of a text that is a note; a longer one is a file
	textPart  = 0         // files are the parts from 1 on
	maxListed = 20        // names of files that are left out
)

// Arrived is a mail as it was received.
type Arrived struct {
	Origin email.Origin // its Sender is the one of the envelope, for a mail that names none
	Mail   io.ReadSeeker
	Sum    []byte // SHA-256 of the mail
}

// Deliver saves a mail. When it returns nil, all of it is stored; a mail that comes again is not saved again, and one that
// was interrupted is gone on with. fault.Limit if there is no room, fault.Unavailable or fault.NoRoom if it may be saved
// later, fault.TooLarge for a file that is, fault.Invalid for a mail in which there is nothing to save.
func (s *Service) Deliver(ctx context.Context, to Owner, a Arrived) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.Log.Error("a mail could not be read", "user", to.UserID, "cause", fmt.Sprintf("%T", cause))
			err = fault.New(fault.Invalid, "This mail could not be read")
		}
	}()
	if err := s.arrivals.Try(ctx, to.UserID); fault.KindOf(err) == fault.Limit {
		return fault.New(fault.Limit, "This address had much mail within an hour. Please try again later.")
	} else if err != nil {
		return err
	}
	l, err := read(a.Mail, s.Now())
	if err != nil {
		return err
	}
	d := &delivery{Service: s, to: to, letter: l, mail: a.Mail, of: email.Mail{Key: l.key(a.Sum), Origin: a.Origin}}
	if l.address != "" {
		d.of.Sender = l.address
	}
	if d.done, err = s.Store.Parts(ctx, to.UserID, d.of.Key); err != nil {
		return err
	}
	return d.save(ctx)
}

// delivery is the work of saving a mail.
type delivery struct {
	*Service
	*letter
	to      Owner
	mail    io.ReadSeeker
	of      email.Mail
	done    []int // parts that were saved already
	twice   []int // parts that another delivery of the same mail saved meanwhile
	kept    int   // files that are saved
	leftOut []string
}

func (d *delivery) save(ctx context.Context) error {
	address, beside, isLink := d.link(ctx)
	words := ""
	if !isLink {
		words = d.markdown(ctx)
	}
	for _, f := range d.files {
		if d.MaxFile > 0 && f.size > d.MaxFile {
			return fault.New(fault.TooLarge, fmt.Sprintf("The file %q is larger than the %d MB that a file may have", f.name, d.MaxFile>>20))
		}
	}
	remark := ""
	if !isLink && words == "" {
		remark = d.subject
	}
	if err := d.documents(ctx, remark); err != nil {
		return err
	}
	if isLink {
		return d.address(ctx, address, beside)
	}
	return d.words(ctx, words)
}

// documents saves the files of a mail, which is read once more.
func (d *delivery) documents(ctx context.Context, remark string) error {
	if len(d.files) == 0 {
		return nil
	}
	e, err := begin(d.mail)
	if err != nil {
		return err
	}
	part, leaf := 0, 0
	leaves(e, func(body io.Reader) bool {
		if f := d.files[part]; f.leaf == leaf {
			part++
			if f.isKept() {
				err = d.file(ctx, part, f.name, remark, beginning{body})
			}
		}
		leaf++
		return err == nil && part < len(d.files)
	})
	return err
}

// address saves the link of a mail that is one. A known one is saved again only with words beside it.
func (d *delivery) address(ctx context.Context, address, beside string) error {
	err := d.add(ctx, textPart, memory.Draft{Kind: memory.Link, Link: address, IfNew: beside == "", Remark: beside})
	if fault.KindOf(err) == fault.Invalid { // it only looks like an address
		return d.words(ctx, d.markdown(ctx))
	}
	return err
}

// words saves the text of a mail with what has to be said about it, unless a mail of files has none.
func (d *delivery) words(ctx context.Context, words string) error {
	lines := []string{words}
	if words == "" {
		lines[0] = d.subject
	}
	if len(d.leftOut) > 0 {
		more := ""
		if len(d.leftOut) > maxListed {
			more = fmt.Sprintf(" and %d more", len(d.leftOut)-maxListed)
		}
		lines = append(lines, "*Left out, since files of this kind are not kept: "+strings.Join(d.leftOut[:min(len(d.leftOut), maxListed)], ", ")+more+"*")
	}
	if d.cut {
		lines = append(lines, "*This mail did not arrive whole, or is damaged.*")
	}
	switch {
	case words == "" && len(lines) == 1 && d.kept > 0:
		return nil
	case strings.TrimSpace(strings.Join(lines[:1], "")) == "" && d.kept == 0:
		return fault.New(fault.Invalid, "There is nothing in this mail that can be saved")
	}
	all := strings.TrimSpace(strings.Join(lines, "\n\n"))
	if len(all) > maxNote {
		return d.file(ctx, textPart, stem(d.subject)+".md", "", strings.NewReader(all))
	}
	return d.add(ctx, textPart, memory.Draft{Kind: memory.Note, Description: all, Title: d.subject, Author: d.name, PublishedAt: d.sent})
}

// file saves a file as a document, or notes that files of its kind are not kept.
func (d *delivery) file(ctx context.Context, part int, name, remark string, r io.Reader) error {
	if slices.Contains(d.done, part) {
		d.kept++
		return nil
	}
	u, err := d.Uploads.Accept(ctx, d.to.UserID, d.Plans.For(d.to.Plan), name, r)
	if fault.KindOf(err) == fault.Unsupported {
		d.leftOut = append(d.leftOut, name)
		return nil
	}
	if err == nil {
		d.kept++
		err = d.add(ctx, part, memory.Draft{Kind: memory.Document, Link: d.Uploads.Link(d.to.UserID, "", u.ID, u.Name), Remark: remark})
	}
	if u.ID != "" && (err != nil || slices.Contains(d.twice, part)) {
		if err := d.Uploads.Discard(context.WithoutCancel(ctx), d.to.UserID, u.ID); err != nil {
			d.Log.Warn("a file of a mail was not removed", "user", d.to.UserID, "upload", u.ID, "error", err)
		}
	}
	return err
}

// add saves a part, unless it was saved when the mail came before.
func (d *delivery) add(ctx context.Context, part int, draft memory.Draft) error {
	if slices.Contains(d.done, part) {
		return nil
	}
	of := d.of
	of.Part = part
	draft.Mail = &of
	_, err := d.Memories.Add(ctx, d.to.UserID, d.Plans, draft)
	if fault.KindOf(err) == fault.Conflict {
		d.twice = append(d.twice, part)
		return nil
	}
	return err
}
