// Package archtest holds the laws that own no package: who may import whom.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "engram/"

// domain lists the packages that hold the rules of Engram, and what each may import beside the leaves.
var domain = map[string][]string{
	"internal/account":         {"internal/audit"},
	"internal/admin":           {"internal/account"},
	"internal/audit":           {},
	"internal/backup":          {},
	"internal/billing":         {},
	"internal/billing/testpay": {"internal/billing"},
	"internal/document/note":   {},
	"internal/deletion":        {"internal/account"},
	"internal/portable":        {},
	"internal/export":          {"internal/document/note", "internal/portable"},
	"internal/quota":           {},
	"internal/memory":          {"internal/document/note", "internal/idempotency"},
	"internal/filter":          {"internal/memory"},
	"internal/epub":            {"internal/document/xhtml", "internal/memory"},
	"internal/document/xhtml":  {},
	"internal/entry":           {},
	"internal/upload":          {"internal/quota"},
	"internal/capture":         {"internal/memory", "internal/recall", "internal/recall/minhash", "internal/recall/text"},
	"internal/answer":          {"internal/recall", "internal/recall/text", "internal/usage"},
	"internal/answer/metered":  {"internal/answer", "internal/usage"},
	"internal/embed":           {"internal/recall/vector", "internal/usage"},
	"internal/check":           {},
	"internal/conversation":    {"internal/answer", "internal/recall", "internal/recall/text"},
	"internal/ask": {
		"internal/answer", "internal/conversation", "internal/filter", "internal/memory", "internal/quota",
		"internal/recall", "internal/recall/question", "internal/recall/text", "internal/usage",
	},
	"internal/idempotency": {},
	"internal/highlight":   {"internal/idempotency", "internal/memory", "internal/recall/text"},
	"internal/facsimile":   {"internal/upload"},
	"internal/library":     {"internal/memory"},
	"internal/importer":    {"internal/capture", "internal/capture/metadata", "internal/highlight", "internal/importer/jsonfile", "internal/library", "internal/memory", "internal/portable"},
	"internal/imports": {
		"internal/capture", "internal/conversation", "internal/document/note", "internal/filter", "internal/following", "internal/highlight", "internal/importer",
		"internal/imports/own", "internal/imports/slots", "internal/library", "internal/memory", "internal/portable", "internal/upload",
	},
	"internal/imports/slots": {},
	"internal/imports/own": {
		"internal/answer", "internal/capture", "internal/conversation", "internal/document/note", "internal/filter", "internal/highlight", "internal/memory", "internal/portable",
		"internal/recall", "internal/recall/minhash",
	},
	"internal/inbox": {"internal/account", "internal/capture/markup", "internal/importer/richtext", "internal/memory", "internal/upload"},
	"internal/live":  {"internal/memory"},
	"internal/mcp": {
		"internal/answer", "internal/ask", "internal/filter", "internal/highlight", "internal/idempotency", "internal/library", "internal/memory", "internal/recall", "internal/token",
	},
	"internal/token":     {"internal/account"},
	"internal/trash":     {"internal/memory"},
	"internal/snapshot":  {"internal/recall", "internal/recall/segment"},
	"internal/suggest":   {"internal/memory", "internal/recall"},
	"internal/tweet":     {"internal/capture", "internal/memory"},
	"internal/people":    {"internal/capture"},
	"internal/oauth":     {"internal/account", "internal/capture", "internal/token"},
	"internal/usage":     {},
	"internal/waitlist":  {},
	"internal/following": {"internal/capture", "internal/memory"},
	"internal/watch":     {"internal/memory", "internal/upload"},
	"internal/webhook":   {"internal/account", "internal/memory"},
}

// leaves import nothing of Engram's, but that filetype looks into ZIP files.
var leaves = []string{"internal/document", "internal/answer/semaphore", "internal/answer/tokens", "internal/lang", "internal/plaintext", "internal/filetype", "internal/zipfile", "internal/sheet", "internal/filelock", "internal/diskspace", "internal/fault", "internal/plan", "internal/version", "internal/blob", "internal/email", "internal/cputime", "internal/heartbeat"}

// adapters reach the world behind a domain's port. None knows another.
var adapters = []string{
	"internal/store", "internal/job", "internal/blob/disk", "internal/blob/s3", "internal/capture/fetch", "internal/capture/format", "internal/capture/page", "internal/capture/pdf",
	"internal/capture/epub", "internal/capture/docx", "internal/capture/odt", "internal/capture/rtf", "internal/capture/mhtml",
	"internal/capture/feed", "internal/capture/plain", "internal/capture/picture", "internal/capture/video", "internal/capture/ocr", "internal/facsimile/render", "internal/answer/extractive",
	"internal/answer/llm",
	"internal/embed/openai", "internal/embed/encoder", "internal/metrics", "internal/billing/stripe", "internal/certs", "internal/doctor", "internal/inbox/smtp",
}

