package question

import (
	"regexp"
	"strings"
)

// The shape of a sentence has a sign for each of its words, or for several that belong together, and none for those that say
// nothing.
const (
	ask       = "a" // what, which
	show      = "w" // show, list
	canYou    = "c" // can you
	howMany   = "h" // how many
	doIHave   = "H" // do I have
	isThere   = "E" // is there
	having    = "X" // habe, beside ich
	helper    = "x" // is, did, I
	link      = "d" // the, of, from
	some      = "y" // any
	all       = "A" // all
	mine      = "m" // my
	newest    = "n" // newest, recently
	last      = "l" // last
	number    = "#" // three
	kept      = "q" // saved, of a memory
	used      = "r" // read, of a memory
	iSaved    = "S" // did I save
	iRead     = "R" // did I read
	saved     = "s" // guardé
	one       = "k" // a noun of a kind in the singular
	many      = "K" // in the plural, or memories
	siteOne   = "P" // a thing of a site
	thing     = "v" // a noun of anything
	things    = "V" // everything
	dated     = "T" // last week: what was done then
	datedFrom = "D" // from May
	datedIn   = "U" // in May, on Friday: may be the date of a fact
	undated   = "u" // May
	earlier   = "B" // the day before
	those     = "t" // those
	and       = "&" // and, what about
)

// grammar spells out what the patterns below name.
var grammar = strings.NewReplacer(
	" ", "",
	"PLURAL", "[Ady]*[mnlqd#]*k?Kn?", // videos, my last three saved notes
	"ORDERED", "(?:[Ad]*#?(?:[mnq]|l+[mnq#])[nlqd#]*k?Kn?|[Ad]*#?k?Kn)", // my notes, the newest three videos
	"NEWEST", "(?:d*m?n+d*k|d*ml+k|d*mk[nl])", // the newest video, my last note
	"x", "[xX]",
	"SHOW", "c?w[xX]*", // can you show me
	"I", "[SR]n?",
	"WHEN", "(?:d*[TDU])?", // beside what tells of saving
	"FROM", "d*[TD]", // beside a noun alone
	"HAVE", "(?:H|[xXEa]*[XE]x*)", // do I have, is there, habe ich
	"ANY", "(?:V|y+v)", // anything, quelque chose
	"NOTES", "[dy]*k?K", // any notes
)

func pattern(alternatives ...string) string {
	return "(?:" + grammar.Replace(strings.Join(alternatives, "|")) + ")"
}

// A listing has one of these shapes. Whatever has none is about a subject: a listing that is missed is found by its words,
// one too many hides what was looked for.
var (
	listingShape = pattern(
		"A?K",       // all notes
		"T",         // last week
		"q d*[TDU]", // saved in May
		"d*m[nl]+#", // my last three
		"(?:SHOW)? ORDERED (?:FROM|I WHEN|[qr]d*[TDU])?",       // my notes, the newest videos I saved
		"(?:SHOW)? PLURAL (?:FROM|I WHEN|[qr]d*[TDU])",         // the videos from last week, notes saved in May
		"(?:SHOW)? NEWEST (?:FROM)?",                           // my last note
		"(?:SHOW)? d*m?[nl]+[kv] I WHEN",                       // the last thing I saved
		"(?:SHOW|a x+)? d*m?(?:[nl]+#|#[nl]+)V (?:I WHEN)?",    // the last five things I saved
		"(?:SHOW|a x+)? [dtm]*P (?:FROM|I WHEN)?",              // that youtube clip
		"(?:SHOW)? [Ad]*V I WHEN",                              // everything I read in May
		"SHOW (?:T|A?V|d*m?[nl]+#|d*l+k|PLURAL)",               // show me yesterday
		"(?:SHOW|&*[TU]?) a I WHEN",                            // what did I save in May
		"&* a (?:PLURAL|d*y*V) I WHEN",                         // which notes did I save
		"&* a x+ (?:ORDERED|NEWEST)",                           // what are my last three notes
		"&* a x+ (?:PLURAL|d*m?[nl]+[kv]) I WHEN",              // what was the last thing I saved
		"&* h (?:PLURAL)? S WHEN",                              // how many notes did I save
		"(?:a|h)PLURAL H",                                      // which notes do I have
		"H y*m?k?K (?:FROM)?",                                  // do I have any notes
		"(?:a|h)PLURAL HAVE FROM",                              // how many notes are there from last week
		"HAVE [dy]*m?k?[kK] FROM",                              // is there a video from yesterday
		"(?:HAVE)? (?:ANY|NOTES) q d*[TDU]",                    // anything saved in May
		"x*(?:(?:ANY|y*K)d*[TDU]x*s|s x*(?:ANY|y*K)d*[TDU])",   // habe ich etwas letzte Woche gespeichert
		"x*d*[TDU]x*(?:(?:ANY|y*K)x*s|s x*ANY)",                // habe ich letzte Woche etwas gespeichert
		"S (?:y+K|y*V) d*[TDU]",                                // did I save any notes in May
		"&* V?d* a+ x* (?:(?:PLURAL|d*V)x*)? WHEN x*s x* WHEN", // was habe ich gestern gespeichert
		"&* a PLURAL x* (?:FROM)? x*[qr] (?:FROM)?",            // quelles vidéos ai-je regardées hier
	)
	// What asks of a time and of nothing else. Whoever asks what there is on Friday may mean the calendar.
	openShape = pattern(
		"&* HAVE ANY d*[TDU]",              // is there anything from last week
		"&* (?:a+|h)(?:d*V)? HAVE d*[TDU]", // what do I have this week
		"&* (?:SHOW)? A?V d*[TDU]",         // anything on Friday
	)
	// What is asked behind a listing, and read with it.
	followShape = pattern(
		"&* (?:SHOW)? (?:PLURAL|[Ad]*V) (?:I)? (?:d*[TDUu])?",      // and the videos?
		"&* (?:SHOW)? d*m?[nl]+ (?:#|#?[kv]) (?:I)? (?:d*[TDUu])?", // the last one
		"&* (?:SHOW)? d*[TDUuB]",                                   // and last week?
		"a d*t?x+A?K",                                              // which of these are notes?
		"[SR]tK",                                                   // have I read those notes?
	)

	isListing = regexp.MustCompile("^" + listingShape + "$")
	isOpen    = regexp.MustCompile("^" + openShape + "$")
	follows   = regexp.MustCompile("^(?:" + followShape + "|" + listingShape + "|" + openShape + ")$")
	carries   = regexp.MustCompile("^" + followShape + "*(?:" + listingShape + "|" + openShape + ")$")
	opens     = regexp.MustCompile("[SRsm]|[Kk].*[TDU]|[TDU].*K") // says enough to begin anew behind another listing
)
