// Package config is the one validated description of every setting. Flags, environment variables, the help text and
// docs/configuration.md all come from its struct.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"engram/internal/plan"
)

// Prefix begins the name of every environment variable of ours.
const Prefix = "ENGRAM_"

// Config holds the settings of `engram serve`. A limit of zero is unlimited.
type Config struct {
	Mode               string        `env:"ENGRAM_MODE" default:"service" placeholder:"service|personal" help:"service offers plans with limits and open sign-up; personal is for its owner and invited people, without limits and prices."`
	SignUp             string        `env:"ENGRAM_SIGNUP" name:"signup" placeholder:"open|invite|closed" help:"Who may make an account: anyone, people with an owner's invitation, or no one. Empty: anyone in service mode, the invited in personal mode. The first account in personal mode is the owner's and needs none."`
	Addr               string        `env:"ENGRAM_ADDR" default:"127.0.0.1:8080" help:"Where it listens."`
	MetricsAddr        string        `env:"ENGRAM_METRICS_ADDR" placeholder:"ADDR" help:"Where Prometheus finds /metrics, if anywhere: an address of its own such as 127.0.0.1:9090, without a password."`
	TLSCert            string        `env:"ENGRAM_TLS_CERT" name:"tls-cert" placeholder:"FILE" help:"Certificate, with its chain, in PEM: Engram speaks https itself. A renewed file is noticed."`
	TLSKey             string        `env:"ENGRAM_TLS_KEY" name:"tls-key" placeholder:"FILE" help:"The certificate's key, in PEM."`
	ACMEDomains        []string      `env:"ENGRAM_ACME_DOMAINS" name:"acme-domains" placeholder:"NAME" help:"Domains that Engram gets certificates for by itself and renews, such as notes.example.org. It must be reached on port 443 of each. Setting it accepts the authority's terms."`
	ACMEEmail          string        `env:"ENGRAM_ACME_EMAIL" name:"acme-email" placeholder:"EMAIL" help:"Where the authority writes when something is wrong with a certificate."`
	ACMEURL            string        `env:"ENGRAM_ACME_URL" name:"acme-url" default:"https://acme-v02.api.letsencrypt.org/directory" placeholder:"URL" help:"The directory of the certificate authority."`
	RedirectAddr       string        `env:"ENGRAM_REDIRECT_ADDR" placeholder:"ADDR" help:"Where http is answered with the way to https, such as :80, when Engram speaks https itself."`
	EmailAddr          string        `env:"ENGRAM_EMAIL_ADDR" placeholder:"ADDR" help:"Where mail is received by SMTP, such as :25: each user may then have an address that saves what is mailed to it. Empty: nowhere."`
	EmailDomain        string        `env:"ENGRAM_EMAIL_DOMAIN" placeholder:"NAME" help:"The domain of these addresses, such as save.example.org, whose MX record leads here."`
	PublicURL          string        `env:"ENGRAM_PUBLIC_URL" placeholder:"URL" help:"The address that users see, for links and the way back from a payment. From the request when empty."`
	DataDir            string        `env:"ENGRAM_DATA_DIR" default:"./data" help:"Holds the embedded database, the blobs and the secret."`
	DatabaseURL        string        `secret:"" env:"ENGRAM_DATABASE_URL" placeholder:"URL" help:"postgres://… takes the place of SQLite in the data directory."`
	BlobURL            string        `secret:"" env:"ENGRAM_BLOB_URL" name:"blob-url" placeholder:"URL" help:"s3://KEY:SECRET@HOST/BUCKET takes the place of the folder blobs in the data directory for uploads and pictures: any service that speaks S3. Behind the bucket may be a prefix, and ?region=REGION. s3+http:// where the service has no TLS. Without KEY:SECRET@ they come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the machine's role."`
	NewDatabase        bool          `env:"ENGRAM_NEW_DATABASE" help:"Begin with an empty database although the data directory holds files of an earlier one, which is refused otherwise. For one start."`
	TakeOver           bool          `env:"ENGRAM_TAKE_OVER" help:"Let this Engram have a Postgres database with another ENGRAM_SECRET, or with files elsewhere, than the one before, which is refused otherwise. For one start, while no other runs on it."`
	Secret             string        `secret:"" env:"ENGRAM_SECRET" placeholder:"SECRET" help:"Signs file links, at least 16 characters. Made once and kept in the data directory when empty; must be set, and the same, on every node. On Postgres another one needs ENGRAM_TAKE_OVER."`
	FreeMemories       int           `env:"ENGRAM_FREE_MEMORIES" default:"100" help:"Memories that a free user may store; 0 is unlimited, here and below."`
	FreeDocuments      int           `env:"ENGRAM_FREE_DOCUMENTS" default:"2" help:"Documents that a free user may store."`
	ProDocuments       int           `env:"ENGRAM_PRO_DOCUMENTS" default:"10" help:"Documents that a Pro user may store."`
	FreeSearchesPerDay int           `env:"ENGRAM_FREE_SEARCHES_PER_DAY" default:"20" help:"Searches of a free user in one UTC day."`
	MaxUploadMB        int           `env:"ENGRAM_MAX_UPLOAD_MB" name:"max-upload-mb" default:"25" help:"Size of one uploaded file, in MB, in both modes: a technical bound, not one of a plan; 0 is unlimited."`
	MaxImportMB        int           `env:"ENGRAM_MAX_IMPORT_MB" name:"max-import-mb" default:"4096" help:"Size of one file of another program that is taken over, in MB; 0 is unlimited. What is in it counts as if it were saved one by one."`
	WatchDir           string        `env:"ENGRAM_WATCH_DIR" placeholder:"DIR" help:"A folder with a folder for each user, named as they sign in: files that are put there become documents of theirs. They stay where they are. Empty: none."`
	AuthRate           int           `env:"ENGRAM_AUTH_RATE" default:"20" help:"Sign-in and sign-up tries a minute for one address, and for one username, and payments that one user may begin or have saved a minute; 0 turns all of this off."`
	TokenRate          int           `env:"ENGRAM_TOKEN_RATE" default:"300" help:"Requests a minute of one API token; 0 is unlimited."`
	OAuthRegistration  bool          `env:"ENGRAM_OAUTH_REGISTRATION" name:"oauth-registration" help:"Programs that can't be known by the address of their description may register themselves, as older ones do, before a user is asked to connect them."`
	TrustedProxies     []string      `env:"ENGRAM_TRUSTED_PROXIES" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, as CIDRs."`
	FetchAllow         []string      `env:"ENGRAM_FETCH_ALLOW" placeholder:"CIDR|ADDR:PORT" help:"Networks, as CIDRs, or addr:port, that the fetcher may reach although they are private."`
	TweetURL           string        `env:"ENGRAM_TWEET_URL" default:"https://cdn.syndication.twimg.com" placeholder:"URL" help:"The service that tweets are read from."`
	SupportEmail       string        `env:"ENGRAM_SUPPORT_EMAIL" default:"support@engram.local" placeholder:"EMAIL" help:"The address that users are asked to write to."`
	SalesEmail         string        `env:"ENGRAM_SALES_EMAIL" default:"sales@engram.local" placeholder:"EMAIL" help:"The address that inquiries about the Enterprise plan go to."`
	StripeSecretKey    string        `secret:"" env:"ENGRAM_STRIPE_SECRET_KEY" placeholder:"KEY" help:"The key of the Stripe account that payments go to. Without one the built-in test checkout serves: Pro costs nothing."`
	StripeWebhook      string        `secret:"" env:"ENGRAM_STRIPE_WEBHOOK_SECRET" name:"stripe-webhook-secret" placeholder:"SECRET" help:"Signs what Stripe sends to /api/v1/stripe/webhook. Without it changes at Stripe are found once a day."`
	StripePriceMonth   string        `env:"ENGRAM_STRIPE_PRICE_MONTH" placeholder:"PRICE" help:"The id of Stripe's price for a month of Pro."`
	StripePriceYear    string        `env:"ENGRAM_STRIPE_PRICE_YEAR" placeholder:"PRICE" help:"The id of Stripe's price for a year of Pro."`
	StripeAPIURL       string        `env:"ENGRAM_STRIPE_API_URL" name:"stripe-api-url" placeholder:"URL" help:"Where Stripe's API is, when it is not Stripe's own."`
	PeopleURL          string        `env:"ENGRAM_PEOPLE_URL" default:"https://randomuser.me/api/" placeholder:"URL" help:"The service of made-up people whose names and pictures stand on the landing page. Empty: the built-in ones."`
	Encoder            string        `env:"ENGRAM_ENCODER" default:"on" placeholder:"on|english|off|FILE" help:"The built-in sentence encoder, which knows what texts mean: on or multilingual (it reads a hundred languages), english (a third of the work, and English alone), off (search goes by words alone), or the path of a file with other weights, with a slash in it. It works on this machine, on about one core, and lets searches go first. Other weights have every passage read anew."`
	Reader             string        `env:"ENGRAM_READER" default:"on" placeholder:"on|off|FILE" help:"The built-in reader, which reads a question and what was found for it together, to tell whether and where it answers: on, off, or the path of a file with other weights, with a slash in it. It works on this machine and needs the built-in encoder that it was made for."`
	OCR                string        `env:"ENGRAM_OCR" name:"ocr" default:"eng" placeholder:"off|LANGUAGE,..." help:"Languages in which scans and pictures are recognised, by the names that Tesseract has for them, such as eng,deu: they are tried in that order until a page is read well. English is built in; off leaves scans without text."`
	OCRModels          string        `env:"ENGRAM_OCR_MODELS" name:"ocr-models" default:"/usr/share/tesseract-ocr/5/tessdata" placeholder:"DIR" help:"Where the models of other languages are, as LANGUAGE.traineddata: what Debian's packages tesseract-ocr-LANGUAGE install."`
	AIURL              string        `env:"ENGRAM_AI_URL" name:"ai-url" placeholder:"URL" help:"An endpoint that speaks as OpenAI's does, up to and with /v1. Texts go there only for what a model is set for."`
	AIKey              string        `secret:"" env:"ENGRAM_AI_KEY" name:"ai-key" placeholder:"KEY" help:"The key for that endpoint, when it wants one."`
	EmbeddingModel     string        `env:"ENGRAM_EMBEDDING_MODEL" placeholder:"NAME" help:"The endpoint's model that knows what texts mean: every passage and question is sent to it, and search goes by what it says in place of the built-in encoder. Another name has all passages sent anew."`
	ChatModel          string        `env:"ENGRAM_CHAT_MODEL" placeholder:"NAME" help:"The endpoint's model that writes answers: each question is sent to it with the passages that were found for it. Empty: answers are made of saved words alone."`
	ChatTokens         int           `env:"ENGRAM_CHAT_TOKENS" default:"3000" help:"Tokens that the model is sent with a question at most, as estimated; its answer has up to 1000 more, and a model that thinks 3000 beside them."`
	ChatTimeout        time.Duration `env:"ENGRAM_CHAT_TIMEOUT" default:"8s" placeholder:"TIME" help:"How long the model may take for its first words, such as 8s; then the answer is made of saved words."`
	ChatParallel       int           `env:"ENGRAM_CHAT_PARALLEL" default:"4" help:"Questions that are with the model at once; people take turns."`
	BackupEvery        string        `env:"ENGRAM_BACKUP_EVERY" placeholder:"TIME|off" help:"How often a backup is made by itself, such as 24h, or off. Empty: once a day in personal mode, and off in service mode."`
	BackupDir          string        `env:"ENGRAM_BACKUP_DIR" placeholder:"DIR" help:"Where backups are kept that Engram makes by itself. Empty: the folder backups in the data directory; another disk is safer."`
	BackupKeep         int           `env:"ENGRAM_BACKUP_KEEP" default:"14" help:"How many of them are kept, the newest; 0 keeps all."`
	BackupRecipient    string        `env:"ENGRAM_BACKUP_RECIPIENT" placeholder:"AGE" help:"The public key of age (age1…) that backups are encrypted for. Empty: they are not encrypted."`
	NoMigrationBackup  bool          `env:"ENGRAM_MIGRATE_WITHOUT_BACKUP" name:"migrate-without-backup" help:"Change an older database without the backup that is otherwise made before. For one start."`
	LogLevel           string        `env:"ENGRAM_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"What is logged: debug, info, warn or error, and what is worse. Failed sign-ins are warnings."`
	LogFormat          string        `env:"ENGRAM_LOG_FORMAT" default:"text" placeholder:"text|json" help:"Whether a line of the log is text or JSON."`
}