// stores keep what the domains decide, each one noun, on internal/store. Of each other they know what is listed here: what
// takes part in another's transaction.
var stores = map[string][]string{
	"internal/store/accounts":      {},
	"internal/store/admin":         {"internal/store/accounts", "internal/store/counters"},
	"internal/store/attempts":      {},
	"internal/store/checks":        {"internal/store/counters", "internal/store/snapshots", "internal/store/trash"},
	"internal/store/conversations": {"internal/store/accounts"},
	"internal/store/counters":      {"internal/store/accounts"},
	"internal/store/exports":       {},
	"internal/store/entries":       {"internal/store/counters"},
	"internal/store/idempotency":   {},
	"internal/store/filters":       {"internal/store/counters"},
	"internal/store/documents":     {},
	"internal/store/grants":        {"internal/store/accounts"},
	"internal/store/mails":         {"internal/store/accounts"},
	"internal/store/imports": {
		"internal/store/conversations", "internal/store/counters", "internal/store/documents", "internal/store/filters", "internal/store/following",
		"internal/store/highlights", "internal/store/memories", "internal/store/versions",
	},
	"internal/store/highlights": {"internal/store/counters", "internal/store/passages"},
	"internal/store/memories": {
		"internal/store/conversations", "internal/store/counters", "internal/store/documents", "internal/store/highlights", "internal/store/mails", "internal/store/passages",
		"internal/store/signatures", "internal/store/trash", "internal/store/versions", "internal/store/webhooks",
	},
	"internal/store/passages":   {"internal/store/counters"},
	"internal/store/notices":    {},
	"internal/store/payments":   {"internal/store/accounts"},
	"internal/store/signatures": {},
	"internal/store/snapshots":  {"internal/store/counters"},
	"internal/store/transfer":   {},
	"internal/store/trash":      {"internal/store/passages"},
	"internal/store/usage":      {},
	"internal/store/versions":   {},
	"internal/store/watched":    {},
	"internal/store/following":  {"internal/store/counters"},
	"internal/store/webhooks":   {"internal/store/accounts"},
}

// grounds lists what adapters and commands share to reach the world. They know nothing of Engram's.
var grounds = []string{"internal/endpoint", "internal/mcp/stdio", "internal/pdfium", "internal/sandbox", "internal/store/prepared"}

// parsers lists what the readers of captures share.
var parsers = []string{"internal/capture/markup", "internal/capture/metadata", "internal/capture/structure", "internal/capture/flow"}

// suites check every implementation of a port, or are fakes for those that do.
var suites = map[string][]string{
	"internal/store/storetest":           append(slices.Sorted(maps.Keys(stores)), "internal/store"),
	"internal/app/apptest":               {"internal/app", "internal/app/child", "internal/config", "internal/store/storetest"},
	"internal/blob/blobtest":             {},
	"internal/answer/answertest":         {"internal/endpoint/endpointtest"},
	"internal/export/exporttest":         {},
	"internal/billing/billingtest":       {},
	"internal/billing/stripe/stripetest": {},
	"internal/embed/embedtest":           {"internal/endpoint/endpointtest"},
	"internal/endpoint/endpointtest":     {},
	"internal/lab/eval/evaltest":         {"internal/lab/eval"},
	"internal/tweet/tweettest":           {},
	"internal/capture/capturetest":       {},
	"internal/capture/ocr/ocrtest":       {},
}

// measures run the product's own parts on data of theirs.
var measures = map[string][]string{
	"internal/lab/bench": {
		"internal/store", "internal/store/accounts", "internal/store/filters", "internal/store/memories", "internal/store/passages",
		"internal/embed/encoder", "internal/embed/encoder/builtin", "internal/embed/encoder/kernel", "internal/lab/fleet",
	},
	"internal/lab/fleet": {},
	"internal/lab/eval":  {},
	"internal/lab/library": {
		"internal/lab/eval", "internal/answer/extractive",
		"internal/store", "internal/store/accounts", "internal/store/memories", "internal/store/passages",
	},
}

// outside lists what only adapters may import: databases, the network, the queue. The domains and recall decide
// without them.
var outside = []string{"database/sql", "net/http", "net", "os/exec", "github.com/jackc/", "modernc.org/", "github.com/riverqueue/", "github.com/danielgtaylor/", "github.com/stripe/"}

