// Package httpapi is the contract: wire types, one route table, and the way from a fault to a status. It knows domains and
// no adapter.
package httpapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/ask"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/conversation"
	"engram/internal/embed"
	"engram/internal/httpapi/wire"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/people"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	"engram/internal/tweet"
	"engram/internal/upload"
	"engram/internal/waitlist"
)

// Finder finds a user's memories while their words are still being typed.
type Finder interface {
	// Find returns the memories that fit the query's text, kind and limit, best first, each with the passage that fits best.
	Find(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error)
}

// Observer counts requests. It must not block.
type Observer interface {
	// Request is called after every answer. The route is a pattern of the route table without its method, such as
	// /api/v1/content/{id}; empty when the router answered by itself. The method is whatever the caller sent.
	Request(method, route string, status int, took time.Duration)
}

// Parts are what the API is built from.
type Parts struct {
	Accounts  *account.Service
	Audit     *audit.Service
	Memories  *memory.Service
	Captures  *capture.Service
	Tweets    *tweet.Service
	Live      *live.Service
	Stopping  <-chan struct{} // closed when streams are to end
	Uploads   *upload.Service
	Waitlist  *waitlist.Service
	People    *people.Service // nil: none
	Quota     *quota.Service
	Plans     plan.Table
	Asking    *ask.Service
	Finder    Finder
	Reading   *embed.Reading
	Blobs     blob.Store
	Links     *upload.Links
	PublicURL string      // empty: from the request
	AI        *AIProvider // nil: none
	Support   string      // the email address that users are told to turn to
	Sales     string      // the email address for inquiries about Enterprise
	Proxies   []netip.Prefix
	Ready     func(ctx context.Context) error
	Observer  Observer // nil: nobody
	Log       *slog.Logger
	Now       func() time.Time

	Conversations *conversation.Service

	Billing *billing.Service
	// TestCheckout charges nobody; nil where a real provider takes payments.
	TestCheckout *testpay.Provider
	Styles       []string // the addresses of the app's stylesheets, for pages that are made here
}

// AIProvider is the endpoint that the operator chose, as users are told of it.
type AIProvider struct {
	Host      string `json:"host" doc:"Where texts are sent to."`
	Chat      bool   `json:"chat" doc:"It writes answers: it is sent questions, with the passages found for them."`
	Embedding bool   `json:"embedding" doc:"It knows what texts mean: it is sent questions and all that is saved."`
}

type api struct {
	Parts
	huma     huma.API
	long     *turns
	document func() []byte // the OpenAPI document, made once
	builder  chan struct{} // whoever makes a later piece of a long list holds its token
}

// Body sizes, in bytes. A note of 256 KB may be six times as long in JSON escapes.
const (
	smallBody = 64 << 10
	noteBody  = 2 << 20
)

// New returns the handler of /api/, /openapi.json, /healthz and /readyz, and the OpenAPI document. web serves every other
// path.
func New(p Parts, web http.Handler) (http.Handler, *huma.OpenAPI) {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Engram", "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // they add $schema to every answer
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: wire.ReadJSON}
	config.Formats = map[string]huma.Format{"application/json": format, "json": format}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Info.Description = "A second brain: save web pages, videos, tweets, PDFs and notes, and ask them in plain words."
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "apiKey", In: "header", Name: "authorization", Description: "The token of signin or signup, raw or after \"Bearer \"."},
	}
	if p.Observer == nil {
		p.Observer = nobody{}
	}
	a := &api{Parts: p, huma: humago.New(mux, config), long: newTurns(), builder: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	a.document = sync.OnceValue(func() []byte { return documentOf(a.huma.OpenAPI()) })
	a.routes(mux)
	mux.HandleFunc("/api/", notFound)
	mux.Handle("/", web)
	return a.around(mux), a.huma.OpenAPI()
}

// schemaName drops what our Go types say of their place and not of their meaning.
func schemaName(t reflect.Type, hint string) string {
	name := strings.TrimPrefix(huma.DefaultSchemaNamer(t, hint), "Wire")
	return strings.Replace(name, "OutputBody", "Answer", 1)
}

func notFound(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusNotFound, &wire.Error{Message: "There is no such call"})
}

