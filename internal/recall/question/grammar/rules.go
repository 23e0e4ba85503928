// Package grammar decides by rules whether a question lists memories rather than naming a subject.
package grammar

import (
	"regexp"
	"strings"
)

// Sign is the role of a word, or of several words, in a question.
type Sign byte

// The signs. Filler words have none.
const (
	Unknown    Sign = 0   // may be a subject
	Nothing    Sign = ' ' // please
	Ask        Sign = 'a' // what, which
	Show       Sign = 'w' // show, list
	CanYou     Sign = 'c' // can you
	HowMany    Sign = 'h' // how many
	DoIHave    Sign = 'H' // do I have
	IsThere    Sign = 'E' // is there
	Having     Sign = 'X' // habe, beside ich
	Helper     Sign = 'x' // is, did, I
	Article    Sign = 'd' // the, of, from
	Some       Sign = 'y' // any
	Everything Sign = 'A' // all
	Mine       Sign = 'm' // my
	Newest     Sign = 'n' // newest, recently
	Last       Sign = 'l' // last
	Most       Sign = 'o' // most, where no "recent" follows
	Number     Sign = '#' // three
	Kept       Sign = 'q' // saved, of a memory
	Used       Sign = 'r' // read, of a memory
	ISaved     Sign = 'S' // did I save
	IRead      Sign = 'R' // did I read
	Saved      Sign = 's' // guardé
	One        Sign = 'k' // a noun of a kind in the singular
	Many       Sign = 'K' // in the plural, or memories
	OfSite     Sign = 'P' // a thing of a site
	Thing      Sign = 'v' // a noun of anything
	Things     Sign = 'V' // everything
	Dated      Sign = 'T' // last week: what was done then
	DatedFrom  Sign = 'D' // from May
	DatedIn    Sign = 'U' // in May, on Friday: may be the date of a fact
	Undated    Sign = 'u' // May
	Earlier    Sign = 'B' // the day before
	Those      Sign = 't' // those
	And        Sign = '&' // and, what about
)

// names are the signs' names in the rules.
var names = map[string]Sign{
	"WHAT": Ask, "SHOW": Show, "CAN_YOU": CanYou, "HOW_MANY": HowMany, "DO_I_HAVE": DoIHave, "IS_THERE": IsThere, "HABE": Having, "DID": Helper,
	"THE": Article, "SOME": Some, "ALL": Everything, "MY": Mine, "NEWEST": Newest, "LAST": Last, "NUMBER": Number, "KEPT": Kept, "READ": Used,
	"I_SAVED": ISaved, "I_READ": IRead, "GUARDÉ": Saved, "KIND": One, "KINDS": Many, "YOUTUBE_CLIP": OfSite, "THING": Thing, "THINGS": Things,
	"LAST_WEEK": Dated, "FROM_MAY": DatedFrom, "IN_MAY": DatedIn, "MAY": Undated, "DAY_BEFORE": Earlier, "THOSE": Those, "AND": And,
}

// common are the sub-rules that several rules share.
var common = map[string]string{
	"HELP":       "(DID | HABE)",
	"PLEASE":     "CAN_YOU? SHOW HELP*", // can you show me
	"TIME":       "THE* (LAST_WEEK | FROM_MAY | IN_MAY)",
	"FROM":       "THE* (LAST_WEEK | FROM_MAY)", // with a bare noun
	"WHEN":       "(TIME | NEWEST)?",            // with a verb of saving
	"I_DID":      "(I_SAVED | I_READ) NEWEST?",
	"NOTES":      "KIND? KINDS", // pdf documents
	"ORDER":      "NEWEST | LAST | KEPT | THE | NUMBER",
	"PLURAL":     "(ALL | THE | SOME)* (MY | ORDER)* NOTES NEWEST?",                                                                       // videos, my last three saved notes
	"ORDERED":    "(ALL | THE)* NUMBER? ((MY | NEWEST | KEPT | LAST+ (MY | NEWEST | KEPT | NUMBER)) ORDER* NOTES NEWEST? | NOTES NEWEST)", // my notes
	"NEWEST_ONE": "THE* (MY? NEWEST+ THE* KIND | MY LAST+ KIND | LAST+ MY KIND | MY KIND (NEWEST | LAST))",                                // the newest video, my last note
	"LAST_THING": "THE* MY? (NEWEST | LAST)+ (KIND | THING)",
	"LAST_THREE": "THE* MY? (NEWEST | LAST)+ NUMBER",
	"HAVE":       "(DO_I_HAVE | (HELP | IS_THERE | WHAT)* (HABE | IS_THERE) DID*)", // do I have, is there, habe ich
	"ANYTHING":   "(THINGS | SOME+ THING)",                                         // anything, quelque chose
	"ANY_NOTES":  "(THE | SOME)* NOTES",
}

