package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecretFiles(t *testing.T) {
	held := func(content string) string {
		file := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const secret = "a secret of hunter2"
	for _, test := range []struct {
		name    string
		environ map[string]string
		args    []string
		want    string
		wantErr string
	}{
		{name: "a file", environ: map[string]string{"ENGRAM_SECRET_FILE": held(secret + "\n")}, want: secret},
		{name: "a flag goes first", environ: map[string]string{"ENGRAM_SECRET_FILE": held("another that is long")}, args: []string{"--secret=" + secret}, want: secret},
		{name: "no file", environ: map[string]string{"ENGRAM_SECRET_FILE": "/absent/secret"}, wantErr: "ENGRAM_SECRET_FILE can't be read: open /absent/secret"},
		{name: "a folder", environ: map[string]string{"ENGRAM_SECRET_FILE": t.TempDir()}, wantErr: "ENGRAM_SECRET_FILE can't be read"},
		{name: "an empty file", environ: map[string]string{"ENGRAM_SECRET_FILE": held("\n")}, wantErr: "which is empty"},
		{name: "both", environ: map[string]string{"ENGRAM_SECRET_FILE": held(secret), "ENGRAM_SECRET": secret}, wantErr: "set ENGRAM_SECRET or ENGRAM_SECRET_FILE, not both"},
		{name: "a file that breaks a rule", environ: map[string]string{"ENGRAM_SECRET_FILE": held("hunter2")}, wantErr: "ENGRAM_SECRET must have at least 16"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := parse(t, test.environ, test.args...)
			if test.wantErr == "" && (err != nil || got.Secret != test.want) {
				t.Errorf("got %q, %v", got.Secret, err)
			}
			if test.wantErr != "" && (err == nil || !strings.Contains(err.Error(), test.wantErr) || strings.Contains(err.Error(), "hunter2")) {
				t.Errorf("got %v, want %q", err, test.wantErr)
			}
		})
	}
}

func TestModes(t *testing.T) {
	for _, test := range []struct {
		mode, signUp, want string
		unlimited          bool
	}{
		{"service", "", SignUpOpen, false},
		{"service", "invite", SignUpInvite, false},
		{"personal", "", SignUpInvite, true},
		{"personal", "open", SignUpOpen, true},
	} {
		got, err := parse(t, map[string]string{"ENGRAM_MODE": test.mode, "ENGRAM_SIGNUP": test.signUp})
		if err != nil {
			t.Fatal(err)
		}
		limits := got.Limits()
		if got.SignUpPolicy() != test.want || (limits.Free == limits.Pro && limits.Free.Memories == 0) != test.unlimited || limits.UploadMB != 25 {
			t.Errorf("%s %s: %s %+v", test.mode, test.signUp, got.SignUpPolicy(), limits)
		}
	}
}
