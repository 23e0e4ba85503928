package main

import (
	"context"
	"errors"
	"net/http"
	"os"

	"engram/internal/config"
	"engram/internal/mcp/stdio"
)

type mcpCommand struct {
	config.Remote `embed:""`
}

// Run passes messages on until the program that started it is done.
func (c *mcpCommand) Run(ctx context.Context) error {
	bridge := &stdio.Bridge{Endpoint: stdio.Endpoint(c.URL), Token: c.Token, Out: os.Stdout, Client: &http.Client{
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			return errors.New("it leads on to " + r.URL.Host + ": set ENGRAM_URL to the address at which Engram answers itself")
		},
	}}
	return bridge.Run(ctx, os.Stdin)
}
