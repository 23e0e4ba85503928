package app

import (
	"context"
	"errors"
	"io"
	"time"

	"engram/internal/config"
	"engram/internal/doctor"
	"engram/internal/store"
)

// Doctor writes a line for each check of an installation, also while a server runs on it. The error tells that something is
// wrong. Of the world only the addresses of the settings are asked.
func Doctor(ctx context.Context, cfg config.Config, out io.Writer) error {
	found := []doctor.Finding{doctor.Folder(cfg.DataDir), doctor.ClockOf(cfg.DataDir, time.Now()), schema(ctx, cfg), running(ctx, cfg)}
	if cfg.BackupDir != "" {
		found = append(found, doctor.Folder(cfg.BackupDir))
	}
	if cfg.TLSCert != "" {
		found = append(found, doctor.Certificate(cfg.TLSCert, time.Now()))
	}
	found = append(found, doctor.Proxy(cfg.PublicURL, cfg.TLS(), cfg.TrustedProxies))
	if cfg.PublicURL != "" {
		found = append(found, doctor.Public(ctx, cfg.PublicURL)...)
	}
	if cfg.AIURL != "" {
		found = append(found, doctor.Model(ctx, cfg.AIURL, cfg.AIKey)...)
	}
	return doctor.Report(out, found)
}

func schema(ctx context.Context, cfg config.Config) doctor.Finding {
	if cfg.DatabaseURL == "" && store.IsNew(cfg.Database()) {
		return doctor.Finding{Found: "there is no database yet; the first start makes it"}
	}
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		return doctor.Finding{Found: err.Error(), Advice: "correct the settings of the database, or start its server"}
	}
	version, err := db.Schema(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return doctor.Finding{Found: err.Error(), Advice: "see \"A database that is damaged or gone\" in docs/operations.md"}
	}
	return doctor.Schema(version, store.NewestSchema())
}

func running(ctx context.Context, cfg config.Config) doctor.Finding {
	if err := Healthcheck(ctx, cfg); err != nil {
		return doctor.Finding{Found: err.Error(), Advice: "start it, and read its log; give the doctor the same settings"}
	}
	return doctor.Finding{Found: "a server is ready on " + cfg.Addr}
}

// Healthcheck returns an error unless the server with these settings on this machine is ready.
func Healthcheck(ctx context.Context, cfg config.Config) error {
	domain := ""
	if len(cfg.ACMEDomains) > 0 {
		domain = cfg.ACMEDomains[0]
	}
	return doctor.Ready(ctx, cfg.Addr, cfg.TLS(), domain)
}
