package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"
	"time"

	"engram/internal/account"
	"engram/internal/admin"
	"engram/internal/app/datadir"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/deletion"
	"engram/internal/job"
	"engram/internal/store"
	adminstore "engram/internal/store/admin"
	"engram/internal/store/memories"
)

// Users are the accounts of the settings' database, for the command line. A server may run on it meanwhile.
type Users struct {
	app     *App
	service *admin.Service
	leaving *deletion.Service
}

// OpenUsers opens them; Close closes the database. It returns an error, and changes nothing, if
// there is no installation or its database is another version's.
func OpenUsers(ctx context.Context, cfg config.Config, log *slog.Logger) (*Users, error) {
	if err := datadir.Present(cfg, "look after"); err != nil {
		return nil, err
	}
	u := &Users{app: newApp(log)}
	if err := u.open(ctx, cfg); err != nil {
		return nil, errors.Join(err, u.Close())
	}
	return u, nil
}

func (u *Users) open(ctx context.Context, cfg config.Config) error {
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		return fmt.Errorf("the database can't be opened: %w", err)
	}
	u.app.onClose(func(context.Context) error { return db.Close() })
	if err := db.Current(ctx); err != nil {
		return err
	}
	queue, err := job.Beside(db.Writer(), db.Dialect() == store.Postgres, u.app.log)
	if err != nil {
		return err
	}
	files, err := datadir.OpenFiles(ctx, cfg, disk.Attach)
	if err != nil {
		return err
	}
	u.app.onClose(func(context.Context) error { return files.Close() })
	rows := adminstore.New(db, queue)
	u.service = admin.New(admin.Parts{Store: rows, Files: files, Now: time.Now})
	u.leaving = deletion.New(deletion.Parts{Store: rows, Memories: memories.New(db, queue, memories.Hooks{}), Now: time.Now})
	return nil
}

// Close gives the database back.
func (u *Users) Close() error { return u.app.Close() }

// List writes a line for each account.
func (u *Users) List(ctx context.Context, out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) // its Flush returns what writing failed of
	_, _ = fmt.Fprintln(table, "NAME\tROLE\tSTATE\tCREATED\tLAST SEEN\tMEMORIES\tFILES")
	after := ""
	for {
		page, err := u.service.People(ctx, after)
		if err != nil {
			return err
		}
		for _, p := range page.People {
			state := "active"
			if p.Disabled {
				state = "disabled"
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%.1f MB\n", p.Username, p.Role, state, day(p.CreatedAt), day(p.LastSeen), p.Memories, float64(p.Bytes)/1e6)
			after = p.ID
		}
		if !page.More {
			return table.Flush()
		}
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.DateOnly)
}

// Add makes an account.
func (u *Users) Add(ctx context.Context, name, password string, owner bool) error {
	role := account.Member
	if owner {
		role = account.Owner
	}
	return u.service.Add(ctx, name, password, role)
}

// ResetPassword gives an account another password and ends its sessions.
func (u *Users) ResetPassword(ctx context.Context, name, password string) error {
	return u.named(ctx, name, func(id string) error { return u.service.ResetPassword(ctx, id, password) })
}

// Disable ends the sessions of an account and prevents sign-ins.
func (u *Users) Disable(ctx context.Context, name string) error {
	return u.named(ctx, name, func(id string) error { return u.service.Disable(ctx, id) })
}

// Enable takes that back.
func (u *Users) Enable(ctx context.Context, name string) error {
	return u.named(ctx, name, func(id string) error { return u.service.Enable(ctx, id) })
}

// Promote makes a user an owner.
func (u *Users) Promote(ctx context.Context, name string) error {
	return u.named(ctx, name, func(id string) error { return u.service.SetRole(ctx, id, account.Owner) })
}

// Demote makes an owner a member.
func (u *Users) Demote(ctx context.Context, name string) error {
	return u.named(ctx, name, func(id string) error { return u.service.SetRole(ctx, id, account.Member) })
}

// Delete removes an account with all that was saved. Files and indexes go once a server runs.
func (u *Users) Delete(ctx context.Context, name string) error {
	return u.named(ctx, name, func(id string) error { return u.leaving.Remove(ctx, id) })
}

func (u *Users) named(ctx context.Context, name string, do func(id string) error) error {
	p, err := u.service.Named(ctx, name)
	if err != nil {
		return err
	}
	return do(p.ID)
}

// NewPassword makes a password that keeps the rules.
func NewPassword() (string, error) { return admin.NewPassword() }