// A question that matches one of these rules is a listing, any other has a subject. When in doubt
// there is no rule: a missed listing is still searched by its words, a wrong one hides the answer.
const listingRules = `
	ALL? KINDS                                                                : all notes
	LAST_WEEK                                                                 : last week
	KEPT TIME                                                                 : saved in May
	NEWEST KEPT | KEPT NEWEST                                                 : recently saved
	THE* MY (NEWEST | LAST)+ NUMBER                                           : my last three
	PLEASE? ORDERED (FROM | I_DID WHEN | (KEPT | READ) TIME)?                 : my notes, the newest videos I saved
	PLEASE? PLURAL (FROM | I_DID WHEN | (KEPT | READ) TIME)                   : the videos from last week, notes saved in May
	PLEASE? NEWEST_ONE FROM?                                                  : my last note
	LAST_THREE MY? KIND                                                       : son üç not
	PLEASE? LAST_THING I_DID WHEN                                             : the last thing I saved
	(PLEASE | WHAT HELP+)? (LAST_THREE | THE* MY? NUMBER (NEWEST | LAST)+) THINGS (I_DID WHEN)?   : the last five things I saved
	(PLEASE | WHAT HELP+)? (THE | THOSE | MY)* YOUTUBE_CLIP (FROM | I_DID WHEN)?                  : that youtube clip
	PLEASE? (ALL | THE)* THINGS I_DID WHEN                                    : everything I read in May
	PLEASE (LAST_WEEK | ALL? THINGS | LAST_THREE | THE* LAST+ KIND | PLURAL)  : show me yesterday
	(PLEASE | AND* (LAST_WEEK | IN_MAY)?) WHAT I_DID WHEN                     : what did I save in May
	AND* WHAT (PLURAL | THE* SOME* THINGS) I_DID WHEN                         : which notes did I save
	AND* WHAT HELP+ (ORDERED | NEWEST_ONE)                                    : what are my last three notes
	AND* WHAT HELP+ (PLURAL | LAST_THING) I_DID WHEN                          : what was the last thing I saved
	AND* HOW_MANY PLURAL? I_SAVED WHEN                                        : how many notes did I save
	(WHAT | HOW_MANY) PLURAL DO_I_HAVE                                        : which notes do I have
	DO_I_HAVE SOME* MY? NOTES FROM?                                           : do I have any notes
	(WHAT | HOW_MANY) PLURAL HAVE FROM                                        : how many notes are there from last week
	HAVE (THE | SOME)* MY? KIND? (KIND | KINDS) FROM                          : is there a video from yesterday
	HAVE? (ANYTHING | ANY_NOTES) KEPT TIME                                    : anything saved in May
	I_SAVED SOME+ (KINDS | THING) TIME | I_SAVED (SOME* THINGS) TIME          : did I save any notes in May
	HELP* (ANYTHING | SOME* KINDS) TIME HELP* GUARDÉ                          : habe ich etwas letzte Woche gespeichert
	HELP* GUARDÉ HELP* (ANYTHING | SOME* KINDS) TIME                          : guardé algo en marzo
	HELP* TIME HELP* (ANYTHING | SOME* KINDS) HELP* GUARDÉ                    : habe ich letzte Woche etwas gespeichert
	HELP* TIME HELP* GUARDÉ HELP* ANYTHING                                    : la semana pasada guardé algo
	AND* THINGS? THE* WHAT+ HELP* ((PLURAL | THE* THINGS) HELP*)? WHEN HELP* GUARDÉ HELP* WHEN   : was habe ich gestern gespeichert
	AND* WHAT PLURAL HELP* FROM? HELP* (KEPT | READ) FROM?                    : quelles vidéos ai-je regardées hier
	AND* (TIME | NEWEST) WHAT+ (PLURAL HELP*)? GUARDÉ                                  : dün ne kaydettim
	TIME PLURAL | TIME? KEPT (PLURAL | THINGS | LAST_THREE THINGS)            : dün kaydettiğim notlar
	(TIME? (KEPT? PLURAL | KEPT? THINGS | KEPT) | TIME | LAST_THREE (THINGS | MY? KIND) | ORDERED | NEWEST_ONE) SHOW : son üç notumu göster
`

