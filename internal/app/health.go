package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"engram/internal/config"
)

// healthTimeout is the maximum time for a server to respond.
const healthTimeout = 5 * time.Second

// Healthcheck asks the server with these settings on this machine whether it is ready. The error says what it answers instead.
func Healthcheck(ctx context.Context, cfg config.Config) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	scheme, name := "http", ""
	if cfg.TLS() {
		scheme = "https"
	}
	if len(cfg.ACMEDomains) > 0 {
		name = cfg.ACMEDomains[0]
	}
	client := &http.Client{Transport: &http.Transport{
		// The certificate is for the name that people use, and the server is this machine's own.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: name}, //nolint:gosec
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+local(cfg.Addr)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ENGRAM_ADDR: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no Engram answers on %s: %w", cfg.Addr, errors.Unwrap(err))
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	said, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	return fmt.Errorf("%s says: %s %s", cfg.Addr, response.Status, strings.TrimSpace(string(said)))
}

// local is the address at which this machine reaches a server that listens on addr, which may be every interface.
func local(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
