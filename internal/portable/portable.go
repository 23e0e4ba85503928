// Package portable describes what an export holds as data: the types of its JSON files, which
// api/export.schema.json publishes.
//
// Times have milliseconds, are UTC and left out if unknown. Paths are those of the export.
package portable

import (
	"encoding/json"
	"time"

	"engram/internal/document"
)

// Format names the exports, and Version the form of their data. A reader accepts no later version.
const (
	Format  = "engram-export"
	Version = 1
)

// The places of the data.
const (
	ManifestPath     = "manifest.json"
	AccountPath      = "data/account.json"
	MemoriesDir      = "data/memories/"
	ConversationsDir = "data/conversations/"
)

// Manifest lists what an export holds. It is its last file.
type Manifest struct {
	Format        string    `json:"format" enum:"engram-export"`
	Version       int       `json:"version" doc:"Of the form of the data: 1."`
	Program       string    `json:"program" doc:"The release of Engram that wrote it."`
	Username      string    `json:"username"`
	CreatedAt     time.Time `json:"createdAt" doc:"When it was begun."`
	Memories      int       `json:"memories"`
	Conversations int       `json:"conversations"`
	Files         []File    `json:"files" nullable:"false" doc:"Every file but this one, in the order of the archive."`
	Missing       []Missing `json:"missing" nullable:"false" doc:"Files that the data names and the archive lacks."`
}

// File is a file of an export.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256" doc:"In hexadecimal."`
}

// Missing is a file that could not be read.
type Missing struct {
	Path string `json:"path"`
	Why  string `json:"why" doc:"In words."`
}

// Account describes the owner of an export. It holds no secret.
type Account struct {
	Username          string    `json:"username"`
	Email             string    `json:"email,omitempty"`
	Plan              string    `json:"plan"`
	CreatedAt         time.Time `json:"createdAt,omitzero"`
	KeepConversations string    `json:"keepConversations" enum:"always,90-days,never"`
	UseAIProviders    bool      `json:"useAIProviders"`
	Filters           []Filter  `json:"filters" nullable:"false" doc:"Kept filters, in their order."`
	Feeds             []Feed    `json:"feeds" nullable:"false" doc:"Those that are followed, in the order of following."`
	Events            []Event   `json:"events" nullable:"false" doc:"What is recorded of the account, oldest first."`
}

// Filter is a kept filter.
type Filter struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Filter string `json:"filter" doc:"As it is typed."`
	Sort   string `json:"sort"`
}

// Feed is a feed that is followed.
type Feed struct {
	ID        string    `json:"id"`
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	OwnTitle  bool      `json:"ownTitle,omitempty" doc:"The title is the follower's, not the feed's."`
	Site      string    `json:"site,omitempty" doc:"The address of what it is a feed of."`
	Tags      []string  `json:"tags" nullable:"false" doc:"Of what is saved from it."`
	Paused    bool      `json:"paused,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// Event is something recorded of an account.
type Event struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind"`
	Detail string    `json:"detail,omitempty"`
	Device string    `json:"device,omitempty"`
	At     time.Time `json:"at"`
}