// What Config.Encoder may be beside the path of a weights file.
const (
	EncoderOn           = "on" // the same as multilingual
	EncoderMultilingual = "multilingual"
	EncoderEnglish      = "english"
	EncoderOff          = "off"
)

// What Config.Reader may be beside the path of a weights file.
const (
	ReaderOn  = "on"
	ReaderOff = "off"
)

// What Config.OCR may be beside a list of languages.
const OCROff = "off"

// OCRLanguages returns the languages in which scans are recognised; none if they are not.
func (c Config) OCRLanguages() []string {
	if c.OCR == OCROff || c.OCR == "" {
		return nil
	}
	return strings.Split(c.OCR, ",")
}

// validateOCR returns an error for a name that can't be that of a language.
func (c Config) validateOCR() error {
	for _, name := range c.OCRLanguages() {
		if !languageName.MatchString(name) {
			return fmt.Errorf("ENGRAM_OCR must be off, or names of languages such as eng,deu, not %q", c.OCR)
		}
	}
	return nil
}

var languageName = regexp.MustCompile(`^[A-Za-z_]{3,20}$`)

const (
	maxUploadMB = 1 << 20 // a terabyte
	minSecret   = 16      // characters

	maxEmailDomain = 200 // characters: an address has 254
)

// What Config.Mode may be.
const (
	ServiceMode  = "service"
	PersonalMode = "personal"
)

