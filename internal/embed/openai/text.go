package openai

import (
	"strings"
	"unicode/utf8"

	"engram/internal/embed"
)

const (
	maxText       = 24_000  // bytes per text: about 8,000 tokens, which common models read
	maxBatchTexts = 64      // per request
	maxBatchBytes = 256_000 // per request
)

// prefixes are put before a text to tell a model its role.
type prefixes struct{ passage, question string }

// families are models trained with prefixes, which clients have to add.
var families = []struct {
	name string
	prefixes
}{
	{"e5-", prefixes{"passage: ", "query: "}},
	{"nomic-embed-text", prefixes{"search_document: ", "search_query: "}},
	{"mxbai-embed-large", prefixes{"", "Represent this sentence for searching relevant passages: "}},
}

// prefixesOf returns the prefixes for a model's name; none for an unknown family. E5's instruct
// models use other ones.
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

// cut truncates a text to what a model reads.
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

// batches splits texts, in order, into requests.
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
