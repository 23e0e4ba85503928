package lang

// The kinds of memories, as on the wire.
const (
	Link     = "link"
	Video    = "video"
	Tweet    = "tweet"
	Note     = "note"
	Document = "document"
	Any      = "" // of whatever kind
)

// KindName is what memories of a kind are called in English.
type KindName struct {
	One, Many string
	Search    string // words that people search for one by; they are found beside its text
}

// KindNames holds the names of every kind, and those of memories of any kind.
var KindNames = map[string]KindName{
	Link:     {"web page", "web pages", "link page site article"},
	Video:    {"video", "videos", "video"},
	Tweet:    {"tweet", "tweets", "tweet post"},
	Note:     {"note", "notes", "note"},
	Document: {"document", "documents", "document pdf file"},
	Any:      {"memory", "memories", ""},
}
