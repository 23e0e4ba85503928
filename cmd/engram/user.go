package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"golang.org/x/term"

	"engram/internal/app"
	"engram/internal/config"
)

// userCommand looks after accounts, also while the server runs.
type userCommand struct {
	List          userListCommand          `cmd:"" help:"List every account."`
	Add           userAddCommand           `cmd:"" help:"Make an account, whoever may sign up. Prints its password."`
	ResetPassword userResetPasswordCommand `cmd:"" help:"Give an account a new password, which is printed, and end its sessions."`
	Disable       userDisableCommand       `cmd:"" help:"End the sessions of an account and let nobody sign in to it."`
	Enable        userEnableCommand        `cmd:"" help:"Let whoever has a disabled account sign in again."`
	Promote       userPromoteCommand       `cmd:"" help:"Make somebody an owner."`
	Demote        userDemoteCommand        `cmd:"" help:"Make an owner a member."`
	Delete        userDeleteCommand        `cmd:"" help:"Delete an account with all that was saved and uploaded."`
}

// oneUser is the account that a command is about.
type oneUser struct {
	config.Config `embed:""`

	Name string `arg:"" help:"The username."`
}

// with opens the accounts, does something with them and says what was done.
func with(ctx context.Context, cfg config.Config, do func(*app.Users) (said string, err error)) (err error) {
	users, err := app.OpenUsers(ctx, cfg, slog.New(logHandler(cfg)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, users.Close()) }()
	said, err := do(users)
	if err == nil && said != "" {
		_, err = fmt.Println(said)
	}
	return err
}

type userListCommand struct {
	config.Config `embed:""`
}

func (c *userListCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return "", u.List(ctx, os.Stdout) })
}

type userAddCommand struct {
	oneUser       `embed:""`
	Owner         bool `help:"Make it an owner's."`
	PasswordStdin bool `help:"Read the password from standard input in place of making one."`
}

func (c *userAddCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) {
		password, said, err := choosePassword(c.PasswordStdin)
		if err != nil {
			return "", err
		}
		return c.Name + " is added. " + said, u.Add(ctx, c.Name, password, c.Owner)
	})
}

type userResetPasswordCommand struct {
	oneUser       `embed:""`
	PasswordStdin bool `help:"Read the password from standard input in place of making one."`
}

func (c *userResetPasswordCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) {
		password, said, err := choosePassword(c.PasswordStdin)
		if err != nil {
			return "", err
		}
		return c.Name + " is signed out everywhere. " + said, u.ResetPassword(ctx, c.Name, password)
	})
}

// choosePassword reads a password, which a terminal does not show, or makes one, and says so.
func choosePassword(read bool) (password, said string, err error) {
	if !read {
		password, err = app.NewPassword()
		return password, "The password is: " + password, err
	}
	if in := int(os.Stdin.Fd()); term.IsTerminal(in) {
		fmt.Fprint(os.Stderr, "Password: ")
		typed, err := term.ReadPassword(in)
		fmt.Fprintln(os.Stderr)
		return string(typed), "", err
	}
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if line == "" && err != nil {
		return "", "", errors.New("there is no password on standard input")
	}
	return strings.TrimRight(line, "\r\n"), "", nil
}

type userDisableCommand struct{ oneUser }

func (c *userDisableCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return c.Name + " is disabled.", u.Disable(ctx, c.Name) })
}

type userEnableCommand struct{ oneUser }

func (c *userEnableCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return c.Name + " is enabled.", u.Enable(ctx, c.Name) })
}

type userPromoteCommand struct{ oneUser }

func (c *userPromoteCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return c.Name + " is an owner.", u.Promote(ctx, c.Name) })
}

type userDemoteCommand struct{ oneUser }

func (c *userDemoteCommand) Run(ctx context.Context) error {
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return c.Name + " is a member.", u.Demote(ctx, c.Name) })
}

type userDeleteCommand struct {
	oneUser `embed:""`
	Yes     bool `help:"Delete it; without, nothing is done."`
}

func (c *userDeleteCommand) Run(ctx context.Context) error {
	if !c.Yes {
		return fmt.Errorf("this deletes all that %s saved, for good: say --yes to do it", c.Name)
	}
	return with(ctx, c.Config, func(u *app.Users) (string, error) { return c.Name + " is deleted.", u.Delete(ctx, c.Name) })
}
