package extract

// frame is one line of JSON that the child says to its parent, in this order: ready, about, pages, and a failure or
// done. What came before a child died is kept.
type frame struct {
	Ready   bool       `json:"ready,omitempty"` // the reader is loaded: from here on the PDF's own time runs
	About   *about     `json:"about,omitempty"`
	Page    *pageText  `json:"page,omitempty"`
	Failure pdfFailure `json:"failure,omitempty"`
	Done    bool       `json:"done,omitempty"`
}

// about is what a PDF says of itself.
type about struct {
	Title  string `json:"title"`
	Author string `json:"author"`
	Pages  int    `json:"pages"`
}

// pageText is the text of one page, counted from 1.
type pageText struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// pdfFailure is why a PDF can't be read: a word, for which the parent has the sentence.
type pdfFailure string

const (
	failurePassword pdfFailure = "password"
	failureDamaged  pdfFailure = "damaged"
)
