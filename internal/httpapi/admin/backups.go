package admin

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/backup"
	"engram/internal/httpapi/wire"
)

// Backups makes backups and remembers them.
type Backups interface {
	// List returns the backups that are there and the failures that are remembered, the newest first.
	List(ctx context.Context) ([]backup.Record, error)
	// Request has a backup made, behind the call; while one is requested already it does nothing.
	Request()
	// Making reports whether a backup is being made or requested. Once it is made, List has it.
	Making() bool
	// Policy tells how backups are made here.
	Policy() backup.Policy
}

type wireBackup struct {
	Name        string    `json:"name" doc:"Of its file; empty when it failed."`
	Kind        string    `json:"kind" enum:"scheduled,on-request,before-migration"`
	At          time.Time `json:"at"`
	TookSeconds float64   `json:"tookSeconds"`
	Size        int64     `json:"size" doc:"Bytes."`
	Files       int       `json:"files" doc:"Uploaded files and pictures in it."`
	Encrypted   bool      `json:"encrypted"`
	Failure     string    `json:"failure" doc:"Why there is none, in words; empty: there is one, which was read back."`
}

type backupsOutput struct {
	Body struct {
		Backups  []wireBackup `json:"backups" nullable:"false" doc:"The newest first."`
		Every    float64      `json:"every" doc:"Seconds between two by schedule; 0: none is made by itself."`
		Keep     int          `json:"keep" doc:"How many of each kind are kept, the newest; 0: all."`
		Folder   string       `json:"folder" doc:"Where the server keeps them."`
		Database bool         `json:"database" doc:"The database is in them. Postgres' is not: it is dumped beside them."`
		Making   bool         `json:"making" doc:"One is being made, or asked for."`
	}
}

func (p Parts) backups(ctx context.Context, _ account.Identity, _ *struct{}) (*backupsOutput, error) {
	out := &backupsOutput{}
	b := &out.Body
	b.Making = p.Backups.Making() // before the list, which has what is done
	records, err := p.Backups.List(ctx)
	policy := p.Backups.Policy()
	b.Every, b.Keep, b.Folder, b.Database = policy.Every.Seconds(), policy.Keep, policy.Dir, policy.Database
	b.Backups = []wireBackup{}
	for _, r := range records {
		b.Backups = append(b.Backups, wireBackup{
			r.Name, string(r.Kind), r.At, r.Took.Seconds(), r.Size, r.Files, r.Encrypted, r.Failure,
		})
	}
	return out, err
}

func (p Parts) makeBackup(context.Context, account.Identity, *struct{}) (*wire.MessageOutput, error) {
	p.Backups.Request()
	return wire.Message("The backup is being made"), nil
}
