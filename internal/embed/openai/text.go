package openai

import (
	"strings"
	"unicode/utf8"

	"engram/internal/embed"
)

const (
	maxText       = 24_000  // bytes of one text: about 8,000 tokens, as much as common models read
	maxBatchTexts = 64      // of one request
	maxBatchBytes = 256_000 // of one request's texts
)

// prefixes tell a model what a text is to a search.
type prefixes struct{ passage, question string }

// families are models that were trained with prefixes, which their servers leave to the caller.
var families = []struct {
	name string
	prefixes
}{
	{"e5-", prefixes{"passage: ", "query: "}},
	{"nomic-embed-text", prefixes{"search_document: ", "search_query: "}},
	{"mxbai-embed-large", prefixes{"", "Represent this sentence for searching relevant passages: "}},
}

// prefixesOf goes by the model's name; a model of no known family gets none. E5's instructed kin wants other words.
func prefixesOf(model string) prefixes {
	model = strings.ToLower(model)
	for _, f := range families {
		if strings.Contains(model, f.name) && !strings.Contains(model, "instruct") {
			return f.prefixes
		}
	}
	return prefixes{}
}

func (e *Embedder) prepare(texts []string, as embed.Role) []string {
	prefix := e.prefix.passage
	if as == embed.Question {
		prefix = e.prefix.question
	}
	prepared := make([]string, len(texts))
	for i, text := range texts {
		prepared[i] = cut(prefix + text)
	}
	return prepared
}

// cut keeps the beginning of a text that is longer than a model reads.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for !utf8.RuneStart(text[end]) && end > maxText-utf8.UTFMax {
		end--
	}
	return text[:end]
}

// batches divides texts, in order, into what one request may hold.
func batches(texts []string) (all [][]string) {
	begin, size := 0, 0
	for i, text := range texts {
		if i > begin && (i-begin == maxBatchTexts || size+len(text) > maxBatchBytes) {
			all, begin, size = append(all, texts[begin:i]), i, 0
		}
		size += len(text)
	}
	if begin < len(texts) {
		all = append(all, texts[begin:])
	}
	return all
}
