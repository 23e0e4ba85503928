package embed

import "context"

// Excerpt is a part of a memory that is read with a question. The title is context and never part
// of an answer.
type Excerpt struct{ Title, Body string }

// Reading holds the numbers of a cross-encoder for a question and an excerpt read together.
type Reading struct {
	Answers   float64 // calibrated probability that the body answers the question
	Relevance float64 // calibrated probability that the body is about what is asked
	// Places of the body that may answer, best first, without overlap; none only if there is
	// nothing to read in the body.
	Places []Place
}

// Place is a part of an excerpt's body.
type Place struct {
	Start, End int     // in bytes
	Share      float64 // of the probability of all places, 0 to 1
}

// CrossEncoder reads a question and an excerpt together, on the calling goroutine. It takes bounded
// time for texts of any length and calls YieldOf its context between steps. It is safe for
// concurrent use.
type CrossEncoder interface {
	// Model returns the model's name.
	Model() string
	// Warm loads what the first Read would wait for. After an error every Read returns it.
	Warm() error
	// Read returns fault.Unavailable when the model can't be used.
	Read(ctx context.Context, question string, excerpt Excerpt) (Reading, error)
}

// WithReader makes Read use a cross-encoder, which Run warms; nil is none.
func WithReader(reader CrossEncoder) Option {
	return func(s *Service) { s.reader = reader }
}
