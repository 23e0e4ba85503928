package oauth_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"engram/internal/config"
)

// TestClientOfTheSDK has the official client find out how to sign in, and connect: known by its description, or registered.
func TestClientOfTheSDK(t *testing.T) {
	for title, register := range map[string]bool{"by its description": false, "registered": true} {
		t.Run(title, func(t *testing.T) {
			e := start(t, func(c *config.Config) { c.OAuthRegistration = register })
			session := e.user("ada")
			asked := ""
			cfg := &auth.AuthorizationCodeHandlerConfig{
				RedirectURL: "http://127.0.0.1:51234/back",
				AuthorizationCodeFetcher: func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
					to, err := url.Parse(args.URL)
					if err != nil {
						return nil, err
					}
					asked = to.Path
					got := e.allow(session, to.Query()).Query()
					return &auth.AuthorizationResult{Code: got.Get("code"), State: got.Get("state"), Iss: got.Get("iss")}, nil
				},
			}
			if register {
				cfg.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{
					Metadata: &oauthex.ClientRegistrationMetadata{ClientName: "Older", RedirectURIs: []string{cfg.RedirectURL}},
				}
			} else {
				cfg.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: newClient("http://127.0.0.1/back")}
			}
			handler, err := auth.NewAuthorizationCodeHandler(cfg)
			if err != nil {
				t.Fatal(err)
			}
			client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{
				Endpoint: e.url + "/mcp", OAuthHandler: handler, DisableStandaloneSSE: true,
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			saved, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "save", Arguments: map[string]any{"note": "A sheet bend joins ropes"}})
			if err != nil || saved.IsError || asked != "/oauth/authorize" {
				t.Fatalf("saved %+v, %v, asked at %s", saved, err, asked)
			}
			found, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "ropes"}})
			if err != nil || !strings.Contains(found.Content[0].(*sdk.TextContent).Text, "sheet bend") {
				t.Errorf("found %+v, %v", found, err)
			}
			if status, apps := e.call("GET", "/api/v1/apps", session, nil); status != http.StatusOK || len(apps["apps"].([]any)) != 1 {
				t.Errorf("listed: %v", apps)
			}
		})
	}
}
