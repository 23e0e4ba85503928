package doctor

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

	"engram/internal/endpoint"
)

// outsideTimeout is the doctor's timeout for other servers.
const outsideTimeout = 10 * time.Second

// healthTimeout is the maximum time for a server to respond.
const healthTimeout = 5 * time.Second

// Ready returns an error unless the server that listens on addr, on this machine, is ready. Over TLS domain is the name that
// its certificate is asked for by.
func Ready(ctx context.Context, addr string, overTLS bool, domain string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	scheme := "http"
	if overTLS {
		scheme = "https"
	}
	client := &http.Client{Transport: &http.Transport{
		// The certificate is for the name that people use, and the server is this machine's own.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: domain}, //nolint:gosec
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+local(addr)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ENGRAM_ADDR: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no Engram answers on %s: %w", addr, endpoint.WithoutAddress(err))
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	said, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	return fmt.Errorf("%s says: %s %s", addr, response.Status, strings.TrimSpace(string(said)))
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

// Reply holds the head of a response.
type Reply struct {
	Code   int
	Status string
	Header http.Header
}

// Get asks a server. Errors hold no address, which may hold a password.
func Get(ctx context.Context, address, key string) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, outsideTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Reply{}, errors.New("it is no address")
	}
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Reply{}, endpoint.WithoutAddress(err)
	}
	return Reply{response.StatusCode, response.Status, response.Header}, response.Body.Close()
}