// What Config.SignUp may be beside empty.
const (
	SignUpOpen   = "open"
	SignUpInvite = "invite"
	SignUpClosed = "closed"
)

// Personal reports whether the mode is personal.
func (c Config) Personal() bool { return c.Mode == PersonalMode }

// MayHaveNodes reports whether other Engrams may run on the same database: they share their files as well.
func (c Config) MayHaveNodes() bool { return c.DatabaseURL != "" && c.BlobURL != "" }

// SignUpPolicy says who may make an account; where nothing is set the mode decides.
func (c Config) SignUpPolicy() string {
	if c.SignUp != "" {
		return c.SignUp
	}
	if c.Personal() {
		return SignUpInvite
	}
	return SignUpOpen
}

// Limits returns the plan table that the settings describe. In personal mode all but the size of an upload is unlimited.
func (c Config) Limits() plan.Table {
	if c.Personal() {
		return plan.Table{UploadMB: c.MaxUploadMB}
	}
	return plan.Table{
		Free: plan.Limits{Memories: c.FreeMemories, Documents: c.FreeDocuments, SearchesPerDay: c.FreeSearchesPerDay},
		Pro:  plan.Limits{Documents: c.ProDocuments},

		UploadMB: c.MaxUploadMB,
	}
}

// MaxUploadBytes is the size of the largest upload; 0 is unlimited.
func (c Config) MaxUploadBytes() int64 { return int64(c.MaxUploadMB) << 20 }