func TestImportLaw(t *testing.T) {
	packages := load(t)
	for name, imports := range packages {
		for _, imported := range imports {
			if !allowed(name, imported) {
				t.Errorf("%s must not import %s", name, imported)
			}
		}
	}
	named := slices.Concat(leaves, adapters, grounds, parsers, slices.Collect(maps.Keys(stores)), slices.Collect(maps.Keys(domain)), slices.Collect(maps.Keys(suites)), slices.Collect(maps.Keys(measures)))
	for _, name := range named {
		if _, ok := packages[name]; !ok {
			t.Errorf("the law names %s, which does not exist", name)
		}
	}
}

func TestForbiddenImportsAreFound(t *testing.T) {
	for _, pair := range [][2]string{
		{"internal/memory", "internal/store"}, {"internal/memory", "database/sql"}, {"internal/recall", "net/http"},
		{"internal/recall/text", "internal/memory"}, {"internal/httpapi", "internal/store"}, {"internal/httpapi", "internal/blob/disk"},
		{"internal/ask", "internal/embed"}, {"internal/conversation", "internal/memory"}, {"internal/conversation", "internal/ask"},
		{"internal/store", "internal/job"}, {"internal/store", "internal/store/accounts"}, {"internal/store/accounts", "internal/store/memories"},
		{"internal/httpapi", "internal/store/accounts"}, {"internal/httpapi/wire", "internal/httpapi"},
		{"internal/httpapi/wire", "internal/httpapi/route"}, {"internal/httpapi/route", "internal/httpapi"},
		{"internal/httpapi/testcheckout", "internal/httpapi/route"}, {"internal/store/memories", "internal/job"},
		{"internal/embed", "internal/recall"}, {"internal/embed/openai", "internal/store"}, {"internal/embed", "net/http"},
		{"internal/capture/page", "internal/capture/fetch"}, {"internal/capture/page", "internal/capture/pdf"},
		{"internal/capture/page/article", "internal/capture/page"}, {"internal/capture/markup", "internal/capture/metadata"}, {"internal/fault", "internal/plan"},
		{"cmd/engram", "internal/capture/pdf"}, {"internal/capture", "github.com/riverqueue/river"}, {"internal/quota", "internal/memory"},
		{"internal/metrics", "internal/store"}, {"internal/httpapi", "internal/metrics"}, {"internal/ask", "internal/metrics"},
		{"internal/billing", "internal/billing/testpay"}, {"internal/httpapi", "internal/billing/stripe"}, {"internal/billing/stripe", "internal/store"},
		{"internal/billing", "github.com/stripe/stripe-go/v85"}, {"internal/lab/bench", "internal/httpapi"}, {"internal/recall", "internal/lab/bench"}, {"internal/lab/eval", "internal/store"}, {"internal/lab/library", "internal/app"},
		{"internal/answer", "internal/answer/llm"}, {"internal/answer/llm", "internal/answer/extractive"}, {"internal/answer", "internal/endpoint"},
		{"internal/httpapi", "internal/endpoint"}, {"internal/endpoint", "internal/fault"},
		{"internal/importer/bookmarks", "internal/memory"}, {"internal/importer/formats", "net/http"},
	} {
		if allowed(pair[0], pair[1]) {
			t.Errorf("%s may import %s", pair[0], pair[1])
		}
	}
}