// Memory is a saved thing.
type Memory struct {
	ID             string   `json:"id" doc:"A UUID of version 7: ids sort by the time of saving."`
	Kind           string   `json:"kind" enum:"link,video,tweet,document,note"`
	Title          string   `json:"title"`
	OwnTitle       bool     `json:"ownTitle,omitempty" doc:"The title is the user's, not the source's."`
	SourceTitle    string   `json:"sourceTitle,omitempty" doc:"What an own title replaced."`
	Description    string   `json:"description,omitempty" doc:"Of a note: its text, which is markdown."`
	OwnDescription bool     `json:"ownDescription,omitempty"`
	URL            string   `json:"url,omitempty" doc:"As saved."`
	Canonical      string   `json:"canonical,omitempty" doc:"The page's address by its own word."`
	Site           string   `json:"site,omitempty"`
	Author         string   `json:"author,omitempty"`
	Language       string   `json:"language,omitempty"`
	Tags           []string `json:"tags" nullable:"false"`
	Remark         string   `json:"remark,omitempty"`
	Feed           string   `json:"feed,omitempty" doc:"The id of the feed that it is from; left out: its owner saved it."`
	FeedTags       int      `json:"feedTags,omitempty" doc:"The number of tags that it has from there."`

	CreatedAt   time.Time `json:"createdAt" doc:"When it was saved, or the user says it was."`
	PublishedAt time.Time `json:"publishedAt,omitzero"`
	CapturedAt  time.Time `json:"capturedAt,omitzero" doc:"When its source was last read."`
	StarredAt   time.Time `json:"starredAt,omitzero"`
	ArchivedAt  time.Time `json:"archivedAt,omitzero"`
	OpenedAt    time.Time `json:"openedAt,omitzero" doc:"Last; left out: it is unread."`
	Place       string    `json:"place" doc:"Lists sort by it, as by an id of the time at createdAt."`

	Status   string          `json:"status" enum:"pending,ready,failed"`
	Error    string          `json:"error,omitempty"`
	Seconds  int             `json:"seconds,omitempty" doc:"Of a recording."`
	Pages    int             `json:"pages,omitempty" doc:"Of a document."`
	Bookmark json.RawMessage `json:"bookmark,omitempty" doc:"How far a long PDF is read in pieces."`
	Progress *Progress       `json:"progress,omitempty" doc:"How far its owner has read it."`
	Edition  int             `json:"edition,omitempty" doc:"Of a note: how often its text was changed."`

	Picture    *Picture    `json:"picture,omitempty"`
	Upload     string      `json:"upload,omitempty" doc:"The id of the file that is its source."`
	Files      []Upload    `json:"files,omitempty" nullable:"false"`
	Figures    []Figure    `json:"figures,omitempty" nullable:"false" doc:"Pictures within its text."`
	Highlights []Highlight `json:"highlights,omitempty" nullable:"false"`
	Versions   []Note      `json:"versions,omitempty" nullable:"false" doc:"Texts that a note had, oldest first."`
	Tweet      *Tweet      `json:"tweet,omitempty"`

	Passages  []Passage           `json:"passages,omitempty" nullable:"false" doc:"Its text in pieces, as it is searched."`
	Document  []document.Document `json:"document,omitempty" nullable:"false" doc:"Its text as blocks, one list for each part that was read at a time."`
	PageWords []PageWords         `json:"pageWords,omitempty" nullable:"false" doc:"Words that were recognised on the pages of a scan."`
}

// Progress is the place up to which a memory is read.
type Progress struct {
	Leaf  int     `json:"leaf" doc:"Of its text, counted from 0."`
	Share float64 `json:"share" doc:"Of its text, from 0 to 1."`
}