// routes is every call on one screen: who may make it, how large it may be, what answers it, and with which errors.
func (a *api) routes(mux *http.ServeMux) {
	// anyone, at the rate of sign-in
	public(a, "POST /api/v1/signup", smallBody, "Create an account", a.signUp, 400, 409, 429, 503)
	public(a, "POST /api/v1/signin", smallBody, "Open a session", a.signIn, 400, 401, 429, 503)

	// anyone
	public(a, "GET /api/v1/plans", 0, "The plans: prices, limits in words, features", a.plans)
	public(a, "GET /api/v1/contact", 0, "The addresses to write to", a.contact)
	public(a, "GET /api/v1/people", 0, "Made-up people for the landing page", a.people)
	public(a, "POST /api/v1/waitlist", smallBody, "Hear of what is to come", a.joinWaitlist, 400, 411, 429)

	// the signed-in user, about their own data alone
	signedIn(a, "POST /api/v1/signout", smallBody, "End this session", a.signOut)
	signedIn(a, "GET /api/v1/getusername", 0, "The caller's username", a.username)
	signedIn(a, "GET /api/v1/getuser", 0, "The caller", a.user)
	signedIn(a, "POST /api/v1/resetpassword", smallBody, "Change the password and end every other session", a.resetPassword, 400, 403, 429, 503)
	signedIn(a, "PUT /api/v1/email", smallBody, "Set or remove the email address", a.setEmail, 400, 429)
	signedIn(a, "PUT /api/v1/ai-providers", smallBody, "Say whether AI providers may be used", a.setAIProviders, 400)
	signedIn(a, "GET /api/v1/keep-conversations", 0, "How long the caller's conversations are kept", a.conversationTerm)
	signedIn(a, "PUT /api/v1/keep-conversations", smallBody, "Say how long conversations are kept", a.setConversationTerm, 400)
	signedIn(a, "GET /api/v1/sessions", 0, "Where the caller is signed in", a.listSessions)
	signedIn(a, "DELETE /api/v1/sessions/{id}", smallBody, "End a session of the caller's", a.endSession, 404)
	signedIn(a, "DELETE /api/v1/sessions", smallBody, "End every other session", a.endOtherSessions)
	signedIn(a, "GET /api/v1/audit", 0, "What happened to the account, newest first", a.listEvents, 400)
	signedIn(a, "GET /api/v1/usage", 0, "How much of the plan is used", a.usage)
	signedIn(a, "GET /api/v1/get-content-count", 0, "May one more memory be added?", a.contentCount)
	signedIn(a, "GET /api/v1/get-documentupload-status", 0, "May one more document be added?", a.documentStatus)
	signedIn(a, "POST /api/v1/content", noteBody, "Save a memory", a.addMemory, 400, 429)
	long[listAnswer](a, "GET /api/v1/content", "List memories, newest first, or search them while typing, best first", a.listMemories, 400)
	long[memoryAnswer](a, "GET /api/v1/content/{id}", "One memory with its captured text", a.getMemory, 404)
	signedIn(a, "POST /api/v1/content/{id}/refresh", smallBody, "Capture a memory anew", a.refreshMemory, 400, 404)
	signedIn(a, "DELETE /api/v1/content", smallBody, "Delete a memory", a.deleteMemory, 400, 404)
	a.askRoutes(400, 404, 429) // vector-search and ask
	signedIn(a, "GET /api/v1/conversations", 0, "What was asked before, newest change first, or a search in it", a.listConversations, 400)
	long[conversationAnswer](a, "GET /api/v1/conversations/{id}", "A conversation with its turns", a.getConversation, 404)
	signedIn(a, "DELETE /api/v1/conversations/{id}", smallBody, "Delete a conversation", a.deleteConversation, 404)
	signedIn(a, "DELETE /api/v1/conversations", smallBody, "Delete every conversation", a.deleteConversations)
	signedIn(a, "POST /api/v1/create-subscription", smallBody, "Begin to pay for Pro", a.createSubscription, 400, 402, 409, 429, 503)
	signedIn(a, "POST /api/v1/save-payment", smallBody, "Keep a payment that was made", a.savePayment, 402, 403, 404, 429, 503)
	signedIn(a, "GET /api/v1/subscription/{id}", 0, "A membership of the caller's", a.getSubscription, 404)
	signedIn(a, "GET /api/v1/cancel-subscription", 0, "End the membership at once", a.cancelSubscription, 503)
	signedIn(a, "POST /api/v1/cancel-subscription", smallBody, "End the membership at once", a.cancelSubscription, 503)
	mux.HandleFunc("HEAD /api/v1/cancel-subscription", refuseHead)
	signedIn(a, "GET /api/v1/reading", 0, "How far the memories are read closely", a.reading)
	a.embedded("GET /api/tweet/{id}", "A tweet as its embed shows it", a.getTweet)
	a.streamed("GET "+eventsPath, "What changes of the caller's memories, as it changes", a.streamEvents)
	a.streamedUpload("POST /api/upload/pdfUploader", "Upload a PDF", a.uploadPDF, 400, 413, 415, 429, 503) // at most ENGRAM_MAX_UPLOAD_MB

	// whoever holds a signed link
	mux.HandleFunc("GET /api/files/{user}/{id}/{name}", a.serveDocument)
	mux.HandleFunc("GET /api/pictures/{user}/{id}", a.servePicture)

	// the payment provider, by its signature
	a.webhook(mux, "POST /api/v1/stripe/webhook", "Hear of a change at the payment provider", 400, 503)

	// whoever holds the address of a test checkout
	if a.TestCheckout != nil {
		a.testCheckout(mux)
	}

	// anyone
	mux.HandleFunc("GET /openapi.json", a.openAPI)
	mux.HandleFunc("GET /healthz", a.healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
}

// Document is the OpenAPI document of every call, as api/openapi.json keeps it.
func Document() []byte {
	_, doc := New(Parts{}, http.NotFoundHandler())
	return documentOf(doc)
}

func documentOf(doc *huma.OpenAPI) []byte {
	out, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // it is made of our own types
	}
	return append(out, '\n')
}
