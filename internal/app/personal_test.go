package app

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"engram/internal/config"
)

// atHome are the settings of a household.
func atHome(cfg config.Config) config.Config {
	cfg.Mode = config.PersonalMode
	return cfg
}

// signUpBy tries to make an account with an invitation, which may be empty.
func (e *engram) signUpBy(invitation, name string) answer {
	e.t.Helper()
	return e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password, "invitation": invitation})
}

func TestPersonalMode(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, atHome(cfg))
		var wait sync.WaitGroup
		answers := make([]answer, 8)
		for i := range answers {
			wait.Go(func() { answers[i] = e.signUpBy("", randomName()) })
		}
		wait.Wait()
		var owner string
		for _, got := range answers {
			if got.status == 200 && owner == "" {
				owner = got.text("token")
				continue
			}
			if message := e.want(403, got).text("message"); message != "Sign-up is by invitation here. Please ask the owner for a link." {
				t.Errorf("of those who come at once: %v", got)
			}
		}
		me := e.want(200, e.call("GET", "/api/v1/getuser", owner, nil))
		if _, shown := me.body["isPremium"]; shown || me.text("role") != "owner" {
			t.Errorf("the owner is told %v", me)
		}
		for _, limit := range []string{"memories", "documents", "searches"} {
			if got := e.want(200, e.call("GET", "/api/v1/usage", owner, nil)).body[limit].(map[string]any); got["limit"] != nil {
				t.Errorf("%s are limited: %v", limit, got)
			}
		}
		for range cfg.FreeSearchesPerDay + 1 {
			e.want(200, e.search(owner, "nothing", ""))
		}
		for _, route := range []string{
			"GET /api/v1/plans", "GET /api/v1/people", "GET /api/v1/contact", "POST /api/v1/waitlist", "POST /api/v1/create-subscription",
			"POST /api/v1/save-payment", "GET /api/v1/cancel-subscription", "POST /api/v1/stripe/webhook",
		} {
			method, path, _ := strings.Cut(route, " ")
			e.want(404, e.call(method, path, owner, nil))
		}
		if got := e.want(200, e.call("GET", "/robots.txt", "", nil)).raw; got != "User-agent: *\nDisallow: /\n" {
			t.Errorf("robots.txt: %q", got)
		}
	})
}

func TestAServiceSaysNothingOfItsMode(t *testing.T) {
	e := start(t, settings(t))
	token := e.user()
	if house := houseOf(settings(t), nil); house.Personal || house.SignUp != "" || house.AwaitsOwner != nil {
		t.Errorf("the page has marks: %+v", house)
	}
	if got := e.want(200, e.call("GET", "/api/v1/getuser", token, nil)); got.body["role"] != nil || got.body["isPremium"] != false {
		t.Errorf("the first to come is told %v", got)
	}
}

func TestPersonalModeMakesNoRequestsBeforeASave(t *testing.T) {
	var asked sync.Map
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.Path, true)
		http.NotFound(w, r)
	}))
	t.Cleanup(outside.Close)
	cfg := atHome(settings(t))
	cfg.PeopleURL, cfg.TweetURL = outside.URL+"/people", outside.URL+"/tweets"
	cfg.AIURL, cfg.ChatModel, cfg.EmbeddingModel = outside.URL+"/v1", "small", "small"
	e := start(t, cfg)
	token := e.want(200, e.signUpBy("", "Ada")).text("token")
	for _, path := range []string{"/api/v1/getuser", "/api/v1/content", "/api/v1/usage", "/api/v1/reading"} {
		e.want(200, e.call("GET", path, token, nil))
	}
	if err := e.app.Close(); err != nil { // what was begun at the start has ended
		t.Fatal(err)
	}
	asked.Range(func(path, _ any) bool { t.Errorf("%s was asked for", path); return true })
}

func TestFailedSignInsAreLoggedForFail2ban(t *testing.T) {
	docs, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var filters []*regexp.Regexp
	for _, found := range regexp.MustCompile(`(?m)^(?:failregex =|\s{11}) (\^.*)$`).FindAllStringSubmatch(string(docs), -1) {
		filters = append(filters, regexp.MustCompile(strings.ReplaceAll(found[1], "<HOST>", `(?P<host>[0-9a-f.:]+)`)))
	}
	if len(filters) != 2 {
		t.Fatalf("the docs have %d filters, want those of text and of JSON", len(filters))
	}
	hosts := func(filter *regexp.Regexp, log string) (found []string) {
		for line := range strings.Lines(log) {
			if match := filter.FindStringSubmatch(strings.TrimSpace(line)); match != nil {
				found = append(found, match[filter.SubexpIndex("host")])
			}
		}
		return found
	}
	for i, handler := range []func(io.Writer) slog.Handler{
		func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
		func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
	} {
		cfg := settings(t)
		cfg.TrustedProxies = []string{"127.0.0.0/8"}
		var log bytes.Buffer
		e := startAs(t, cfg, func(a *App) { a.log = slog.New(handler(&log)) })
		e.signUp("Ada")
		try := func(from, name, password string) {
			request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/signin", strings.NewReader(`{"username":"`+name+`","password":"`+password+`"}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Forwarded-For", from)
			e.send(request)
		}
		try("203.0.113.9", "Ada", password+"x")
		try("2001:db8:1:2:3:4:5:6", "Nobody", password)
		try("192.0.2.1", "Ada", password) // signs in
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(hosts(filters[i], log.String()), " "); got != "203.0.113.9 2001:db8:1:2:3:4:5:6" {
			t.Errorf("the filter finds %q in\n%s", got, log.String())
		}
	}
}
