package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"engram/internal/certs"
	"engram/internal/config"
	"engram/internal/inbox/smtp"
)

// serve answers requests on the listener, over https where the settings say so, until the App is closed.
func (a *App) serve(cfg config.Config, handler http.Handler) error {
	a.server = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second, // of a whole request; an upload asks for more
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug), // broken connections of strangers
	}
	a.scheme = "http"
	serve := func() error { return a.server.Serve(a.listener) }
	if cfg.TLS() {
		if err := a.secure(cfg); err != nil {
			return err
		}
		serve = func() error { return a.server.ServeTLS(a.listener, "", "") }
	}
	secured := a.server.TLSConfig // the server that is started sets its own where there are none
	go func() { a.fail(serve()) }()
	a.onClose(a.drain)
	return a.receive(cfg, secured)
}

// receive takes mail where the settings say so, with these certificates if there are any, until the App is closed.
func (a *App) receive(cfg config.Config, secured *tls.Config) error {
	if cfg.EmailAddr == "" {
		return nil
	}
	server, err := smtp.Listen(smtp.Config{
		Addr: cfg.EmailAddr, Inbox: a.mails, Domain: cfg.EmailDomain, TLS: secured, Names: cfg.ACMEDomains,
		Resolver: net.DefaultResolver, Dir: cfg.DataDir, Log: a.log,
	})
	if err != nil {
		return fmt.Errorf("ENGRAM_EMAIL_ADDR: %w", err)
	}
	a.mailed = server.Addr()
	go func() { a.fail(server.Serve()) }()
	a.onClose(server.Close)
	return nil
}

// secure prepares the server for https, and leads there from http if the settings say where.
func (a *App) secure(cfg config.Config) error {
	settings, wrap, err := a.certificates(cfg)
	if err != nil {
		return err
	}
	a.scheme, a.server.TLSConfig = "https", settings
	if cfg.RedirectAddr == "" {
		return nil
	}
	return a.redirect(cfg, wrap)
}

// certificates returns the server's TLS settings, and what answers an authority's challenges before a handler does.
func (a *App) certificates(cfg config.Config) (*tls.Config, func(http.Handler) http.Handler, error) {
	if cfg.TLSCert != "" {
		settings, err := certs.FromFiles(cfg.TLSCert, cfg.TLSKey, a.log)
		if err != nil {
			return nil, nil, fmt.Errorf("ENGRAM_TLS_CERT: %w", err)
		}
		return settings, func(next http.Handler) http.Handler { return next }, nil
	}
	automatic := certs.NewAutomatic(certs.Authority{
		Directory: cfg.ACMEURL, Email: cfg.ACMEEmail, Domains: cfg.ACMEDomains, Cache: cfg.CertificateDir(),
	})
	return automatic.TLS(), automatic.Challenges, nil
}

// redirect leads from http to https until the App is closed.
func (a *App) redirect(cfg config.Config, wrap func(http.Handler) http.Handler) error {
	listener, err := net.Listen("tcp", cfg.RedirectAddr)
	if err != nil {
		return fmt.Errorf("ENGRAM_REDIRECT_ADDR: %w", err)
	}
	_, port, err := net.SplitHostPort(a.listener.Addr().String())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	server := certs.NewRedirect(wrap(certs.Redirect(cfg.PublicURL, port)), a.log)
	go func() { a.fail(server.Serve(listener)) }()
	a.onClose(func(context.Context) error { return server.Close() })
	return nil
}
