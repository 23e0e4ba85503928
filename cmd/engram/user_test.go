package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// signIn returns the status that a server answers.
func signIn(t *testing.T, url, name, password string) (status int) {
	t.Helper()
	body := strings.NewReader(`{"username":"` + name + `","password":"` + password + `"}`)
	response, err := http.Post(url+"/api/v1/signin", "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestUserCommands(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	_, url := serve(t, dir, "ENGRAM_MODE=personal")
	const first, second = "Correct1!horse", "Another2!horse"
	post(t, url+"/api/v1/signup", "", `{"username":"Ada","password":"`+first+`"}`)
	const newcomer = `(?m)^Ben +member +active +\d{4}-\d\d-\d\d +never +0 +0.0 MB$`
	for _, step := range []struct {
		args   string
		input  string
		fails  bool
		says   string // a pattern
		signIn int    // the status of Ben's with the second password; 0: not asked
	}{
		{args: "list", says: `^NAME +ROLE +STATE +CREATED +LAST SEEN +MEMORIES +FILES\nAda +owner +active .*\n$`},
		{args: "add Ben --password-stdin", input: "weak\n", fails: true, says: `^engram: .*[Pp]assword.*\n$`},
		{args: "add Ben --password-stdin", fails: true, says: `^engram: there is no password on standard input\n$`},
		{args: "add Ben --password-stdin", input: first + "\n", says: `^Ben is added\.`, signIn: 401},
		{args: "add Ben", fails: true, says: `^engram: .*\n$`},
		{args: "list", says: newcomer},
		{args: "reset-password ben --password-stdin", input: second + "\r\n", says: `^ben is signed out everywhere\.`, signIn: 200},
		{args: "disable Ben", says: `^Ben is disabled\.\n$`, signIn: 403},
		{args: "list", says: `(?m)^Ben +member +disabled `},
		{args: "enable Ben", says: `^Ben is enabled\.\n$`, signIn: 200},
		{args: "demote Ada", fails: true, says: `^engram: .*the only owner.*\n$`},
		{args: "promote Ben", says: `^Ben is an owner\.\n$`},
		{args: "list", says: `(?m)^Ben +owner `},
		{args: "demote Ben", says: `^Ben is a member\.\n$`},
		{args: "list", says: `(?m)^Ben +member `},
		{args: "reset-password Ben", says: `^Ben is signed out everywhere\. The password is: \S+\n$`, signIn: 401},
		{args: "disable Nobody", fails: true, says: `^engram: There is no account of that name\n$`},
		{args: "delete Ben", fails: true, says: `^engram: this deletes all that Ben saved, for good: say --yes to do it\n$`},
		{args: "list", says: `(?m)^Ben `},
		{args: "delete Ben --yes", says: `^Ben is deleted\.\n$`, signIn: 401},
		{args: "list", says: `^NAME .*\nAda .*\n$`},
		{args: "add Cleo --owner", says: `^Cleo is added\. The password is: \S+\n$`},
		{args: "list", says: `(?m)^Cleo +owner `},
	} {
		cmd := program(append([]string{"user"}, strings.Fields(step.args)...), "ENGRAM_DATA_DIR="+dir)
		cmd.Stdin = strings.NewReader(step.input)
		out, err := cmd.CombinedOutput()
		if (err != nil) != step.fails || !regexp.MustCompile(step.says).Match(out) {
			t.Fatalf("%s: %v, %q, want %q", step.args, err, out, step.says)
		}
		if step.signIn == 0 {
			continue
		}
		if status := signIn(t, url, "Ben", second); status != step.signIn {
			t.Errorf("after %s Ben's sign-in is answered %d, want %d", step.args, status, step.signIn)
		}
	}
}