// Questions about a time alone. "What is there on Friday" may also mean the calendar.
const openRules = `
	AND* HAVE ANYTHING TIME                              : is there anything from last week
	AND* (WHAT+ | HOW_MANY) (THE* THINGS)? HAVE TIME     : what do I have this week
	AND* PLEASE? ALL? THINGS TIME                        : anything on Friday
`

// Follow-ups to a listing.
const followRules = `
	AND* PLEASE? (PLURAL | (ALL | THE)* THINGS) I_DID? (TIME | THE* MAY)?                                        : and the videos?
	AND* PLEASE? THE* MY? (NEWEST | LAST)+ (NUMBER | NUMBER? (KIND | THING)) I_DID? (TIME | THE* MAY)?           : the last one
	AND* PLEASE? (TIME | THE* (MAY | DAY_BEFORE))        : and last week?
	WHAT THE* THOSE? HELP+ ALL? KINDS                    : which of these are notes?
	(I_SAVED | I_READ) THOSE KINDS                       : have I read those notes?
`

// A follow-up that matches one of these needs no earlier question.
const freshRules = `
	I_SAVED | I_READ | GUARDÉ | MY
	(KIND | KINDS) .* (LAST_WEEK | FROM_MAY | IN_MAY)
	(LAST_WEEK | FROM_MAY | IN_MAY) .* KINDS
`

var (
	listingShape = compile(listingRules)
	openShape    = compile(openRules)
	followShape  = compile(followRules)

	// IsListing matches the signs of a listing.
	IsListing = regexp.MustCompile("^" + listingShape + "$")
	// IsOpen matches those of a question about a time alone.
	IsOpen = regexp.MustCompile("^" + openShape + "$")
	// Follows matches those of a follow-up to a listing.
	Follows = regexp.MustCompile("^(?:" + followShape + "|" + listingShape + "|" + openShape + ")$")
	// Carries matches those of what a follow-up follows.
	Carries = regexp.MustCompile("^" + followShape + "*(?:" + listingShape + "|" + openShape + ")$")
	// Opens matches those of a follow-up that stands alone.
	Opens = regexp.MustCompile(compile(freshRules))
)

// compile turns rules, one per line with an example after the colon, into a regular expression over
// signs.
func compile(rules string) string {
	var all []string
	for line := range strings.SplitSeq(rules, "\n") {
		if written, _, _ := strings.Cut(line, " : "); strings.TrimSpace(written) != "" {
			all = append(all, expand(strings.TrimSpace(written)))
		}
	}
	return "(?:" + strings.Join(all, "|") + ")"
}

var ruleName = regexp.MustCompile(`[A-ZÉ_]+`)

// expand replaces the names in a rule by their signs and sub-rules.
func expand(rule string) string {
	rule = strings.ReplaceAll(rule, "(", "(?:")
	return strings.ReplaceAll(ruleName.ReplaceAllStringFunc(rule, func(name string) string {
		if s, ok := names[name]; ok {
			return string(s)
		}
		part, ok := common[name]
		if !ok {
			panic("no sign or part of rules is called " + name)
		}
		return "(?:" + expand(part) + ")"
	}), " ", "")
}
