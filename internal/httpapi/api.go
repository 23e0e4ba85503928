// Package httpapi implements the contract: wire types, the route table, and the status of each
// fault. It knows domains and no adapter.
package httpapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	administration "engram/internal/admin"
	"engram/internal/ask"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/conversation"
	"engram/internal/deletion"
	"engram/internal/embed"
	"engram/internal/entry"
	"engram/internal/epub"
	"engram/internal/export"
	"engram/internal/facsimile"
	"engram/internal/filter"
	"engram/internal/following"
	"engram/internal/highlight"
	"engram/internal/httpapi/access"
	"engram/internal/httpapi/admin"
	"engram/internal/httpapi/files"
	feeds "engram/internal/httpapi/following"
	takeover "engram/internal/httpapi/imports"
	"engram/internal/httpapi/leaving"
	"engram/internal/httpapi/library"
	"engram/internal/httpapi/mailbox"
	protocol "engram/internal/httpapi/mcp"
	"engram/internal/httpapi/membership"
	authorization "engram/internal/httpapi/oauth"
	"engram/internal/httpapi/opds"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/related"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/saves"
	"engram/internal/httpapi/testcheckout"
	"engram/internal/httpapi/used"
	"engram/internal/httpapi/visitor"
	"engram/internal/httpapi/wallabag"
	"engram/internal/httpapi/webhooks"
	"engram/internal/idempotency"
	"engram/internal/imports"
	"engram/internal/inbox"
	shaping "engram/internal/library"
	"engram/internal/live"
	"engram/internal/mcp"
	"engram/internal/memory"
	"engram/internal/oauth"
	"engram/internal/people"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	"engram/internal/suggest"
	"engram/internal/token"
	"engram/internal/trash"
	"engram/internal/tweet"
	"engram/internal/upload"
	"engram/internal/usage"
	"engram/internal/waitlist"
	"engram/internal/watch"
	"engram/internal/webhook"
)

// Finder is search-as-you-type, and finds what is related.
type Finder interface {
	related.Finder
	// Find returns the memories that match the query's text, kind and limit, best first, each with
	// its best passage.
	Find(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error)
}

// Parts are the parts of the API.
type Parts struct {
	Accounts  *account.Service
	Tokens    *token.Service
	Answers   *idempotency.Service
	OAuth     *oauth.Service
	Tries     *account.Throttle // of what clients ask for, by address
	Webhooks  *webhook.Service
	Mails     *inbox.Service
	Admin     *administration.Service
	Backups   Backups
	Audit     *audit.Service
	Used      *usage.Service
	Feeds     *following.Service
	Memories  *memory.Service
	Library   *shaping.Service
	Filters   *filter.Service
	Trash     *trash.Service
	Entries   *entry.Service
	Exports   *export.Service
	Deletions *deletion.Service
	Captures  *capture.Service
	Tweets    *tweet.Service
	Live      *live.Service
	Stopping  <-chan struct{} // closed when streams must end
	Uploads   *upload.Service
	Waitlist  *waitlist.Service
	People    *people.Service // nil: none
	Quota     *quota.Service
	Plans     plan.Table
	Asking    *ask.Service
	Finder    Finder
	Reading   *embed.Tracker
	Blobs     blob.Store
	Links     *upload.Links
	PublicURL string      // empty: from the request
	AI        *AIProvider // nil: none
	Support   string      // email address for users
	Sales     string      // email address for inquiries about Enterprise
	Proxies   []netip.Prefix
	Ready     func(ctx context.Context) error
	Observer  route.Observer // nil: none
	Log       *slog.Logger
	Now       func() time.Time

	Conversations *conversation.Service
	Highlights    *highlight.Service
	Facsimiles    *facsimile.Service
	Imports       *imports.Service
	Watched       *watch.Service // nil: no folder is watched

	Likenesses present.Likenesses // nil: none

	Personal bool // nothing is sold: Billing, Waitlist and People are not used
	Billing  *billing.Service
	// TestCheckout takes no money; nil with a real payment provider.
	TestCheckout *testpay.Provider
	Styles       []string // addresses of the app's stylesheets, for pages rendered here
}

