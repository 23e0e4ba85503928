package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"engram/internal/client"
	"engram/internal/config"
)

// Exit codes of the commands that call a server, beside 0 and 1 (docs/cli.md).
const (
	exitNothing     = 3
	exitRefused     = 4
	exitUnreachable = 5
)

// exit is an error with an exit code of its own.
type exit struct {
	error
	code int
}

// ExitCode returns the code.
func (e exit) ExitCode() int { return e.code }

// coded gives errors of a server their exit code.
func coded(err error) error {
	var refused *client.Error
	var away *client.Unreachable
	switch {
	case errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusForbidden):
		return exit{err, exitRefused}
	case errors.As(err, &away):
		return exit{err, exitUnreachable}
	}
	return err
}

// remote is the server of a command: that of the environment, or the one of engram login.
type remote struct {
	URL   string `env:"ENGRAM_URL" name:"url" placeholder:"URL" help:"The address of the server. Empty: the one of engram login."`
	Token string `env:"ENGRAM_TOKEN" name:"token" secret:"" placeholder:"TOKEN" help:"A token of yours, from Profile, Security. Better set in the environment: other programs see what a command is called with."`
	JSON  bool   `name:"json" help:"Print what the server answers, for scripts."`
}

func (r remote) open() (*client.Client, error) {
	s := config.Remote{URL: r.URL, Token: r.Token}
	if s.URL == "" || s.Token == "" {
		kept, err := client.Load()
		if err != nil {
			return nil, err
		}
		s.URL = cmp.Or(s.URL, kept.URL)
		if s.Token == "" && strings.TrimRight(s.URL, "/") == kept.URL { // it is for that server alone
			s.Token = kept.Token
		}
	}
	if s.URL == "" {
		return nil, errors.New("there is no server: engram login URL, or set ENGRAM_URL and ENGRAM_TOKEN")
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return client.New(s.URL, s.Token), nil
}

// printer returns a Printer for standard output.
func printer() client.Printer {
	p := client.Printer{Out: os.Stdout}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		p.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		if columns, _, err := term.GetSize(fd); err == nil {
			p.Width = columns
		}
	}
	return p
}

type loginCommand struct {
	URL string `arg:"" help:"The address of the server, such as https:// and the name of its host."`
}

// Run reads a token from standard input, has the server say whose it is, and keeps it.
func (c *loginCommand) Run(ctx context.Context) error {
	token, err := readToken()
	if err != nil {
		return err
	}
	s := config.Remote{URL: strings.TrimRight(c.URL, "/"), Token: token}
	if err := s.Validate(); err != nil {
		return err
	}
	name, err := client.New(s.URL, s.Token).Name(ctx)
	if err != nil {
		return coded(err)
	}
	file, err := client.Keep(client.Settings{URL: s.URL, Token: s.Token})
	if err != nil {
		return err
	}
	if name != "" {
		name = " as " + name
	}
	_, err = fmt.Printf("Signed in to %s%s. The token is kept in %s\n", s.URL, name, file)
	return err
}