func allowed(name, imported string) bool {
	if !strings.HasPrefix(imported, "internal/") {
		return !decides(name) || !slices.ContainsFunc(outside, func(o string) bool {
			return imported == o || strings.HasSuffix(o, "/") && strings.HasPrefix(imported, o)
		})
	}
	_, importsDomain := domain[imported]
	sideways, isDomain := domain[name]
	allowedBySuite, isSuite := suites[name]
	allowedByMeasure, isMeasure := measures[name]
	siblings, isStore := stores[name]
	knows := slices.Contains(leaves, imported) || importsDomain || inside(imported, "internal/recall")
	switch {
	case name == "internal/app":
		return true
	case name == "internal/app/child":
		return slices.Contains([]string{"internal/capture/ocr", "internal/capture/pdf", "internal/config", "internal/facsimile/render"}, imported)
	case name == "internal/app/datadir":
		return slices.Contains([]string{"internal/blob", "internal/blob/disk", "internal/blob/s3", "internal/config", "internal/filelock"}, imported)
	case name == "internal/app/migrate":
		return slices.Contains([]string{"internal/app/datadir", "internal/blob", "internal/blob/disk", "internal/config", "internal/job", "internal/store", "internal/store/checks", "internal/store/transfer"}, imported)
	case name == "internal/client":
		return imported == "internal/plaintext"
	case name == "internal/filetype":
		return imported == "internal/zipfile"
	case name == "tools/embedding":
		return imported == "internal/embed" || imported == "internal/embed/encoder" || imported == "internal/lab/eval"
	case name == "tools/captureeval":
		return imported == "internal/capture" || imported == "internal/capture/page"
	case slices.Contains(leaves, name), slices.Contains(grounds, name), name == "internal/webui", strings.HasPrefix(name, "tools/"):
		return false
	case inside(name, "internal/recall"):
		return imported == "internal/fault" || imported == "internal/lang" || inside(imported, "internal/recall")
	case strings.HasPrefix(name, "internal/importer/"):
		return slices.Contains(leaves, imported) || inside(imported, "internal/importer") || slices.Contains(parsers, imported) || imported == "internal/portable"
	case isDomain:
		return slices.Contains(leaves, imported) || slices.Contains(sideways, imported)
	case isSuite:
		return knows || slices.Contains(allowedBySuite, imported)
	case isMeasure:
		return knows || slices.Contains(allowedByMeasure, imported)
	case isStore:
		return knows || imported == "internal/store" || slices.Contains(siblings, imported)
	case name == "internal/store":
		return knows || imported == "internal/store/migration" || imported == "internal/store/prepared"
	case slices.Contains(adapters, name):
		return knows || inside(imported, name) || slices.Contains(grounds, imported) || inside(name, "internal/capture") && slices.Contains(parsers, imported)
	case name == "internal/capture/flow":
		return slices.Contains(leaves, imported) || imported == "internal/capture" || imported == "internal/capture/markup"
	case name == "internal/capture/structure":
		return slices.Contains(leaves, imported) || slices.Contains(parsers, imported)
	case slices.Contains(parsers, name):
		return slices.Contains(leaves, imported) || imported == "internal/capture"
	case inside(name, "internal/capture/page"):
		return slices.Contains(leaves, imported) || slices.Contains(parsers, imported)
	case name == "internal/httpapi":
		return knows || inside(imported, name)
	case name == "internal/httpapi/library", name == "internal/httpapi/related", name == "internal/httpapi/used", name == "internal/httpapi/following", name == "internal/httpapi/files", name == "internal/httpapi/imports":
		return knows || imported == "internal/httpapi/present" || imported == "internal/httpapi/wire" || imported == "internal/httpapi/route"
	case name == "internal/httpapi/wallabag":
		return knows || imported == "internal/httpapi/opds" || imported == "internal/httpapi/wire" || imported == "internal/httpapi/route"
	case name == "internal/httpapi/admin", name == "internal/httpapi/webhooks", name == "internal/httpapi/mailbox", name == "internal/httpapi/membership", name == "internal/httpapi/present", name == "internal/httpapi/leaving", name == "internal/httpapi/access", name == "internal/httpapi/mcp", name == "internal/httpapi/oauth", name == "internal/httpapi/visitor", name == "internal/httpapi/saves", name == "internal/httpapi/opds":
		return knows || imported == "internal/httpapi/wire" || imported == "internal/httpapi/route"
	case inside(name, "internal/httpapi"):
		return knows || imported == "internal/httpapi/wire"
	case inside(name, "internal/capture/video"):
		return imported == "internal/capture/video/length"
	case name == "internal/embed/encoder/builtin":
		return inside(imported, "internal/embed/encoder")
	case inside(name, "internal/store"), inside(name, "internal/embed/encoder"):
		return false
	case name == "internal/config":
		return imported == "internal/plan"
	case strings.HasPrefix(name, "cmd/"):
		return slices.Contains([]string{"internal/app", "internal/app/child", "internal/app/migrate", "internal/config", "internal/version", "internal/client", "internal/mcp/stdio"}, imported)
	}
	return false
}

// decides reports whether a package decides without reaching the world.
func decides(name string) bool {
	_, isDomain := domain[name]
	return isDomain || slices.Contains(leaves, name) || inside(name, "internal/recall") || inside(name, "internal/importer")
}

// inside reports whether name is the package parent or one below it.
func inside(name, parent string) bool { return name == parent || strings.HasPrefix(name, parent+"/") }

// load lists every package of ours with what it imports, tests left out.
func load(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		var imports []string
		for _, imported := range p.Imports {
			imports = append(imports, strings.TrimPrefix(imported, module))
		}
		packages[strings.TrimPrefix(p.ImportPath, module)] = imports
	}
}