// MaxImportBytes is the size of the largest file that is taken over; 0 is unlimited.
func (c Config) MaxImportBytes() int64 { return int64(c.MaxImportMB) << 20 }

// Validate reports the first setting that can't be used, in one line that names it. kong calls it after parsing.
func (c Config) Validate() error {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"FREE_MEMORIES", c.FreeMemories},
		{"FREE_DOCUMENTS", c.FreeDocuments},
		{"PRO_DOCUMENTS", c.ProDocuments},
		{"FREE_SEARCHES_PER_DAY", c.FreeSearchesPerDay},
		{"MAX_UPLOAD_MB", c.MaxUploadMB},
		{"MAX_IMPORT_MB", c.MaxImportMB},
		{"AUTH_RATE", c.AuthRate},
		{"TOKEN_RATE", c.TokenRate},
		{"BACKUP_KEEP", c.BackupKeep},
	} {
		if limit.value < 0 {
			return fmt.Errorf("%s%s must be 0 or more, not %d", Prefix, limit.name, limit.value)
		}
	}
	if err := cmp.Or(c.validateMode(), c.validateBackup(), c.validateOCR()); err != nil {
		return err
	}
	if c.MaxUploadMB > maxUploadMB {
		return fmt.Errorf("ENGRAM_MAX_UPLOAD_MB must be at most %d, not %d", maxUploadMB, c.MaxUploadMB)
	}
	if c.MaxImportMB > maxUploadMB {
		return fmt.Errorf("ENGRAM_MAX_IMPORT_MB must be at most %d, not %d", maxUploadMB, c.MaxImportMB)
	}
	if c.DataDir == "" {
		return errors.New("ENGRAM_DATA_DIR must name a directory")
	}
	if c.Secret != "" && len(c.Secret) < minSecret {
		return fmt.Errorf("ENGRAM_SECRET must have at least %d characters", minSecret)
	}
	if c.PublicURL != "" && !isWebAddress(c.PublicURL) {
		return fmt.Errorf("ENGRAM_PUBLIC_URL must be an http or https address, not %q", c.PublicURL)
	}
	if err := c.validateStorage(); err != nil {
		return err
	}
	if !isWebAddress(c.TweetURL) {
		return errors.New("ENGRAM_TWEET_URL must be an http or https address")
	}
	if c.PeopleURL != "" && !isWebAddress(c.PeopleURL) {
		return errors.New("ENGRAM_PEOPLE_URL must be an http or https address")
	}
	if err := c.validateNetwork(); err != nil {
		return err
	}
	for name, address := range map[string]string{"SUPPORT": c.SupportEmail, "SALES": c.SalesEmail} {
		if at, err := mail.ParseAddress(address); err != nil || at.Address != address {
			return fmt.Errorf("ENGRAM_%s_EMAIL must be an email address, not %q", name, address)
		}
	}
	if err := cmp.Or(
		validateWeights("ENCODER", c.Encoder, EncoderOn, EncoderMultilingual, EncoderEnglish, EncoderOff),
		validateWeights("READER", c.Reader, ReaderOn, ReaderOff),
	); err != nil {
		return err
	}
	if err := c.validateStripe(); err != nil {
		return err
	}
	return c.validateAI()
}

