package app

import (
	"context"

	"engram/internal/config"
	"engram/internal/doctor"
)

// Healthcheck returns an error unless the server with these settings on this machine is ready.
func Healthcheck(ctx context.Context, cfg config.Config) error {
	domain := ""
	if len(cfg.ACMEDomains) > 0 {
		domain = cfg.ACMEDomains[0]
	}
	return doctor.Ready(ctx, cfg.Addr, cfg.TLS(), domain)
}
