package app

import (
	"errors"
	"net/smtp"
	"net/textproto"
	"strings"
	"testing"

	"engram/internal/config"
)

// mailed sends a mail to the program and returns the code of its answer.
func (e *engram) mailed(to, mail string) int {
	e.t.Helper()
	err := smtp.SendMail(e.app.mailed.String(), nil, "zoe@example.org", []string{to}, []byte(strings.ReplaceAll(mail, "\n", "\r\n")))
	if answer := (*textproto.Error)(nil); errors.As(err, &answer) {
		return answer.Code
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return 250
}

// offersTLS reports whether mail can be sent to the program over TLS.
func (e *engram) offersTLS() bool {
	e.t.Helper()
	c, err := smtp.Dial(e.app.mailed.String())
	if err != nil {
		e.t.Fatal(err)
	}
	defer c.Close()
	offered, _ := c.Extension("STARTTLS")
	return offered
}

// What is mailed to an address of one's own is saved, once, with whom it is from.
func TestMail(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode, cfg.SignUp, cfg.EmailAddr, cfg.EmailDomain = config.PersonalMode, config.SignUpOpen, "127.0.0.1:0", "Save.example.org"
		e := start(t, cfg)
		if e.offersTLS() {
			t.Fatal("it offers TLS and has no certificate")
		}
		ada, eve := e.user(), e.user()
		const call = "/api/v1/email-address"
		if got := e.want(200, e.call("GET", call, ada, nil)); got.body["receives"] != true || got.body["allowed"] != true || got.text("address") != "" {
			t.Fatal(got)
		}
		first := e.want(200, e.call("POST", call, ada, nil)).text("address")
		address := e.want(200, e.call("POST", call, ada, nil)).text("address")
		local, domain, _ := strings.Cut(address, "@")
		if domain != "save.example.org" || e.want(200, e.call("GET", call, ada, nil)).text("address") != address {
			t.Fatal(address)
		}
		secret, _ := e.apiToken(ada, "read", "edit", "save")
		e.refused(e.bearer("GET", call, secret, nil), 403, "", "")

		mail := "From: Zoe <zoe@example.org>\nSubject: The herons of May\nMessage-ID: <1@example.org>\nDate: Mon, 4 May 2026 01:02:03 +0200\n" +
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n\n<h1>Herons</h1><p>They stand <b>still</b>.<script>x</script>\n" +
			"--b\nContent-Type: text/markdown; name=reeds.md\n\n# Reeds\n\nsway.\n--b--\n"
		for range 2 { // the second is sent again
			if code := e.mailed(address, mail); code != 250 {
				t.Fatal(code)
			}
		}
		if code := e.mailed(address, "Subject: read\n\n"+e.url+"/policies\n"); code != 250 {
			t.Fatal(code)
		}
		for _, unknown := range []string{first, "ada@save.example.org", "x" + address} {
			if code := e.mailed(unknown, mail); code != 550 {
				t.Error(code)
			}
		}
		kinds := map[string]map[string]any{}
		for _, m := range e.want(200, e.call("GET", "/api/v1/content", ada, nil)).body["content"].([]any) {
			m := m.(map[string]any)
			kinds[m["type"].(string)] = m
		}
		if len(kinds) != 3 || e.want(200, e.call("GET", "/api/v1/get-content-count", ada, nil)).body["count"] != float64(3) {
			t.Fatal(kinds)
		}
		note := e.want(200, e.call("GET", "/api/v1/content/"+kinds["note"]["_id"].(string), ada, nil)).body["content"].(map[string]any)
		from, _ := note["mail"].(map[string]any)
		if note["title"] != "The herons of May" || note["author"] != "Zoe" || note["description"] != "# Herons\n\nThey stand **still**." ||
			from["sender"] != "zoe@example.org" || from["spf"] != "unknown" || from["server"] != "example.org" || from["dkim"] != "none" {
			t.Errorf("got %v", note)
		}
		e.refused(e.call("GET", "/api/v1/content/"+kinds["note"]["_id"].(string), eve, nil), 404, "", "")

		e.want(200, e.call("DELETE", call, ada, nil))
		if code := e.mailed(address, mail); code != 550 {
			t.Error(code)
		}
		e.want(200, e.call("POST", call, ada, nil))
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
		if log := e.log.String(); strings.Contains(log, local) || strings.Contains(log, local[26:]) {
			t.Error("the log has the address:", log)
		}
	})
}