// Picture is the picture on a memory's card. Height and width are pixels; 0: unknown, -1: can't be
// known.
type Picture struct {
	Path   string `json:"path"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

// Upload is a file of a memory.
type Upload struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Path      string    `json:"path"`
	CreatedAt time.Time `json:"createdAt"`
}

// Figure is a picture within a text.
type Figure struct {
	Name    string `json:"name" doc:"The key of an image in the text."`
	Order   int    `json:"order"`
	Address string `json:"address,omitempty" doc:"Where it was on the web."`
	Path    string `json:"path,omitempty" doc:"Left out: it is not kept."`
	Width   int    `json:"width,omitempty" doc:"In pixels; 0: it is still to be fetched, -1: it can't be had."`
	Height  int    `json:"height,omitempty"`
}

// Highlight is a marked part of a memory.
type Highlight struct {
	ID         string    `json:"id"`
	Color      string    `json:"color" enum:"amber,sage,sky,rose"`
	Quote      string    `json:"quote"`
	Remark     string    `json:"remark,omitempty"`
	Prefix     string    `json:"prefix,omitempty" doc:"What stands before the quote."`
	Suffix     string    `json:"suffix,omitempty"`
	Start      [2]int    `json:"start" doc:"The leaf of the text, and characters in it, both from 0."`
	End        [2]int    `json:"end"`
	Passage    int       `json:"passage"`
	Page       int       `json:"page,omitempty"`
	Second     int       `json:"second,omitempty"`
	Orphaned   bool      `json:"orphaned,omitempty" doc:"The quote is gone from the text."`
	Kept       int       `json:"kept,omitempty" doc:"How often it came back and was kept."`
	DueAt      time.Time `json:"dueAt,omitzero" doc:"When it comes back."`
	AnsweredAt time.Time `json:"answeredAt,omitzero"`
	CreatedAt  time.Time `json:"createdAt"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// Note is a text that a note had.
type Note struct {
	Edition   int       `json:"edition"`
	Text      string    `json:"text"`
	WrittenAt time.Time `json:"writtenAt"`
}

// Tweet is a tweet as its service sent it.
type Tweet struct {
	ID   string          `json:"id"`
	Data json.RawMessage `json:"data"`
}

// Passage is a piece of a text.
type Passage struct {
	Order  int    `json:"order"`
	Text   string `json:"text"`
	Page   int    `json:"page,omitempty"`
	Second int    `json:"second,omitempty"`
	Offset int    `json:"offset,omitempty" doc:"Of its first byte in the text of its page, or of a note."`
}

// PageWords are the words that were recognised on a page.
type PageWords struct {
	Page  int          `json:"page"`
	Words []PlacedWord `json:"words" nullable:"false"`
}

// PlacedWord is a word with its place on a page.
type PlacedWord struct {
	Text string     `json:"text"`
	Box  [4]float64 `json:"box" doc:"Left, top, width and height."`
	Ends bool       `json:"ends,omitempty" doc:"It is the last of its line."`
}

// Conversation is a sequence of questions with their answers.
type Conversation struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	Memory    string    `json:"memory,omitempty" doc:"The id of the only memory asked."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	Turns     []Turn    `json:"turns" nullable:"false"`
}

// Turn is a question and its answer.
type Turn struct {
	Number    int        `json:"number" doc:"From 1."`
	Question  string     `json:"question"`
	Asked     string     `json:"asked,omitempty" doc:"What a follow-up was read as."`
	Kind      string     `json:"kind,omitempty" doc:"Of the memories asked."`
	Filters   *Filters   `json:"filters,omitempty" doc:"Found in the question's words."`
	Answer    string     `json:"answer,omitempty" doc:"Markdown; [1] cites."`
	Result    int        `json:"result" doc:"0: refused, 1: answered, 2: what comes closest, 3: small talk, 4: a listing."`
	Citations []Citation `json:"citations,omitempty" nullable:"false"`
	Model     string     `json:"model,omitempty"`
	Notice    string     `json:"notice,omitempty"`
	AskedAt   time.Time  `json:"askedAt"`
	Withdrawn bool       `json:"withdrawn,omitempty" doc:"A memory that the answer quoted was deleted."`
	Sources   []string   `json:"sources,omitempty" nullable:"false" doc:"Ids of the memories whose words are in the answer."`
}

// Filters are the limits of a search that a question's words set.
type Filters struct {
	Kind   string   `json:"kind,omitempty"`
	Since  int64    `json:"since,omitempty" doc:"Milliseconds since 1970."`
	Until  int64    `json:"until,omitempty"`
	Words  []string `json:"words" doc:"The words of the question that say so."`
	Filter string   `json:"filter,omitempty" doc:"As it is typed."`
}

// Citation is the place that a number of an answer stands for.
type Citation struct {
	N        int    `json:"n"`
	MemoryID string `json:"memory"`
	Quote    string `json:"quote"`
	Passage  int    `json:"passage,omitempty"`
	Span     [2]int `json:"span,omitzero" doc:"Characters of the passage, the end exclusive."`
	Lit      [2]int `json:"lit,omitzero" doc:"Characters of the quote that answer."`
	Page     int    `json:"page,omitempty"`
	Second   int    `json:"second,omitempty"`
	Place    string `json:"place,omitempty" doc:"Of older answers: page or second in words."`
}
