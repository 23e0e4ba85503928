package certs

import (
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Authority is an ACME certificate authority and the domains to get certificates for.
type Authority struct {
	Directory string // its address
	Email     string // contact for problems with a certificate; may be empty
	Domains   []string
	Cache     string // folder for the account and the certificates, created if needed
}

// Automatic obtains a certificate at the first connection for a domain and renews it. The operator
// accepts the authority's terms.
type Automatic struct{ manager *autocert.Manager }

// NewAutomatic returns certificates from an authority. It makes no request before the first
// connection.
func NewAutomatic(from Authority) *Automatic {
	return &Automatic{&autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(from.Cache),
		HostPolicy: autocert.HostWhitelist(from.Domains...),
		Email:      from.Email,
		Client:     &acme.Client{DirectoryURL: from.Directory},
	}}
}

// TLS returns the settings of the server, which also answers the challenge tls-alpn-01 on its own port.
func (a *Automatic) TLS() *tls.Config {
	settings := a.manager.TLSConfig()
	settings.MinVersion = tls.VersionTLS12
	return settings
}

// Challenges answers the challenge http-01 on port 80, and passes every other request on.
func (a *Automatic) Challenges(next http.Handler) http.Handler { return a.manager.HTTPHandler(next) }

// Redirect leads every request to the same path over https: of public where it is set, else of the host that was asked for,
// on this port.
func Redirect(public, port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := strings.TrimSuffix(public, "/")
		if to == "" {
			asked := url.URL{Host: r.Host}
			to = "https://" + strings.TrimSuffix(net.JoinHostPort(asked.Hostname(), port), ":443")
		}
		http.Redirect(w, r, to+r.URL.RequestURI(), http.StatusPermanentRedirect)
	})
}

// NewRedirect returns the server of a handler that only leads elsewhere.
func NewRedirect(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:        handler,
		ReadTimeout:    10 * time.Second,
		WriteTimeout:   10 * time.Second,
		IdleTimeout:    time.Minute,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}
