package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"engram/internal/document"
)

// foreignAddress finds an address or a script in decoded text.
var foreignAddress = regexp.MustCompile(`(?i)[a-z]://[^\s]|(?:javascript|vbscript|mailto|xmpp):\S|data:[a-z]|file:/|tel:\+|evil(?:[.。．｡]|\[?\.\]|\(dot\))(?:example|com)|\S@\S+\.\pL`)

// TestHostileAnswers shows no address outside code except saved ones.
func TestHostileAnswers(t *testing.T) {
	all := hostile()
	for _, raw := range all {
		got, _ := answerOf(raw)
		s := show(got)
		if len(s.other) > 0 {
			t.Errorf("%q became %q, which shows %q", raw, got, s.other)
		}
		for _, saved := range []string{savedAddress, "https://saved.example"} {
			s.text = strings.ReplaceAll(s.text, saved, "")
		}
		if at := foreignAddress.FindString(s.text); at != "" {
			t.Errorf("%q became %q, which names %q", raw, got, at)
		}
	}
	if len(all) < 600 {
		t.Errorf("%d texts are tried", len(all))
	}
}

// TestWordsAreNotTakenForAddresses keeps words with dots and colons.
func TestWordsAreNotTakenForAddresses(t *testing.T) {
	for _, said := range []string{
		"Thirty days, e.g. in May, i.e. at 17:30.", "At dawn.It leaves.", "U.S.A. and z.B. 3.14 or 1.2.3.4", "The data: 5 rooms", "tel: 123 and file: none",
		"a/b and c//d", "AT&amp;T @ home", "See " + savedAddress + " (https://saved.example/page).", "和3。5",
	} {
		newReader().Parse(said).Each(func(spans []document.Span) {
			if slices.ContainsFunc(spans, func(s document.Span) bool { return s.Code }) {
				t.Errorf("%q became %+v", said, spans)
			}
		})
	}
}

// hostile returns answers with foreign addresses, in many forms of markdown.
func hostile() (all []string) {
	addresses := []string{
		"https://evil.example/?q=secret", "HTTPS://EVIL.example", "http:evil.example", "https:evil.example/x", `https:\\evil.example`, `https:/evil.example`, "https:///evil.example", "//evil.example/x", `\\evil.example\x`,
		"www.evil.example", "WWW.evil.example", "evil.example", "evil.example/?q=secret", "evil.com", "evil.example:8080/x", "user@evil.example", "https://user:pw@evil.example", "https://saved.example@evil.example/",
		"mailto:a@evil.example", "xmpp:a@evil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html;base64,AAAA", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "ftp://evil.example/x", "ws://evil.example", "blob:https://evil.example/1", "tel:+123456789",
		"hxxp://evil.example", "hxxps://evil[.]example", "https://evil[.]example/x", "evil[.]example", "https[:]//evil.example", "https://evil.example.", "https://evil.example.../x", "https://evil.example。", "https://evil。example/x", "https://evil．example/x", "https://evil｡example",
		"https：//evil.example", "ｈｔｔｐｓ：／／evil.example", "https:／／evil.example", "ｗｗｗ.evil.example", "ｗｗｗ．evil．example", "https://ｅｖｉｌ.example", "https://xn--evl-8ma.example/x", "xn--evl-8ma.example", "https://evíl.example/x", "https://例え.テスト/x", "https://1.2.3.4/x", "1.2.3.4/x", "https://[::1]/x", "http://0x7f000001/", "https://evil.example%2Fx", "https%3A%2F%2Fevil.example",
		"https&#58;//evil.example", "https&colon;//evil.example", "&#104;ttps://evil.example", "https:&sol;&sol;evil.example", "https&#x3a;&#x2f;&#x2f;evil.example", "&#119;&#119;&#119;.evil.example", "www&period;evil.example", "https://evil&period;example", "https&amp;#58;//evil.example", "https&#0058;//evil.example", "https&#58//evil.example", "https&colon//evil.example",
		"https:\u200b//evil.example", "ht\u200btps://evil.example", "https://\u200bevil.example", "w\u200bww.evil.example", "www\u200b.evil.example", "https://evil\u200b.example", "ht\u00adtps://evil.example", "https:\u2060//evil.example", "ht\u200ctps://evil.example", "ht\u200dtps://evil.example", "ht\u034ftps://evil.example", "https:\u180e//evil.example", "ht\ufe0ftps://evil.example", "https:\u202e//evil.example", "\u202eelpmaxe.live//:sptth", "https:\u2066//evil.example", "https:\u061c//evil.example", "https:\u200e//evil.example", "www\u200f.evil.example", "https:\u3164//evil.example", "https:\u2028//evil.example", "ht\U000e0041tps://evil.example",
		"https:[1]//evil.example", "https:/[5]/evil.example", "ht[5]tps://evil.example", "www[5].evil.example", "www.[1]evil.example", "https://[1]evil.example", "https:[?]//evil.example", "https://evil[2].example", "ht**tps://evil**.example", "https:**//**evil.example", "**https**://evil.example", "www**.**evil.example", "https:_//evil.example_", "https:~~//~~evil.example", "ww~~w.evil.example~~", "https:<b></b>//evil.example", "https:<!-- -->//evil.example", "www<i>.</i>evil.example", "https:`//`evil.example", "`https:`//evil.example", "https`:`//evil.example", "www`.`evil.example", "https:\\//evil.example", `https\://evil.example`, `https:\/\/evil.example`, `www\.evil.example`, `www.evil\.example`,
		"https: //evil.example", "https://evil .example", "www .evil.example", "www. evil.example", "evil(dot)example", "https://evil.example|x", "https://evil.example\"x", "https://evil.example<x>", "(https://evil.example)", "[https://evil.example]", "{https://evil.example}", "“https://evil.example”", "'https://evil.example'", "xhttps://evil.example", "1https://evil.example", "_https://evil.example", "中https://evil.example", "éwww.evil.example", "a/www.evil.example", "httpshttps://evil.example", "https://https://evil.example",
		savedAddress + ".evil.example", savedAddress + "@evil.example", savedAddress + "/../evil.example", savedAddress + "https://evil.example", "https://saved.example.evil.example", "https://saved.example\\@evil.example", "https://saved.example",
	}
	shapes := []string{"See %s now.", "%s", "[click](%s)", "[click](<%s>)", "[click](%s \"t\")", "<%s>", "![p](%s)", "[click][r]\n\n[r]: %s", "[r]: <%s> 'x'\n\n[r]", "The flat[^1].\n\n[^1]: %s", "<a href=\"%s\">x</a>", "<img src=%s>", "| a |\n|---|\n| %s |", "# %s", "> %s", "- %s", "**%s**", "*%s*", "~~%s~~", "([%s])", "[[%s]]", "[a [b](%s) c](x)", "[%s](%[1]s)", "[" + savedAddress + "](%s)", "\"%s\"", "a,%s,b", "(%s)"}
	for i, a := range addresses {
		for j, s := range shapes {
			if i%len(shapes) == j || j < 3 || j == 5 {
				all = append(all, fmt.Sprintf(s, a))
			}
		}
	}
	return all
}