// validateStorage checks the addresses of database and files. Its errors don't repeat them, since they may hold passwords.
func (c Config) validateStorage() error {
	if c.DatabaseURL != "" && !strings.HasPrefix(c.DatabaseURL, "postgres://") && !strings.HasPrefix(c.DatabaseURL, "postgresql://") {
		return errors.New("ENGRAM_DATABASE_URL must begin with postgres://")
	}
	if c.BlobURL != "" && !strings.HasPrefix(c.BlobURL, "s3://") && !strings.HasPrefix(c.BlobURL, "s3+http://") {
		return errors.New("ENGRAM_BLOB_URL must begin with s3:// or s3+http://")
	}
	return nil
}

// validateWeights checks a setting that is one of the words or the path of a weights file.
func validateWeights(name, value string, words ...string) error {
	if !slices.Contains(words, value) && !strings.Contains(value, "/") {
		return fmt.Errorf("%s%s must be %s or the path of a weights file with a slash in it, not %q", Prefix, name, strings.Join(words, ", "), value)
	}
	return nil
}

func (c Config) validateMode() error {
	for _, setting := range []struct {
		name, value string
		choices     []string
	}{
		{"MODE", c.Mode, []string{ServiceMode, PersonalMode}},
		{"SIGNUP", c.SignUpPolicy(), []string{SignUpOpen, SignUpInvite, SignUpClosed}},
		{"LOG_LEVEL", c.LogLevel, []string{"debug", "info", "warn", "error"}},
		{"LOG_FORMAT", c.LogFormat, []string{"text", "json"}},
	} {
		if !slices.Contains(setting.choices, setting.value) {
			return fmt.Errorf("%s%s must be one of %s, not %q", Prefix, setting.name, strings.Join(setting.choices, ", "), setting.value)
		}
	}
	return nil
}

func (c Config) validateNetwork() error {
	if _, err := c.Proxies(); err != nil {
		return err
	}
	for _, entry := range c.FetchAllow {
		_, errPrefix := netip.ParsePrefix(entry)
		_, errAddr := netip.ParseAddrPort(entry)
		if errPrefix != nil && errAddr != nil {
			return fmt.Errorf("ENGRAM_FETCH_ALLOW takes CIDRs and addr:port, not %q", entry)
		}
	}
	return cmp.Or(c.validateEmail(), c.validateTLS())
}

