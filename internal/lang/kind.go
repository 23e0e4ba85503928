package lang

// The kinds of memories, as on the wire.
const (
	Link     = "link"
	Video    = "video"
	Tweet    = "tweet"
	Note     = "note"
	Document = "document"
	Any      = "" // any kind
)

// KindName is the English name of a kind of memory.
type KindName struct {
	One, Many string
	Search    string // words that people search for one by, indexed beside its text
}

// KindNames are the names of every kind, and of memories in general.
var KindNames = map[string]KindName{
	Link:     {"web page", "web pages", "link page site article"},
	Video:    {"video", "videos", "video"},
	Tweet:    {"tweet", "tweets", "tweet post"},
	Note:     {"note", "notes", "note"},
	Document: {"document", "documents", "document pdf file"},
	Any:      {"memory", "memories", ""},
}
