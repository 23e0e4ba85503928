package app

import (
	"net/http"
	"testing"

	"engram/internal/config"
)

func TestPendingIsFound(t *testing.T) {
	pages := site(t, map[string]http.HandlerFunc{"/walking-holidays": hang})
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token := e.user()
		t.Run("a link is found by its address and description before its page was read", func(t *testing.T) {
			saved := e.add(token, map[string]string{"type": "link", "link": pages + "/walking-holidays", "description": "for the summer in Wales"})
			for _, query := range []string{"walking holidays", "summer in Wales"} {
				got := e.want(200, e.search(token, query, "link")).memories("content")
				if len(got) != 1 || got[0]["_id"] != saved["_id"] || got[0]["status"] != "pending" {
					t.Errorf("%s: found %v", query, got)
				}
			}
		})
	})
}