func (c Config) validateEmail() error {
	switch {
	case c.EmailAddr == "" && c.EmailDomain == "":
		return nil
	case c.EmailDomain == "":
		return errors.New("ENGRAM_EMAIL_ADDR needs ENGRAM_EMAIL_DOMAIN, the domain of the addresses")
	case c.EmailAddr == "":
		return errors.New("ENGRAM_EMAIL_DOMAIN needs ENGRAM_EMAIL_ADDR, where mail is received")
	case !isDomain(c.EmailDomain) || len(c.EmailDomain) > maxEmailDomain:
		return fmt.Errorf("ENGRAM_EMAIL_DOMAIN must be a domain such as save.example.org, not %q", c.EmailDomain)
	}
	if _, port, err := net.SplitHostPort(c.EmailAddr); err != nil || port == "" {
		return fmt.Errorf("ENGRAM_EMAIL_ADDR must be an address such as :25, not %q", c.EmailAddr)
	}
	return nil
}

func (c Config) validateTLS() error {
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("ENGRAM_TLS_CERT and ENGRAM_TLS_KEY must be set together")
	}
	if c.TLSCert != "" && len(c.ACMEDomains) > 0 {
		return errors.New("ENGRAM_TLS_CERT and ENGRAM_ACME_DOMAINS are two ways to a certificate: set one of them")
	}
	for _, domain := range c.ACMEDomains {
		if !isDomain(domain) {
			return fmt.Errorf("ENGRAM_ACME_DOMAINS takes domains such as notes.example.org, not %q", domain)
		}
	}
	if !isWebAddress(c.ACMEURL) {
		return errors.New("ENGRAM_ACME_URL must be an http or https address")
	}
	if c.RedirectAddr != "" && !c.TLS() {
		return errors.New("ENGRAM_REDIRECT_ADDR needs ENGRAM_TLS_CERT or ENGRAM_ACME_DOMAINS: there is no https to lead to")
	}
	return nil
}

// TLS reports whether Engram speaks https itself.
func (c Config) TLS() bool { return c.TLSCert != "" || len(c.ACMEDomains) > 0 }

// isDomain reports whether an authority may certify the name: several labels, no wildcard, no address.
func isDomain(name string) bool {
	u, err := url.Parse("https://" + name)
	_, errAddr := netip.ParseAddr(name)
	return err == nil && errAddr != nil && u.Host == name && u.Port() == "" && strings.Contains(strings.Trim(name, "."), ".") &&
		!strings.Contains(name, "*")
}

// validateStripe names no value of a secret.
func (c Config) validateStripe() error {
	if c.Personal() && c.StripeSecretKey != "" {
		return errors.New("ENGRAM_STRIPE_SECRET_KEY has no use with ENGRAM_MODE=personal, where nothing is sold")
	}
	for _, setting := range []struct{ name, value string }{
		{"SECRET_KEY", c.StripeSecretKey}, {"WEBHOOK_SECRET", c.StripeWebhook},
		{"PRICE_MONTH", c.StripePriceMonth}, {"PRICE_YEAR", c.StripePriceYear},
	} {
		switch {
		case setting.value == "":
			continue
		case c.StripeSecretKey == "":
			return fmt.Errorf("ENGRAM_STRIPE_%s needs ENGRAM_STRIPE_SECRET_KEY", setting.name)
		case !isWord(setting.value):
			return fmt.Errorf("ENGRAM_STRIPE_%s must be one word of plain letters, digits and signs", setting.name)
		}
	}
	if c.StripeSecretKey != "" && (c.StripePriceMonth == "" || c.StripePriceYear == "") {
		return errors.New("ENGRAM_STRIPE_SECRET_KEY needs ENGRAM_STRIPE_PRICE_MONTH and ENGRAM_STRIPE_PRICE_YEAR, what is sold")
	}
	if c.StripePriceMonth != "" && c.StripePriceMonth == c.StripePriceYear {
		return errors.New("ENGRAM_STRIPE_PRICE_MONTH and ENGRAM_STRIPE_PRICE_YEAR must be two prices")
	}
	if c.StripeAPIURL != "" && !isWebAddress(c.StripeAPIURL) {
		return errors.New("ENGRAM_STRIPE_API_URL must be an http or https address")
	}
	return nil
}

