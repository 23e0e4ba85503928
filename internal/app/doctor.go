package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
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
	found = append(found, proxy(cfg))
	if cfg.PublicURL != "" {
		found = append(found, public(ctx, cfg)...)
	}
	if cfg.AIURL != "" {
		found = append(found, model(ctx, cfg)...)
	}
	wrong := 0
	for _, f := range found {
		if _, err := fmt.Fprintln(out, f); err != nil {
			return err
		}
		if f.Advice != "" {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("doctor: findings to mend: %d", wrong)
	}
	return nil
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

func proxy(cfg config.Config) doctor.Finding {
	if strings.HasPrefix(cfg.PublicURL, "https:") && !cfg.TLS() && len(cfg.TrustedProxies) == 0 {
		return doctor.Finding{
			Found:  "people come through a proxy that is not believed, and share the tries of sign-in",
			Advice: "set ENGRAM_TRUSTED_PROXIES to its address",
		}
	}
	return doctor.Finding{Found: "the proxy's headers are as the settings say"}
}

// public checks the address that people use.
func public(ctx context.Context, cfg config.Config) []doctor.Finding {
	answer, err := doctor.Get(ctx, strings.TrimSuffix(cfg.PublicURL, "/")+"/readyz", "")
	if err != nil {
		return []doctor.Finding{{
			Found:  "from here nothing answers at " + cfg.PublicURL + ": " + err.Error(),
			Advice: "see the name, the proxy and its certificate; a router may keep this machine from reaching itself by that name",
		}}
	}
	if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
		return []doctor.Finding{{
			Found:  fmt.Sprintf("%s/readyz answers %s, which is not Engram's", strings.TrimSuffix(cfg.PublicURL, "/"), answer.Status),
			Advice: "have the proxy pass every path on, as it is spelled",
		}}
	}
	return []doctor.Finding{{Found: cfg.PublicURL + " leads here"}, doctor.ClockBy("the public address", answer.Header, time.Now())}
}

// model asks the AI endpoint for its models, which costs nothing.
func model(ctx context.Context, cfg config.Config) []doctor.Finding {
	answer, err := doctor.Get(ctx, strings.TrimSuffix(cfg.AIURL, "/")+"/models", cfg.AIKey)
	if err != nil {
		return []doctor.Finding{{Found: "the AI endpoint does not answer: " + err.Error(), Advice: "start it, or correct ENGRAM_AI_URL; until then searches and answers go without it"}}
	}
	clock := doctor.ClockBy("the AI endpoint", answer.Header, time.Now())
	switch answer.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return []doctor.Finding{{Found: "the AI endpoint refuses the key: " + answer.Status, Advice: "correct ENGRAM_AI_KEY"}, clock}
	case http.StatusOK, http.StatusNotFound: // not every endpoint lists its models
		return []doctor.Finding{{Found: "the AI endpoint answers"}, clock}
	}
	return []doctor.Finding{{Found: "the AI endpoint answers " + answer.Status, Advice: "see its log, and whether ENGRAM_AI_URL ends with /v1"}, clock}
}
