// Package certs gives a server its TLS certificates: from files, or from a certificate authority by
// ACME (RFC 8555), with renewal.
package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// FromFiles returns the settings of a server that shows the certificate in these PEM files. When one of them changes, the
// next connection gets the new certificate; one that can't be read is logged and the old one stays.
func FromFiles(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	pair := &pair{certFile: certFile, keyFile: keyFile, log: log}
	if err := pair.load(); err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: pair.current}, nil
}

// pair is a certificate and its key, read again when a file changes.
type pair struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	loaded  *tls.Certificate
	version [2]time.Time // when each file was last written
}

func (p *pair) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if version := p.written(); version != p.version {
		if err := p.load(); err != nil {
			p.log.Error("the new certificate can't be used, the one before it still is", "error", err)
			p.version = version // logged once for each change
		}
	}
	return p.loaded, nil
}

func (p *pair) load() error {
	version := p.written()
	loaded, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return fmt.Errorf("%s and %s are no certificate with its key: %w", p.certFile, p.keyFile, err)
	}
	p.loaded, p.version = &loaded, version
	return nil
}

// written returns when each file was last written; zero for one that can't be read.
func (p *pair) written() (version [2]time.Time) {
	for i, name := range []string{p.certFile, p.keyFile} {
		if info, err := os.Stat(name); err == nil {
			version[i] = info.ModTime()
		}
	}
	return version
}