// isWord reports whether s can stand in a header.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// validateAI names no value: an address may hold a password.
func (c Config) validateAI() error {
	if c.AIURL != "" && !isWebAddress(c.AIURL) {
		return errors.New("ENGRAM_AI_URL must be an http or https address")
	}
	if !isWord(c.AIKey) {
		return errors.New("ENGRAM_AI_KEY must be one word of plain letters, digits and signs")
	}
	if c.EmbeddingModel != "" && c.AIURL == "" {
		return errors.New("ENGRAM_EMBEDDING_MODEL needs ENGRAM_AI_URL, the endpoint that has the model")
	}
	if c.ChatModel != "" && c.AIURL == "" {
		return errors.New("ENGRAM_CHAT_MODEL needs ENGRAM_AI_URL, the endpoint that has the model")
	}
	return c.validateChat()
}

// What is left of fewer tokens, when the rules have theirs, holds no passage; more than that no model reads.
const minChatTokens, maxChatTokens = 1000, 1_000_000

func (c Config) validateChat() error {
	if c.ChatTokens < minChatTokens || c.ChatTokens > maxChatTokens {
		return fmt.Errorf("ENGRAM_CHAT_TOKENS must be %d to %d, not %d", minChatTokens, maxChatTokens, c.ChatTokens)
	}
	if c.ChatTimeout < time.Second || c.ChatTimeout > 10*time.Minute {
		return fmt.Errorf("ENGRAM_CHAT_TIMEOUT must be 1s to 10m, not %v", c.ChatTimeout)
	}
	if c.ChatParallel < 1 || c.ChatParallel > 1000 {
		return fmt.Errorf("ENGRAM_CHAT_PARALLEL must be 1 to 1000, not %d", c.ChatParallel)
	}
	return nil
}

func isWebAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// Proxies returns the trusted proxies.
func (c Config) Proxies() ([]netip.Prefix, error) {
	proxies := make([]netip.Prefix, len(c.TrustedProxies))
	for i, entry := range c.TrustedProxies {
		var err error
		if proxies[i], err = netip.ParsePrefix(entry); err != nil {
			return nil, fmt.Errorf("ENGRAM_TRUSTED_PROXIES takes CIDRs, not %q", entry)
		}
	}
	return proxies, nil
}

// Database is the address of the database: Postgres, or the embedded one's file.
func (c Config) Database() string {
	if c.DatabaseURL != "" {
		return c.DatabaseURL
	}
	return filepath.Join(c.DataDir, "engram.db")
}

// BlobDir returns the folder of stored files.
func (c Config) BlobDir() string { return filepath.Join(c.DataDir, "blobs") }

// HoldFile returns the file that is locked while no file in a bucket may be removed.
func (c Config) HoldFile() string { return filepath.Join(c.DataDir, "blobs.hold") }

// CacheDir holds what can be made again.
func (c Config) CacheDir() string { return filepath.Join(c.DataDir, "cache") }

// SecretFile returns the file of the generated secret.
func (c Config) SecretFile() string { return filepath.Join(c.DataDir, "secret") }

// CertificateDir keeps the certificates that an authority gave.
func (c Config) CertificateDir() string { return filepath.Join(c.DataDir, "certificates") }

// LoadSecret returns the configured secret, or the one kept in the data directory, which it makes when there is none.
func (c Config) LoadSecret(random func() string) ([]byte, error) {
	if c.Secret != "" {
		return []byte(c.Secret), nil
	}
	file := c.SecretFile()
	kept, err := os.ReadFile(file)
	switch {
	case err == nil && len(kept) < minSecret:
		return nil, fmt.Errorf("%s is damaged: put the secret back, or remove it and every link to a file ends", file)
	case err == nil:
		return kept, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read the secret: %w", err)
	case c.MayHaveNodes():
		return nil, errors.New("set ENGRAM_SECRET, the same for every Engram on this database and bucket: a data directory of caches keeps none")
	}
	made := []byte(random())
	if err := keep(file, made); err != nil {
		return nil, fmt.Errorf("keep the secret: %w", err)
	}
	return made, nil
}

// KeepSecret keeps the secret of another data directory in this one.
func (c Config) KeepSecret(secret []byte) error { return keep(c.SecretFile(), secret) }

// keep writes a file that is whole or absent after a power cut.
func keep(name string, content []byte) error {
	aside := name + ".new"
	file, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(aside, name)
}
