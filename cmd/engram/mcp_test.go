package main

import (
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP has the SDK's client start the program, as editors do, which works with a server.
func TestMCP(t *testing.T) {
	_, url := serve(t, t.TempDir(), "ENGRAM_MODE=personal")
	session := post(t, url+"/api/v1/signup", "", `{"username":"ada","password":"Correct1!horse"}`)["token"].(string)
	post(t, url+"/api/v1/content", session, `{"type":"note","description":"A sheet bend joins ropes of different thickness."}`)
	token := post(t, url+"/api/v1/tokens", session, `{"name":"editor","scopes":["read"]}`)["token"].(string)
	for _, revision := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		command := program([]string{"mcp"}, "ENGRAM_URL="+url, "ENGRAM_TOKEN="+token)
		client, err := sdk.NewClient(&sdk.Implementation{Name: "editor"}, nil).
			Connect(t.Context(), &sdk.CommandTransport{Command: command}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatal(revision, err)
		}
		result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "ropes"}})
		if err != nil || result.IsError || !strings.Contains(result.Content[0].(*sdk.TextContent).Text, "sheet bend") {
			t.Errorf("%s: %+v, %v", revision, result, err)
		}
		if _, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "save", Arguments: map[string]any{"note": "x"}}); err == nil || !strings.Contains(err.Error(), "right to save") {
			t.Errorf("%s: without the scope: %v", revision, err)
		}
		if got := client.InitializeResult().ProtocolVersion; got != revision {
			t.Errorf("%s was answered with %s", revision, got)
		}
		if err := client.Close(); err != nil {
			t.Error(revision, err)
		}
	}
	for want, environ := range map[string][]string{
		"ENGRAM_TOKEN": {"ENGRAM_URL=" + url},
		"https://":     {"ENGRAM_URL=http://engram.example", "ENGRAM_TOKEN=" + token},
	} {
		if out, err := program([]string{"mcp"}, environ...).CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%v: %v, %s", environ, err, out)
		}
	}
}
