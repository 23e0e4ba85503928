package main

import (
	"context"
	"os"

	"engram/internal/client"
	"engram/internal/config"
	"engram/internal/mcp/stdio"
)

type mcpCommand struct {
	config.Remote `embed:""`
}

// Run passes messages on until the program that started it is done.
func (c *mcpCommand) Run(ctx context.Context) error {
	bridge := &stdio.Bridge{Endpoint: stdio.Endpoint(c.URL), Token: c.Token, Out: os.Stdout, Client: client.New(c.URL, c.Token).HTTP}
	return bridge.Run(ctx, os.Stdin)
}