func readToken() (string, error) {
	if fd := int(os.Stdin.Fd()); term.IsTerminal(fd) {
		fmt.Fprint(os.Stderr, "Token (from Profile, Security): ")
		raw, err := term.ReadPassword(fd)
		fmt.Fprintln(os.Stderr)
		return strings.TrimSpace(string(raw)), err
	}
	line, err := bufio.NewReader(io.LimitReader(os.Stdin, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line = strings.TrimSpace(line); line == "" {
		return "", errors.New("no token arrived on standard input")
	}
	return line, nil
}

type saveCommand struct {
	remote `embed:""`

	What   []string `arg:"" help:"Addresses, files, or texts; - is standard input."`
	Note   bool     `help:"Save what is given as text, whatever it looks like."`
	Tags   []string `name:"tag" short:"t" placeholder:"TAG" help:"A tag of it; may be given more than once."`
	Remark string   `short:"r" help:"A remark of yours."`
}

// Run saves one after the other, and ends with the first that can't be saved.
func (c *saveCommand) Run(ctx context.Context) error {
	server, err := c.open()
	if err != nil {
		return err
	}
	for _, what := range c.What {
		draft, err := c.draft(ctx, server, what)
		if err != nil {
			return coded(err)
		}
		draft.Tags, draft.Remark = c.Tags, c.Remark
		saved, raw, err := server.Save(ctx, draft)
		if err != nil {
			return coded(err)
		}
		if err := c.say(saved, raw); err != nil {
			return err
		}
	}
	return nil
}

func (c *saveCommand) say(saved client.Saved, raw []byte) (err error) {
	if c.JSON {
		return printJSON(raw)
	}
	said := "Saved"
	if saved.Before() {
		said = "Saved before"
	}
	fmt.Printf("%s: ", said)
	return printer().List([]client.Memory{saved.Content})
}

var (
	address  = regexp.MustCompile(`^https?://\S+$`)
	fileName = regexp.MustCompile(`^\S*(/\S*|\.[A-Za-z0-9]{1,5})$`)
)

// draft returns what to save, once a file is uploaded.
func (c *saveCommand) draft(ctx context.Context, server *client.Client, what string) (client.Draft, error) {
	note := func(text string) client.Draft { return client.Draft{Type: "note", Description: text} }
	info, err := os.Stat(what)
	switch {
	case what == "-":
		raw, err := io.ReadAll(os.Stdin)
		if err != nil {
			return client.Draft{}, err
		}
		if text := string(raw); utf8.ValidString(text) && !strings.HasPrefix(text, "%PDF-") && !strings.ContainsRune(text, 0) {
			return note(text), nil
		}
		return uploaded(ctx, server, "Standard input", raw)
	case c.Note:
		return note(what), nil
	case address.MatchString(what):
		return client.Draft{Type: "link", Link: what, IfNew: true}, nil
	case err == nil && info.Mode().IsRegular():
		raw, err := os.ReadFile(what)
		if err != nil {
			return client.Draft{}, err
		}
		return uploaded(ctx, server, filepath.Base(what), raw)
	case fileName.MatchString(what):
		return client.Draft{}, fmt.Errorf("there is no file %s; --note saves it as text", what)
	}
	return note(what), nil
}

func uploaded(ctx context.Context, server *client.Client, name string, content []byte) (client.Draft, error) {
	link, err := server.Upload(ctx, name, content)
	return client.Draft{Type: "document", Link: link}, err
}

type askCommand struct {
	remote `embed:""`

	Question []string `arg:"" help:"The question, in one argument or several."`
	Memory   string   `placeholder:"ID" help:"Ask this memory alone."`
}

// Run prints the answer and what it rests on.
func (c *askCommand) Run(ctx context.Context) error {
	server, err := c.open()
	if err != nil {
		return err
	}
	answer, raw, err := server.Ask(ctx, strings.Join(c.Question, " "), c.Memory)
	if err != nil {
		return coded(err)
	}
	if c.JSON {
		err = printJSON(raw)
	} else {
		err = printer().Answer(answer, server.Page)
	}
	if err == nil && answer.Degree == "nothing" {
		return exit{code: exitNothing}
	}
	return err
}

type findCommand struct {
	remote `embed:""`

	Words  []string `arg:"" optional:"" help:"Words to find; none lists the newest."`
	Filter string   `short:"f" help:"Words of a filter, such as tag:recipes or before:2025."`
	Limit  int      `short:"n" default:"20" help:"How many at most, up to 500."`
}

// Run lists memories with their ids, the best or newest first.
func (c *findCommand) Run(ctx context.Context) error {
	server, err := c.open()
	if err != nil {
		return err
	}
	list, raw, err := server.Find(ctx, strings.Join(c.Words, " "), c.Filter, c.Limit)
	if err != nil {
		return coded(err)
	}
	if c.JSON {
		err = printJSON(raw)
	} else {
		err = printer().List(list.Content)
	}
	if err == nil && len(list.Content) == 0 {
		return exit{code: exitNothing}
	}
	return err
}

type openCommand struct {
	remote `embed:""`

	ID    string `arg:"" help:"The id of a memory, as engram find prints it."`
	Print bool   `short:"p" help:"Print its text, as Markdown, in place of opening it in a browser."`
}

// Run opens a memory in the browser, or prints it.
func (c *openCommand) Run(ctx context.Context) error {
	server, err := c.open()
	if err != nil {
		return err
	}
	if c.Print && !c.JSON {
		text, err := server.Text(ctx, c.ID)
		if err == nil {
			err = printer().Text(text)
		}
		return coded(err)
	}
	m, raw, err := server.Get(ctx, c.ID)
	if err != nil {
		return coded(err)
	}
	if c.JSON {
		return printJSON(raw)
	}
	return browse(ctx, server.Page(m.ID))
}

// browse opens an address in the browser, and prints it where there is none.
func browse(ctx context.Context, address string) error {
	opener := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if opener == nil {
		opener = []string{"xdg-open"}
	}
	if exec.CommandContext(ctx, opener[0], append(opener[1:], address)...).Run() == nil {
		return nil
	}
	_, err := fmt.Println(address)
	return err
}

// printJSON prints an answer on a line of its own.
func printJSON(raw []byte) error {
	var out json.RawMessage = raw
	compact, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = fmt.Println(string(compact))
	return err
}
