package app

import (
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/config"
	"engram/internal/idempotency"
	"engram/internal/quota"
	"engram/internal/store/accounts"
	"engram/internal/store/counters"
	idempotencystore "engram/internal/store/idempotency"
	"engram/internal/store/memories"
	"engram/internal/token"
	"engram/internal/upload"
	"engram/internal/waitlist"
)

// members holds the services of accounts, sessions and plans.
type members struct {
	accounts *account.Service
	tokens   *token.Service
	replays  *idempotency.Service
	audits   *audit.Service
	quotas   *quota.Service
	links    *upload.Links
	uploads  *upload.Service
	waitlist *waitlist.Service
}

func newMembers(cfg config.Config, s storage, saved *memories.Store) members {
	users, all := accounts.New(s.db), newAttempts(cfg, s.db)
	m := members{
		accounts: account.New(users, s.secret, cfg.AuthRate, time.Now).Among(all).Restrict(account.Admission{
			Policy: account.SignUpPolicy(cfg.SignUpPolicy()), FirstOwns: cfg.Personal(),
		}),
		tokens:   token.New(users, cfg.TokenRate, cfg.Personal(), time.Now).Among(all),
		replays:  idempotency.New(idempotencystore.New(s.db), time.Now),
		audits:   audit.New(users, time.Now),
		quotas:   quota.New(counters.New(s.db), time.Now),
		waitlist: waitlist.New(users, account.NewThrottle(cfg.AuthRate, time.Minute, time.Now).Among(all, "waitlist"), time.Now),
	}
	if cfg.MayHaveNodes() {
		m.replays.Among(s.db)
	}
	m.links = upload.NewLinks(s.secret, token.Credentials{Accounts: m.accounts, Tokens: m.tokens}, time.Now)
	m.uploads = upload.New(saved, s.blobs, m.quotas, m.links, cfg.MaxUploadBytes(), time.Now)
	return m
}
