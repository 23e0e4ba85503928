package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certificate writes a self-signed certificate for localhost and this name, with its key.
func certificate(t *testing.T, dir, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{"localhost", name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.ParseIP(host)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: encoded}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// shown returns the common name of the certificate that a server presents for a domain.
func shown(t *testing.T, address, domain string) string {
	t.Helper()
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, ServerName: domain})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
}

// host is an address of the loopback network where no other test listens, so that a free port stays
// free.
var host = fmt.Sprintf("127.83.%d.%d", os.Getpid()>>8&0xff, os.Getpid()&0xff)

// freePort returns a port of host that is not in use.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// noRedirects is a client that trusts any certificate and stays where it is.
var noRedirects = &http.Client{
	Transport:     &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true, DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func get(t *testing.T, url string) (status, major int, header http.Header) {
	t.Helper()
	response, err := noRedirects.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode, response.ProtoMajor, response.Header
}

func TestHTTPS(t *testing.T) {
	files := t.TempDir()
	certFile, keyFile := certificate(t, files, "first.example")
	plain := host + ":" + freePort(t)
	settings := []string{"ENGRAM_TLS_CERT=" + certFile, "ENGRAM_TLS_KEY=" + keyFile, "ENGRAM_REDIRECT_ADDR=" + plain}
	_, url := serve(t, t.TempDir(), settings...)
	address, isHTTPS := strings.CutPrefix(url, "https://")
	if !isHTTPS {
		t.Fatalf("it is at %s", url)
	}
	status, major, header := get(t, url+"/readyz")
	if status != http.StatusOK || major != 2 || header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%d by HTTP/%d, %v", status, major, header)
	}
	_, port, _ := net.SplitHostPort(address)
	status, _, header = get(t, "http://"+plain+"/home/memory/x?q=a%20b")
	if want := "https://" + host + ":" + port + "/home/memory/x?q=a%20b"; status != http.StatusPermanentRedirect || header.Get("Location") != want {
		t.Errorf("http leads to %d %q, want %q", status, header.Get("Location"), want)
	}
	healthy := append([]string{"ENGRAM_ADDR=" + address, "ENGRAM_DATA_DIR=" + t.TempDir()}, settings...)
	if out, err := program([]string{"healthcheck"}, healthy...).CombinedOutput(); err != nil {
		t.Errorf("healthcheck: %v %s", err, out)
	}

	t.Run("a renewed certificate is served", func(t *testing.T) {
		if got := shown(t, address, "localhost"); got != "first.example" {
			t.Fatalf("shown is %s", got)
		}
		certificate(t, files, "second.example")
		if got := shown(t, address, "localhost"); got != "second.example" {
			t.Errorf("shown is still %s", got)
		}
	})
	t.Run("a damaged certificate is not served", func(t *testing.T) {
		if err := os.WriteFile(certFile, []byte("nothing of a certificate"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := shown(t, address, "localhost"); got != "second.example" {
			t.Errorf("shown is %s", got)
		}
	})
}

func TestHealthcheck(t *testing.T) {
	_, url := serve(t, t.TempDir())
	address := strings.TrimPrefix(url, "http://")
	_, port, _ := net.SplitHostPort(address)
	for _, addr := range []string{address, "0.0.0.0:" + port} {
		if out, err := program([]string{"healthcheck"}, "ENGRAM_ADDR="+addr).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("of %s: %v %s", addr, err, out)
		}
	}
	out, err := program([]string{"healthcheck"}, "ENGRAM_ADDR="+host+":"+freePort(t)).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "engram: no Engram answers on "+host) || strings.Count(string(out), "\n") != 1 {
		t.Errorf("of nobody: %v %s", err, out)
	}
}

// tool returns the path of a program that make installs; without it the test is skipped.
func tool(t *testing.T, name string) string {
	t.Helper()
	found, _ := filepath.Glob("../../.tools/" + name + "-v*")
	if len(found) == 0 {
		t.Skipf("%s is not there; make test installs it where it can be had", name)
	}
	path, err := filepath.Abs(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// start runs a program until the test ends, and waits until it answers on an address.
func start(t *testing.T, cmd *exec.Cmd, address string) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s never answers: %v", cmd.Path, err)
		}
	}
}

// TestACME has Let's Encrypt's own small server, Pebble, certify a domain whose name leads here.
func TestACME(t *testing.T) {
	pebble, names := tool(t, "pebble"), tool(t, "challtestsrv")
	dir := t.TempDir()
	at := func(port string) string { return host + ":" + port }
	https, plain, authority, manage, dns := freePort(t), freePort(t), freePort(t), freePort(t), freePort(t)
	start(t, exec.Command(names, "-defaultIPv4", host, "-defaultIPv6", "", "-dnsserver", at(dns), "-management", at(manage),
		"-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", ""), at(manage))
	certFile, keyFile := certificate(t, dir, "pebble.example")
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": at(authority), "certificate": certFile, "privateKey": keyFile, "httpPort": number(t, plain), "tlsPort": number(t, https),
	}})
	if err != nil {
		t.Fatal(err)
	}
	configFile := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(configFile, config, 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(pebble, "-config", configFile, "-dnsserver", at(dns))
	server.Env = []string{"PEBBLE_VA_NOSLEEP=1"}
	start(t, server, at(authority))

	data := t.TempDir()
	_, url := serve(t, data, "ENGRAM_ADDR="+at(https), "ENGRAM_REDIRECT_ADDR="+at(plain), "ENGRAM_ACME_DOMAINS=notes.example.org",
		"ENGRAM_ACME_URL=https://"+at(authority)+"/dir", "ENGRAM_ACME_EMAIL=ada@example.org", "SSL_CERT_FILE="+certFile)
	if url != "https://"+at(https) {
		t.Fatalf("it is at %s", url)
	}
	dial := func() (*tls.Conn, error) {
		return tls.Dial("tcp", at(https), &tls.Config{InsecureSkipVerify: true, ServerName: "notes.example.org"})
	}
	conn, err := dial()
	for began := time.Now(); err != nil && time.Since(began) < time.Minute; time.Sleep(100 * time.Millisecond) {
		conn, err = dial() // the server ends a handshake after ten seconds, and a busy machine takes longer
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if cert := conn.ConnectionState().PeerCertificates[0]; cert.VerifyHostname("notes.example.org") != nil || !strings.HasPrefix(cert.Issuer.CommonName, "Pebble") {
		t.Errorf("shown is %v by %v", cert.DNSNames, cert.Issuer)
	}
	kept, err := os.ReadDir(filepath.Join(data, "certificates"))
	if err != nil || len(kept) == 0 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	if _, err := tls.Dial("tcp", at(https), &tls.Config{InsecureSkipVerify: true, ServerName: "others.example.org"}); err == nil {
		t.Error("another domain gets a certificate")
	}
}

func number(t *testing.T, port string) int {
	t.Helper()
	var n int
	if _, err := fmt.Sscan(port, &n); err != nil {
		t.Fatal(err)
	}
	return n
}
