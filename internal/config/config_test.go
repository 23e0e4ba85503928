package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"engram/internal/plan"
)

var update = flag.Bool("update", false, "write docs/configuration.md anew")

// parse reads the settings as the program does.
func parse(t *testing.T, environ map[string]string, args ...string) (Config, error) {
	t.Helper()
	for name, value := range environ {
		t.Setenv(name, value)
	}
	var cli Config
	parser, err := kong.New(&cli, SecretFiles())
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckEnvironment(parser.Model, os.Environ()); err != nil {
		return cli, err
	}
	_, err = parser.Parse(args)
	return cli, err
}

func TestDefaults(t *testing.T) {
	got, err := parse(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Mode: "service", LogLevel: "info", LogFormat: "text", Addr: "127.0.0.1:8080", DataDir: "./data", FreeMemories: 100, FreeDocuments: 2, ProDocuments: 10,
		FreeSearchesPerDay: 20, MaxUploadMB: 25, MaxImportMB: 4096, AuthRate: 20, TokenRate: 300, Encoder: "on", Reader: "on", OCR: "eng", OCRModels: "/usr/share/tesseract-ocr/5/tessdata", TweetURL: "https://cdn.syndication.twimg.com",
		SupportEmail: "support@engram.local", SalesEmail: "sales@engram.local", PeopleURL: "https://randomuser.me/api/",
		ChatTokens: 3000, ChatTimeout: 8 * time.Second, ChatParallel: 4, BackupKeep: 14,
		ACMEURL: "https://acme-v02.api.letsencrypt.org/directory",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	limits := plan.Table{
		Free:     plan.Limits{Memories: 100, Documents: 2, SearchesPerDay: 20},
		Pro:      plan.Limits{Documents: 10},
		UploadMB: 25,
	}
	if diff := cmp.Diff(limits, got.Limits()); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}

func TestSettings(t *testing.T) {
	tests := []struct {
		name    string
		environ map[string]string
		args    []string
		wantErr string // part of the one line; empty: it starts
	}{
		{name: "variables", environ: map[string]string{"ENGRAM_ADDR": ":9000", "ENGRAM_FREE_MEMORIES": "0", "ENGRAM_FETCH_ALLOW": "127.0.0.0/8,10.0.0.1:8080", "ENGRAM_METRICS_ADDR": "127.0.0.1:9090"}},
		{name: "flags", args: []string{"--addr=:9000", "--auth-rate=0"}},
		{name: "Postgres", environ: map[string]string{"ENGRAM_DATABASE_URL": "postgres://u:p@localhost/engram"}},
		{name: "an unknown variable", environ: map[string]string{"ENGRAM_ADRR": ":9000"}, wantErr: "unknown setting ENGRAM_ADRR"},
		{name: "an unknown flag", args: []string{"--adrr=:9000"}, wantErr: "--adrr"},
		{name: "no number", environ: map[string]string{"ENGRAM_FREE_MEMORIES": "many"}, wantErr: "--free-memories"},
		{name: "a negative limit", environ: map[string]string{"ENGRAM_AUTH_RATE": "-1"}, wantErr: "ENGRAM_AUTH_RATE must be 0 or more"},
		{name: "a short secret", environ: map[string]string{"ENGRAM_SECRET": "short"}, wantErr: "ENGRAM_SECRET must have at least 16"},
		{name: "a bucket", environ: map[string]string{"ENGRAM_BLOB_URL": "s3://k:s@host/files"}},
		{name: "no bucket", environ: map[string]string{"ENGRAM_BLOB_URL": "https://k:hunter2@host/files"}, wantErr: "ENGRAM_BLOB_URL must begin with s3://"},
		{name: "another database", environ: map[string]string{"ENGRAM_DATABASE_URL": "mysql://root:hunter2@db"}, wantErr: "must begin with postgres://"},
		{name: "no address", environ: map[string]string{"ENGRAM_PUBLIC_URL": "engram.example"}, wantErr: "ENGRAM_PUBLIC_URL must be"},
		{name: "https by files", environ: map[string]string{"ENGRAM_TLS_CERT": "c.pem", "ENGRAM_TLS_KEY": "k.pem", "ENGRAM_REDIRECT_ADDR": ":80"}},
		{name: "https by itself", environ: map[string]string{"ENGRAM_ACME_DOMAINS": "notes.example.org,www.example.org"}},
		{name: "a certificate without its key", environ: map[string]string{"ENGRAM_TLS_CERT": "c.pem"}, wantErr: "ENGRAM_TLS_CERT and ENGRAM_TLS_KEY must be set together"},
		{name: "two ways to a certificate", environ: map[string]string{"ENGRAM_TLS_CERT": "c.pem", "ENGRAM_TLS_KEY": "k.pem", "ENGRAM_ACME_DOMAINS": "a.org"}, wantErr: "set one of them"},
		{name: "a certificate for an address", environ: map[string]string{"ENGRAM_ACME_DOMAINS": "192.0.2.1"}, wantErr: `not "192.0.2.1"`},
		{name: "a certificate for a port", environ: map[string]string{"ENGRAM_ACME_DOMAINS": "a.org:443"}, wantErr: `not "a.org:443"`},
		{name: "a certificate for all", environ: map[string]string{"ENGRAM_ACME_DOMAINS": "*.a.org"}, wantErr: `not "*.a.org"`},
		{name: "a certificate for a machine", environ: map[string]string{"ENGRAM_ACME_DOMAINS": "localhost"}, wantErr: `not "localhost"`},
		{name: "no authority", environ: map[string]string{"ENGRAM_ACME_URL": "letsencrypt"}, wantErr: "ENGRAM_ACME_URL"},
		{name: "nowhere to lead to", environ: map[string]string{"ENGRAM_REDIRECT_ADDR": ":80"}, wantErr: "there is no https to lead to"},
		{name: "mail", environ: map[string]string{"ENGRAM_EMAIL_ADDR": ":25", "ENGRAM_EMAIL_DOMAIN": "save.example.org"}},
		{name: "mail for no domain", environ: map[string]string{"ENGRAM_EMAIL_ADDR": ":25"}, wantErr: "ENGRAM_EMAIL_ADDR needs ENGRAM_EMAIL_DOMAIN"},
		{name: "mail from nowhere", environ: map[string]string{"ENGRAM_EMAIL_DOMAIN": "save.example.org"}, wantErr: "ENGRAM_EMAIL_DOMAIN needs ENGRAM_EMAIL_ADDR"},
		{name: "mail for a mailbox", environ: map[string]string{"ENGRAM_EMAIL_ADDR": ":25", "ENGRAM_EMAIL_DOMAIN": "ada@example.org"}, wantErr: `ENGRAM_EMAIL_DOMAIN must be a domain such as save.example.org, not "ada@example.org"`},
		{name: "mail without a port", environ: map[string]string{"ENGRAM_EMAIL_ADDR": "25", "ENGRAM_EMAIL_DOMAIN": "save.example.org"}, wantErr: `ENGRAM_EMAIL_ADDR must be an address such as :25, not "25"`},
		{name: "no proxy", environ: map[string]string{"ENGRAM_TRUSTED_PROXIES": "10.0.0.1"}, wantErr: `ENGRAM_TRUSTED_PROXIES takes CIDRs, not "10.0.0.1"`},
		{name: "an address to turn to", environ: map[string]string{"ENGRAM_SUPPORT_EMAIL": "help@engram.example"}},
		{name: "no address for inquiries", environ: map[string]string{"ENGRAM_SALES_EMAIL": "sales"}, wantErr: "ENGRAM_SALES_EMAIL must be an email address"},
		{name: "Stripe", environ: map[string]string{"ENGRAM_STRIPE_SECRET_KEY": "sk_test_1", "ENGRAM_STRIPE_PRICE_MONTH": "price_1", "ENGRAM_STRIPE_PRICE_YEAR": "price_2", "ENGRAM_STRIPE_WEBHOOK_SECRET": "whsec_1"}},
		{name: "Stripe without prices", environ: map[string]string{"ENGRAM_STRIPE_SECRET_KEY": "sk_test_hunter2"}, wantErr: "ENGRAM_STRIPE_SECRET_KEY needs ENGRAM_STRIPE_PRICE_MONTH"},
		{name: "prices without Stripe", environ: map[string]string{"ENGRAM_STRIPE_PRICE_MONTH": "price_1"}, wantErr: "ENGRAM_STRIPE_PRICE_MONTH needs ENGRAM_STRIPE_SECRET_KEY"},
		{name: "one price for both", environ: map[string]string{"ENGRAM_STRIPE_SECRET_KEY": "sk_test_hunter2", "ENGRAM_STRIPE_PRICE_MONTH": "price_1", "ENGRAM_STRIPE_PRICE_YEAR": "price_1"}, wantErr: "must be two prices"},
		{name: "a Stripe key that is no key", environ: map[string]string{"ENGRAM_STRIPE_SECRET_KEY": "sk hunter2"}, wantErr: "ENGRAM_STRIPE_SECRET_KEY must be one word"},
		{name: "Stripe from nowhere", environ: map[string]string{"ENGRAM_STRIPE_API_URL": "localhost:12111"}, wantErr: "ENGRAM_STRIPE_API_URL must be an http or https address"},
		{name: "no made-up people", environ: map[string]string{"ENGRAM_PEOPLE_URL": ""}},
		{name: "made-up people from nowhere", environ: map[string]string{"ENGRAM_PEOPLE_URL": "randomuser"}, wantErr: "ENGRAM_PEOPLE_URL must be an http or https address"},
		{name: "no address to turn to", environ: map[string]string{"ENGRAM_SUPPORT_EMAIL": "Help <help@engram.example>"}, wantErr: "ENGRAM_SUPPORT_EMAIL must be an email address"},
		{name: "no encoder", environ: map[string]string{"ENGRAM_ENCODER": "off"}},
		{name: "an encoder's weights", args: []string{"--encoder=./small.weights"}},
		{name: "an encoder that is no path", environ: map[string]string{"ENGRAM_ENCODER": "yes"}, wantErr: `ENGRAM_ENCODER must be on, multilingual, english, off or the path of a weights file with a slash in it, not "yes"`},
		{name: "an empty encoder", args: []string{"--encoder="}, wantErr: "ENGRAM_ENCODER must be"},
		{name: "scans in two languages", environ: map[string]string{"ENGRAM_OCR": "deu,eng"}},
		{name: "no scans", environ: map[string]string{"ENGRAM_OCR": "off"}},
		{name: "a language that is none", environ: map[string]string{"ENGRAM_OCR": "eng,../x"}, wantErr: `ENGRAM_OCR must be off, or names of languages such as eng,deu, not "eng,../x"`},
		{name: "no reader", environ: map[string]string{"ENGRAM_READER": "off"}},
		{name: "a reader's weights", args: []string{"--reader=./reader.weights"}},
		{name: "a reader that is no path", environ: map[string]string{"ENGRAM_READER": "yes"}, wantErr: `ENGRAM_READER must be on, off or the path of a weights file with a slash in it, not "yes"`},
		{name: "an endpoint", environ: map[string]string{"ENGRAM_AI_URL": "https://ai.example/v1", "ENGRAM_AI_KEY": "sk-hunter2", "ENGRAM_EMBEDDING_MODEL": "small"}},
		{name: "an endpoint without a key, by flags", args: []string{"--ai-url=http://127.0.0.1:11434/v1", "--embedding-model=small"}},
		{name: "no endpoint", environ: map[string]string{"ENGRAM_AI_URL": "root:hunter2@ai.example"}, wantErr: "ENGRAM_AI_URL must be an http or https address"},
		{name: "another scheme", environ: map[string]string{"ENGRAM_AI_URL": "ftp://root:hunter2@ai.example"}, wantErr: "ENGRAM_AI_URL must be an http or https address"},
		{name: "a model without an endpoint", environ: map[string]string{"ENGRAM_EMBEDDING_MODEL": "small", "ENGRAM_AI_KEY": "hunter2"}, wantErr: "ENGRAM_EMBEDDING_MODEL needs ENGRAM_AI_URL"},
		{name: "a chat model", environ: map[string]string{"ENGRAM_AI_URL": "https://ai.example/v1", "ENGRAM_CHAT_MODEL": "small", "ENGRAM_CHAT_TIMEOUT": "1m30s", "ENGRAM_CHAT_TOKENS": "8000", "ENGRAM_CHAT_PARALLEL": "1"}},
		{name: "a chat model without an endpoint", environ: map[string]string{"ENGRAM_CHAT_MODEL": "small", "ENGRAM_AI_KEY": "hunter2"}, wantErr: "ENGRAM_CHAT_MODEL needs ENGRAM_AI_URL"},
		{name: "too few tokens", environ: map[string]string{"ENGRAM_CHAT_TOKENS": "999"}, wantErr: "ENGRAM_CHAT_TOKENS must be 1000 to 1000000, not 999"},
		{name: "no time", environ: map[string]string{"ENGRAM_CHAT_TIMEOUT": "8"}, wantErr: "--chat-timeout"},
		{name: "too little time", environ: map[string]string{"ENGRAM_CHAT_TIMEOUT": "8ms"}, wantErr: "ENGRAM_CHAT_TIMEOUT must be 1s to 10m, not 8ms"},
		{name: "nothing at once", environ: map[string]string{"ENGRAM_CHAT_PARALLEL": "0"}, wantErr: "ENGRAM_CHAT_PARALLEL must be 1 to 1000, not 0"},
		{name: "a key that is no key", environ: map[string]string{"ENGRAM_AI_URL": "http://ai.example", "ENGRAM_AI_KEY": "hunter2\n"}, wantErr: "ENGRAM_AI_KEY must be one word"},
		{name: "an unknown mode", environ: map[string]string{"ENGRAM_MODE": "private"}, wantErr: `ENGRAM_MODE must be one of service, personal, not "private"`},
		{name: "an unknown sign-up", environ: map[string]string{"ENGRAM_SIGNUP": "shut"}, wantErr: "ENGRAM_SIGNUP must be one of open, invite, closed"},
		{name: "prices at home", environ: map[string]string{"ENGRAM_MODE": "personal", "ENGRAM_STRIPE_SECRET_KEY": "hunter2", "ENGRAM_STRIPE_PRICE_MONTH": "a", "ENGRAM_STRIPE_PRICE_YEAR": "b"}, wantErr: "ENGRAM_STRIPE_SECRET_KEY has no use with ENGRAM_MODE=personal"},
		{name: "an unknown log level", environ: map[string]string{"ENGRAM_LOG_LEVEL": "loud"}, wantErr: "ENGRAM_LOG_LEVEL must be one of debug, info, warn, error"},
		{name: "an unknown log format", environ: map[string]string{"ENGRAM_LOG_FORMAT": "xml"}, wantErr: "ENGRAM_LOG_FORMAT must be one of text, json"},
		{name: "a file for what is no secret", environ: map[string]string{"ENGRAM_ADDR_FILE": "/run/addr"}, wantErr: "unknown setting ENGRAM_ADDR_FILE"},
		{name: "backups", environ: map[string]string{"ENGRAM_BACKUP_EVERY": "12h", "ENGRAM_BACKUP_RECIPIENT": "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"}},
		{name: "no backups", environ: map[string]string{"ENGRAM_BACKUP_EVERY": "off", "ENGRAM_MODE": "personal"}},
		{name: "backups all the time", environ: map[string]string{"ENGRAM_BACKUP_EVERY": "1s"}, wantErr: "ENGRAM_BACKUP_EVERY must be off or a time of 1m0s or more, such as 24h, not \"1s\""},
		{name: "backups without a unit", environ: map[string]string{"ENGRAM_BACKUP_EVERY": "1"}, wantErr: "ENGRAM_BACKUP_EVERY must be"},
		{name: "fewer backups than none", environ: map[string]string{"ENGRAM_BACKUP_KEEP": "-1"}, wantErr: "ENGRAM_BACKUP_KEEP must be 0 or more"},
		{name: "a recipient that is no key", environ: map[string]string{"ENGRAM_BACKUP_RECIPIENT": "hunter2"}, wantErr: "ENGRAM_BACKUP_RECIPIENT must be a public key"},
		{name: "a secret for a recipient", environ: map[string]string{"ENGRAM_BACKUP_RECIPIENT": "AGE-SECRET-KEY-1HUNTER2"}, wantErr: "not the secret one"},
		{name: "no network", environ: map[string]string{"ENGRAM_FETCH_ALLOW": "localhost"}, wantErr: `ENGRAM_FETCH_ALLOW takes CIDRs and addr:port, not "localhost"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := parse(t, test.environ, test.args...)
			switch {
			case test.wantErr == "" && err != nil:
				t.Errorf("refused: %v", err)
			case test.wantErr != "" && (err == nil || !strings.Contains(err.Error(), test.wantErr)):
				t.Errorf("got %v, want %q", err, test.wantErr)
			case err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hunter2")):
				t.Errorf("not one line without secrets: %q", err)
			}
		})
	}
}

func TestHelpHoldsNoSecrets(t *testing.T) {
	for _, name := range []string{"ENGRAM_AI_KEY", "ENGRAM_SECRET", "ENGRAM_DATABASE_URL", "ENGRAM_BLOB_URL", "ENGRAM_STRIPE_SECRET_KEY", "ENGRAM_STRIPE_WEBHOOK_SECRET"} {
		t.Setenv(name, "postgres://hunter2-hunter2")
	}
	var out strings.Builder
	parser, err := kong.New(&Config{}, kong.Writers(&out, &out), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = parser.Parse([]string{"--help"}) // where it goes on, as it does not exit here
	if help := out.String(); !strings.Contains(help, "ENGRAM_AI_KEY") || strings.Contains(help, "hunter2") {
		t.Errorf("the help:\n%s", help)
	}
}

func TestLoadSecret(t *testing.T) {
	c := Config{DataDir: t.TempDir()}
	made := 0
	random := func() string { made++; return fmt.Sprintf("a secret that was made %d", made) }
	first, err := c.LoadSecret(random)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.LoadSecret(random)
	if err != nil || string(second) != string(first) {
		t.Errorf("the second start has %q, %v; want %q", second, err, first)
	}
	info, err := os.Stat(filepath.Join(c.DataDir, "secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file: %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(filepath.Join(c.DataDir, "secret"), []byte("cut"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := c.LoadSecret(random); err == nil {
		t.Errorf("a damaged secret was replaced by %q", got)
	}
	node := Config{DataDir: t.TempDir(), DatabaseURL: "postgres://db/engram", BlobURL: "s3://host/bucket"}
	if got, err := node.LoadSecret(random); err == nil || !strings.Contains(err.Error(), "set ENGRAM_SECRET") {
		t.Errorf("a node made the secret %q", got)
	}
	c.Secret = "the operator's own secret"
	if got, _ := c.LoadSecret(random); string(got) != c.Secret {
		t.Errorf("got %q, want the operator's", got)
	}
}

func TestDocumentation(t *testing.T) {
	const file = "../../docs/configuration.md"
	got := documentation(t)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run make generate; drift (-committed +code):\n%s", diff)
	}
}

// documentation is docs/configuration.md, from the struct.
func documentation(t *testing.T) string {
	t.Helper()
	parser, err := kong.New(&Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	secrets := []string{}
	out.WriteString("# Configuration\n\nGenerated from `internal/config` by `make generate`. Each setting is an environment variable and a flag of\n" +
		"`engram serve`. An unknown `ENGRAM_` variable or a bad value ends the start with one line that names it.\n\n" +
		"| variable | flag | default | meaning |\n| --- | --- | --- | --- |\n")
	for _, f := range parser.Model.Flags {
		if len(f.Envs) == 0 {
			continue
		}
		if isSecret(f) {
			secrets = append(secrets, "`"+f.Envs[0]+"_FILE`")
		}
		value := "empty"
		if f.Default != "" {
			value = "`" + f.Default + "`"
		}
		fmt.Fprintf(&out, "| `%s` | `--%s` | %s | %s |\n", f.Envs[0], f.Name, value, f.Help)
	}
	fmt.Fprintf(&out, "\n## Secrets in files\n\nEach secret is also read from a file that a variable of the same name with `_FILE` names: %s.\n"+
		"Line ends after it are dropped. A file that is missing, empty or can't be read ends the start, and so does setting both.\n", strings.Join(secrets, ", "))
	return out.String()
}

func TestBackupsFollowTheMode(t *testing.T) {
	for name, c := range map[string]struct {
		config Config
		want   time.Duration
	}{
		"service mode makes none":     {Config{Mode: ServiceMode}, 0},
		"personal mode one a day":     {Config{Mode: PersonalMode}, 24 * time.Hour},
		"personal mode without":       {Config{Mode: PersonalMode, BackupEvery: "off"}, 0},
		"service mode as it is asked": {Config{Mode: ServiceMode, BackupEvery: "90m"}, 90 * time.Minute},
	} {
		if got := c.config.BackupPeriod(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := (Config{DataDir: "d"}).BackupFolder(); got != filepath.Join("d", "backups") {
		t.Errorf("the folder of backups is %s", got)
	}
}