// AIProvider is the operator's AI endpoint, as shown to users.
type AIProvider struct {
	Host      string `json:"host" doc:"Where texts are sent to."`
	Chat      bool   `json:"chat" doc:"It writes answers: it is sent questions, with the passages found for them."`
	Embedding bool   `json:"embedding" doc:"It knows what texts mean: it is sent questions and all that is saved."`
}

type api struct {
	Parts
	*route.Router
	document func() []byte // the OpenAPI document, rendered once
	restored atomic.Bool   // the program is about to restart
	present  present.Presenter
	builder  chan struct{} // semaphore: later pieces of long lists are built one at a time per slot
}

// noteBody is the size of a body with a note, in bytes. JSON escapes may make one of 256 KB six times as long.
const noteBody = 2 << 20

// New returns the handler of /api/, /openapi.json, /healthz and /readyz, and the OpenAPI document.
// web serves every other path.
func New(p Parts, web http.Handler) (http.Handler, *huma.OpenAPI) {
	mux := http.NewServeMux()
	router := route.New(route.Parts{
		Accounts: p.Accounts, Tokens: p.Tokens, Answers: p.Answers, PublicURL: p.PublicURL, Proxies: p.Proxies, Observer: p.Observer, Log: p.Log, Now: p.Now,
	}, mux)
	a := &api{Parts: p, Router: router, present: present.New(p.Uploads, p.Links, p.Live, p.Likenesses, feedsOf(p), p.Mails), builder: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	a.document = sync.OnceValue(func() []byte { return documentOf(a.API.OpenAPI()) })
	a.routes(mux, web)
	mux.HandleFunc("/api/", route.NotFound)
	mux.Handle("/", web)
	return a.Around(mux), a.API.OpenAPI()
}

// feedsOf returns what knows the titles of feeds; nil: nothing.
func feedsOf(p Parts) present.Feeds {
	if p.Feeds == nil {
		return nil
	}
	return p.Feeds
}

// routes, ownRoutes and serviceRoutes list every call: who may make it, its size limit, its handler
// and its errors.
func (a *api) routes(mux *http.ServeMux, web http.Handler) {
	r := a.Router
	a.ownRoutes()
	leaving.Register(r, mux, leaving.Parts{Exports: a.Exports, Deletions: a.Deletions, Links: a.Links, Audit: a.Audit, Log: a.Log, Now: a.Now})
	saves.Register(r, mux, saves.Parts{Tokens: a.Tokens, Filters: a.Filters, Memories: a.Memories, Log: a.Log})
	admin.Register(r, admin.Parts{Admin: a.Admin, Accounts: a.Accounts, Reading: a.Reading, Backups: a.Backups})
	if !a.Personal {
		a.serviceRoutes(mux)
	}

	// anyone, at the rate of sign-in
	route.Public(r, "POST /api/v1/signup", route.SmallBody, "Create an account", a.signUp, 400, 403, 409, 429, 503)
	route.Public(r, "POST /api/v1/signin", route.SmallBody, "Open a session", a.signIn, 400, 401, 403, 429, 503)
	route.Public(r, "POST /api/v1/invitation", route.SmallBody, "Would an invitation let somebody in?", a.checkInvitation, 400, 403, 429)

	// anyone, while there is no account
	a.restoration(mux, "POST /api/v1/first-run/restore", "Restore a backup in place of the first account", 400, 403, 409)

	// the holder of a signed link
	mux.HandleFunc("GET /api/files/{user}/{id}/{name}", a.serveDocument)
	mux.HandleFunc("GET /api/pictures/{user}/{id}", a.servePicture)
	mux.HandleFunc("GET /api/pages/{user}/{id}/{page}/{width}", a.servePage)

	// the holder of a token of a program
	protocol.Register(r, mux, protocol.Parts{Tools: a.tools(), Metadata: authorization.Metadata, Log: a.Log, Now: a.Now})
	authorization.Register(r, mux, authorization.Parts{OAuth: a.OAuth, Rate: a.Tries, Web: web, Log: a.Log})

	a.readers(mux)

	// anyone
	mux.HandleFunc("GET /openapi.json", a.openAPI)
	mux.HandleFunc("GET /healthz", a.healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
}

// readers adds what programs for reading ask for.
func (a *api) readers(mux *http.ServeMux) {
	books := opds.NewBooks(epub.New(a.Memories, a.Blobs), a.Log, a.Now)
	opds.Register(a.Router, mux, opds.Parts{
		Memories: a.Memories, Filters: a.Filters, Library: a.Library, Uploads: a.Uploads, Finder: a.Finder, Blobs: a.Blobs, Books: books, Log: a.Log, Now: a.Now,
	})
	wallabag.Register(a.Router, mux, wallabag.Parts{
		Entries: a.Entries, Memories: a.Memories, Library: a.Library, Captures: a.Captures, Links: a.Links, Books: books, Plans: a.Plans, Log: a.Log, Now: a.Now,
	})
}

// tools returns what assistants work with.
func (a *api) tools() mcp.Parts {
	return mcp.Parts{
		Asking: a.Asking, Memories: a.Memories, Library: a.Library, Lists: a.Filters, Highlights: a.Highlights, Answers: a.Answers, Plans: a.Plans, Log: a.Log, Now: a.Now,
	}
}

// ownRoutes are the calls of the signed-in user, about their own data only.
func (a *api) ownRoutes() {
	r := a.Router
	route.SignedIn(r, "POST /api/v1/signout", route.SmallBody, "End this session", a.signOut)
	route.SignedIn(r, "GET /api/v1/getusername", 0, "The caller's username", a.username)
	route.SignedIn(r, "GET /api/v1/getuser", 0, "The caller", a.user)
	route.SignedIn(r, "POST /api/v1/resetpassword", route.SmallBody, "Change the password and end every other session", a.resetPassword, 400, 403, 429, 503)
	route.SignedIn(r, "PUT /api/v1/email", route.SmallBody, "Set or remove the email address", a.setEmail, 400, 429)
	route.SignedIn(r, "PUT /api/v1/ai-providers", route.SmallBody, "Say whether AI providers may be used", a.setAIProviders, 400)
	route.SignedIn(r, "GET /api/v1/keep-conversations", 0, "How long the caller's conversations are kept", a.conversationTerm)
	route.SignedIn(r, "PUT /api/v1/keep-conversations", route.SmallBody, "Say how long conversations are kept", a.setConversationTerm, 400)
	access.Register(r, access.Parts{Accounts: a.Accounts, Tokens: a.Tokens, Now: a.Now})
	webhooks.Register(r, webhooks.Parts{Hooks: a.Webhooks, Tokens: a.Tokens})
	mailbox.Register(r, mailbox.Parts{Mails: a.Mails, Tokens: a.Tokens})
	route.SignedIn(r, "GET /api/v1/audit", 0, "What happened to the account, newest first", a.listEvents, 400)
	route.SignedIn(r, "GET /api/v1/usage", 0, "How much of the plan is used", a.usage)
	route.SignedIn(r, "GET /api/v1/get-content-count", 0, "May one more memory be added?", a.contentCount)
	route.SignedIn(r, "GET /api/v1/get-documentupload-status", 0, "May one more document be added?", a.documentStatus)
	route.SignedIn(r, "POST /api/v1/content", noteBody, "Save a memory", a.addMemory, 400, 429)
	route.Long[listAnswer](r, "GET /api/v1/content", "List memories, by a filter and newest first if nothing else is said, or search them while typing, best first", a.listMemories, 400)
	route.SignedIn(r, "GET /api/v1/content/at", 0, "The memory that holds an address", a.memoryAt, 400)
	route.Long[memoryAnswer](r, "GET /api/v1/content/{id}", "One memory with its captured text", a.getMemory, 404)
	route.Long[documentAnswer](r, "GET /api/v1/content/{id}/document", "The text of a memory as blocks, with its structure, or as markdown", a.getDocument, 400, 404)
	r.API.OpenAPI().Paths["/api/v1/content/{id}/document"].Get.Responses["200"].Content["text/markdown"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	route.SignedIn(r, "PUT /api/v1/content/{id}/progress", route.SmallBody, "Keep how far a memory is read", a.saveProgress, 400, 404)
	route.SignedIn(r, "GET /api/v1/content/{id}/pages", 0, "The pages of a PDF: their sizes, and where their pictures are", a.getPages, 400, 404)
	route.SignedIn(r, "GET /api/v1/content/{id}/pages/{page}", 0, "The words of a PDF's page, with their places", a.getPage, 400, 404)
	route.SignedIn(r, "POST /api/v1/content/{id}/refresh", route.SmallBody, "Capture a memory anew", a.refreshMemory, 400, 404)
	route.SignedIn(r, "DELETE /api/v1/content", route.SmallBody, "Delete a memory, which rests in the trash for 30 days", a.deleteMemory, 400, 404, 429)
	files.Register(r, files.Parts{Uploads: a.Uploads, Memories: a.Memories, Plans: a.Plans, Log: a.Log, Now: a.Now})
	related.Register(r, related.Parts{Finder: a.Finder, Memories: a.Memories, Present: a.present, Tags: suggest.New(a.Finder, a.Memories)})
	library.Register(r, library.Parts{
		Library: a.Library, Memories: a.Memories, Captures: a.Captures, Trash: a.Trash, Plans: a.Plans, Present: a.present, Filters: a.Filters,
	})
	takeover.Register(r, takeover.Parts{Imports: a.Imports, Watched: a.Watched, Log: a.Log, Now: a.Now})
	a.highlightRoutes()
	feeds.Register(r, feeds.Parts{Feeds: a.Feeds})
	used.Register(r, used.Parts{Usage: a.Used, Audit: a.Audit})
	a.askRoutes(400, 404, 429) // vector-search and ask
	route.SignedIn(r, "GET /api/v1/conversations", 0, "What was asked before, newest change first, or a search in it", a.listConversations, 400)
	route.Long[conversationAnswer](r, "GET /api/v1/conversations/{id}", "A conversation with its turns", a.getConversation, 404)
	route.SignedIn(r, "DELETE /api/v1/conversations/{id}", route.SmallBody, "Delete a conversation", a.deleteConversation, 404)
	route.SignedIn(r, "DELETE /api/v1/conversations", route.SmallBody, "Delete every conversation", a.deleteConversations)
	route.SignedIn(r, "GET /api/v1/reading", 0, "How far the memories are read closely", a.reading)
	a.embedded("GET /api/tweet/{id}", "A tweet as its embed shows it", a.getTweet)
	a.streamed("GET "+eventsPath, "What changes of the caller's memories, as it changes", a.streamEvents)
	a.streamedUpload("POST /api/upload/pdfUploader", "Upload a PDF", a.uploadPDF, 400, 413, 415, 429, 503) // at most ENGRAM_MAX_UPLOAD_MB
}

// serviceRoutes are the calls of a public service: for its visitors, and for what it sells.
func (a *api) serviceRoutes(mux *http.ServeMux) {
	r := a.Router
	visitor.Register(r, visitor.Parts{Plans: a.Plans, People: a.People, Waitlist: a.Waitlist, Support: a.Support, Sales: a.Sales, Log: a.Log})
	membership.Register(r, mux, membership.Parts{Billing: a.Billing, Log: a.Log})

	// the holder of a test checkout's address
	if a.TestCheckout != nil {
		testcheckout.Register(mux, testcheckout.Parts{Provider: a.TestCheckout, Styles: a.Styles, Log: a.Log})
	}
}

// Document returns the OpenAPI document, as committed in api/openapi.json.
func Document() []byte {
	_, doc := New(Parts{}, http.NotFoundHandler())
	return documentOf(doc)
}

func documentOf(doc *huma.OpenAPI) []byte {
	out, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // our own types always marshal
	}
	return append(out, '\n')
}
