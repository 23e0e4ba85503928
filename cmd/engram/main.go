// Command engram is a self-hosted second brain.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"engram/internal/config"
)

func main() {
	var cli struct {
		Serve       serveCommand       `cmd:"" default:"withargs" help:"Run Engram (the default)."`
		Check       checkCommand       `cmd:"" help:"Prove that what is kept agrees with itself, and repair what can be. No server may run."`
		Backup      backupCommand      `cmd:"" help:"Write everything that is kept to one archive. A server may run meanwhile."`
		Restore     restoreCommand     `cmd:"" help:"Make a data directory of an archive."`
		Export      exportCommand      `cmd:"" help:"Write everything that one person has to one archive, which is read without Engram. A server may run meanwhile."`
		Import      importCommand      `cmd:"" help:"Take over what one person saved in another program. A server may run meanwhile."`
		Migrate     migrateCommand     `cmd:"" help:"Move everything to Postgres and a bucket, or back to a folder. No server may run."`
		Healthcheck healthcheckCommand `cmd:"" help:"Ask the server of these settings whether it is ready; exits with 1 when it is not."`
		MCP         mcpCommand         `cmd:"" name:"mcp" help:"Let an assistant that starts programs work with a server: the Model Context Protocol on standard input and output."`
		User        userCommand        `cmd:"" help:"Look after accounts: list, add, reset-password, disable, enable, promote, demote, delete. The server may run."`
		Doctor      doctorCommand      `cmd:"" help:"Say what is wrong with an installation, and what to do. A server may run."`
		Bench       benchCommand       `cmd:"" help:"Measure how fast search is, beside the same search in SQL, and how long it takes to take things in."`
		Eval        evalCommand        `cmd:"" help:"Measure how well questions find what answers them, beside BM25 alone."`
		Login       loginCommand       `cmd:"" help:"Keep the address of a server and a token of yours, which is read from standard input, for save, ask, find and open."`
		Save        saveCommand        `cmd:"" help:"Save addresses, files or text on a server."`
		Ask         askCommand         `cmd:"" help:"Ask what you saved on a server; prints the answer with its sources."`
		Find        findCommand        `cmd:"" help:"List what you saved on a server, by words or by a filter."`
		Open        openCommand        `cmd:"" help:"Open a memory of a server in the browser, or print its text."`
		Completion  completionCommand  `cmd:"" help:"Print a script that has a shell complete commands and flags."`
		OpenAPI     openAPICommand     `cmd:"" name:"openapi" help:"Print the OpenAPI document of every call."`
		Version     versionCommand     `cmd:"" help:"Print the version."`
		ReadPDF     readPDFCommand     `cmd:"" name:"read-pdf" hidden:"" help:"Read a PDF from standard input."`
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	parser := kong.Must(&cli,
		kong.Name("engram"),
		kong.Description("A second brain: save web pages, videos, tweets, PDFs and notes, and ask them in plain words."),
		kong.BindTo(ctx, (*context.Context)(nil)),
		config.SecretFiles(),
	)
	command, err := parser.Parse(os.Args[1:])
	exitOn(err)
	if takesSettings(command.Selected()) {
		exitOn(config.CheckEnvironment(parser.Model, os.Environ()))
	}
	exitOn(command.Run(parser.Model))
}

// takesSettings reports whether the command reads the environment.
func takesSettings(command *kong.Node) bool {
	return slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return len(f.Envs) > 0 })
}

func exitOn(err error) {
	var coded exit
	if errors.As(err, &coded) && coded.error == nil {
		os.Exit(coded.code) // what was printed says it
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engram: "+strings.Join(strings.Fields(err.Error()), " ")) // on one line
		os.Exit(cmp.Or(coded.code, 1))
	}
}
