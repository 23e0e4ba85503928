package archives

import (
	"testing"

	"engram/internal/importer/importertest"
)

func TestOmnivore(t *testing.T) {
	all := importertest.ReadSource(t, Omnivore, importertest.Zip(
		t,
		"metadata_0_to_2.json", `[{"slug":"a-1","title":"A","url":"https://a.example","state":"Active","readingProgress":10,"labels":[],"savedAt":"2023-11-14T22:13:20.000Z"},
			{"slug":"b-2","title":"B","url":"https://b.example/b.pdf","state":"Archived","labels":["tea"],"savedAt":"2023-11-14T22:13:20.000Z"}, {"slug":"c"}]`,
		"content/a-1.html", "<html><body>its words</body></html>", "content/b-2.pdf", "%PDF-1.7", "content/z-9.html", "<p>",
		"highlights/a-1.md", "about the page\n\n> its first\n> words\n\n#brew #old\n\nmy remark\n\n> second\n",
		"../slip.txt", "x",
	))
	importertest.Same(t, all,
		"https://a.example | A | html=<html><body>its words</body></html> | remark=about the page | tags=brew, old | at=2023-11-14 22:13:20 | progress=0.1 | mark=its first\nwords/my remark//brew,old | mark=second",
		"document | https://b.example/b.pdf | B | file=%PDF-1.7 | name=b-2.pdf | tags=tea | at=2023-11-14 22:13:20 | archived",
		"!  | It has no address and no text.", "! z-9.html | "+msgUnlisted, "! slip.txt | Its name leads out of the folder that it lies in.",
	)
}

func TestX(t *testing.T) {
	all := importertest.ReadSource(t, X, importertest.Zip(
		t,
		"data/account.js", `window.YTD.account.part0 = [ {"account":{"username":"ida","email":"x"}} ]`,
		"data/like.js", `window.YTD.like.part0 = [ {"like":{"tweetId":"12","fullText":"tea &amp; rain","expandedUrl":"https://twitter.com/i/web/status/12"}}, {"like":{}} ]`,
		"data/tweets.js", `window.YTD.tweets.part0 = [ {"tweet":{"id_str":"34","full_text":"see https://t.co/x","created_at":"Tue Nov 14 22:13:20 +0000 2023","entities":{"urls":[{"url":"https://t.co/x","expanded_url":"https://a.example"}]}}},
			{"tweet":{"id_str":"56","full_text":"`+hundred+` and…","created_at":"Tue Nov 14 22:13:20 +0000 2023"}} ]`,
		"data/note-tweet.js", `window.YTD.note_tweet.part0 = [ {"noteTweet":{"core":{"text":"`+hundred+` and much more"}}} ]`,
		"data/tweets_media/1.jpg", "x", "data/tweets_media/2.jpg", "x", "Your archive.html", "x",
	))
	importertest.Same(t, all,
		"https://x.com/i/status/12 | text=tea & rain", "!  | "+msgBroken,
		"https://x.com/ida/status/34 | text=see https://a.example | author=ida | at=2023-11-14 22:13:20 | published=2023-11-14 22:13:20",
		"https://x.com/ida/status/56 | text="+hundred+" and much more | author=ida | at=2023-11-14 22:13:20 | published=2023-11-14 22:13:20",
		"! data (2 files) | "+msgOther, "! data/tweets_media (2 files) | "+msgOther, "! . (1 files) | "+msgOther,
	)
}

const hundred = "It has been raining for so long that the tea went cold, and the cat has moved to the only dry place, the oven."
