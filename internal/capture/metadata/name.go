package metadata

import (
	"regexp"
	"strings"
	"unicode"

	"engram/internal/capture"
	"engram/internal/plaintext"
)

var (
	byPrefix = regexp.MustCompile(`(?i)^\W*(?:(?:(?:(?:written|posted|published|reported|edited|story|article|text|words)\s+)?by|` +
		`(?:geschrieben|verfasst|veröffentlicht)\s+von|(?:publié|écrit|rédigé)e?s?\s+par|(?:escrito|publicado)\s+por|(?:scritto|pubblicato)\s+da)[\s:]+|` +
		`(?:text|texte|texto|author|autor|autora|autorin|auteur|autore|words|redaktion|автор|作者)\s*[:：]\s*)`)
	bySuffix    = regexp.MustCompile(`(?i)\s*(?:[|•·/–—»]|\s-\s|,?\s+(?-i:on|am|le|el)\s+\d|\s*\d{1,2}\.?\s*\pL{3,}\s*\d{4}|\s*\d{1,2}[./]\d{1,2}[./]|\s+\pL{3,}\s+\d{1,2},?\s+\d{4}|\s+\d+ \pL+ ago|,?\s*(?:published|posted|updated|veröffentlicht|publié)\b).*$`)
	mailbox     = regexp.MustCompile(`\s*[<(\[]?\S+@\S+\.\S+[>)\]]?`)
	homepage    = regexp.MustCompile(`\s*[<(\[]?(?:https?://|www\.)\S*[>)\]]?`)
	placeholder = regexp.MustCompile(`(?i)^(?:(?:site |web ?)?admin|administrator|root|author|autor|publisher|editor|(?:news ?|web )?staff(?: (?:writer|reporter)s?)?|` +
		`webmaster|user|guest|null|undefined|none|unknown|anonymous|name ?\*?|nom ?\*?|` + weekdays + `)$`)
)

// weekdays and months remain where a date was cut off.
const weekdays = `(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|` +
	`lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|` +
	`lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|` +
	`january|february|march|june|july|september|october|november|december|januar|februar|märz|juli|oktober|dezember`

const (
	maxByline     = 100 // characters: longer text is not a name
	maxAuthorLine = 500 // characters searched for one
)

// by lists prefixes of names in languages where they are unambiguous.
var by = map[string]string{"de": "von", "fr": "par", "es": "por", "pt": "por", "it": "di", "nl": "door", "sv": "av", "da": "af", "nb": "av", "no": "av"}

// ShownName extracts the name from a byline in a language.
func ShownName(line, language string) string {
	base, _, _ := strings.Cut(language, "-")
	line = strings.TrimSpace(line)
	if word, rest, ok := strings.Cut(line, " "); ok && by[base] != "" && strings.EqualFold(word, by[base]) {
		line = rest
	}
	return AuthorName(line)
}

// AuthorName extracts the name from a metadata value. It returns "" for an address, a date, or a
// placeholder.
func AuthorName(line string) string {
	line = homepage.ReplaceAllString(plaintext.Beginning(strings.TrimSpace(line), maxAuthorLine), "")
	line = byPrefix.ReplaceAllString(plaintext.Clean(strings.TrimSpace(line)), "")
	line, _, _ = strings.Cut(strings.TrimSpace(line), "\n")
	line = mailbox.ReplaceAllString(line, "")
	line = strings.Trim(plaintext.OneLine(bySuffix.ReplaceAllString(line, ""), capture.MaxName+1), " ,;:|-–")
	if len([]rune(line)) > maxByline || placeholder.MatchString(line) || !ParseDate(line).IsZero() || strings.IndexFunc(line, unicode.IsLetter) < 0 {
		return ""
	}
	return line
}
