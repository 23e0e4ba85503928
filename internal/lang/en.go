package lang

// Words after a noun that say what the saved thing is about, or where it is from.
const (
	content = "about on regarding concerning showing explaining describing saying teaching covering comparing arguing " +
		"say says said mention mentions mentioned explain explains explained recommend recommends recommended claim claims claimed "
	origin = "from by with where "
)

var english = Words{
	Tag: "en",
	Stop: `a about above after again against all also am an and any are arent as at be because been before being below
	between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for from
	further had hadnt has hasnt have havent having he her here hers herself him himself his how however i if im in into
	is isnt it its itself ive just many me more most much my myself no nor not now of off on once only or other our ours ourselves
	out over own same she should shouldnt so some such than that thats the their theirs them themselves then there these
	they this those through to too under until up upon us very was wasnt we were werent what whats when where whether
	which while who whom whose why will with without wont would wouldnt you your yours yourself yourselves`,
	Numbers: `one two three four five six seven eight nine ten eleven twelve/dozen thirteen fourteen fifteen sixteen
		seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred`,
	Nouns: []Noun{
		{Kind: Video, One: "video", Many: "videos", Follows: content + origin + "of", Ends: true, Bare: true, Mine: true},
		{Kind: Video, One: "clip", Many: "clips", Follows: "about showing of"},
		{Kind: Tweet, One: "tweet", Many: "tweets", Follows: content + origin + "of", Ends: true, Bare: true, Mine: true},
		{Kind: Tweet, One: "post thread", Many: "posts threads", OfSite: true},
		{Kind: Document, One: "pdf", Many: "pdfs", Follows: content + origin + "of for", Ends: true, Bare: true, Mine: true},
		{Kind: Document, One: "document", Many: "documents", Follows: content + origin + "of", Ends: true, Mine: true},
		{Kind: Note, One: "note", Many: "notes", Follows: content + "from with where", Mine: true, Close: true},
		{Kind: Link, One: "article", Many: "articles", Follows: content + origin, Ends: true, Bare: true},
		{Kind: Link, One: "page webpage", Many: "pages webpages", Follows: content + origin, Ends: true},
		{Kind: Link, One: "website", Many: "websites", Follows: content},
		{Kind: Link, One: "link bookmark", Many: "links bookmarks", Follows: "about"},
		{Kind: Link, One: "site", Many: "sites"},
		{Kind: Any, One: "memory", Many: "memories saves"},
	},
	Time: Time{
		Months: `January/Jan February/Feb March/Mar April/Apr May June/Jun July/Jul August/Aug September/Sep/Sept October/Oct
			November/Nov December/Dec`,
		Weekdays: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
		Seasons:  "spring summer autumn/fall winter",
		Day:      "day days", Week: "week weeks", Month: "month months", Year: "year years", Hour: "hour hours",
		Holidays: map[string]string{
			"christmas":          "Christmas, Xmas, Christmas time, Christmastime, Christmas holidays, the holidays",
			"christmas eve":      "Christmas Eve",
			"christmas day":      "Christmas Day",
			"boxing day":         "Boxing Day",
			"new year":           "New Year, New Years, New Year's, the New Year",
			"new year's eve":     "New Year's Eve, New Years Eve",
			"new year's day":     "New Year's Day, New Years Day",
			"valentine's day":    "Valentine's Day, Valentines Day, Valentine's",
			"st patrick's day":   "St Patrick's Day, Saint Patrick's Day, St Patricks Day, St Paddy's Day",
			"april fools":        "April Fools, April Fool's, April Fools Day, April Fool's Day, April Fools' Day",
			"may day":            "May Day",
			"juneteenth":         "Juneteenth",
			"canada day":         "Canada Day",
			"independence day":   "Independence Day, Fourth of July, the Fourth of July",
			"bastille day":       "Bastille Day",
			"halloween":          "Halloween, Hallowe'en",
			"veterans day":       "Veterans Day, Veteran's Day, Remembrance Day, Armistice Day",
			"good friday":        "Good Friday",
			"easter":             "Easter, Easter weekend, the Easter weekend, Easter holidays",
			"easter sunday":      "Easter Sunday",
			"easter monday":      "Easter Monday",
			"holy week":          "Holy Week",
			"mardi gras":         "Mardi Gras, Shrove Tuesday",
			"ash wednesday":      "Ash Wednesday",
			"ascension day":      "Ascension Day",
			"pentecost":          "Pentecost, Whitsun",
			"martin luther king": "Martin Luther King Day, MLK Day",
			"presidents day":     "Presidents Day, Presidents' Day, President's Day",
			"mother's day":       "Mother's Day, Mothers Day",
			"memorial day":       "Memorial Day",
			"father's day":       "Father's Day, Fathers Day",
			"labor day":          "Labor Day",
			"labour day":         "Labour Day",
			"columbus day":       "Columbus Day",
			"thanksgiving":       "Thanksgiving",
			"thanksgiving day":   "Thanksgiving Day",
			"black friday":       "Black Friday",
			"cyber monday":       "Cyber Monday",
		},
	},
	Listing: Listing{
		What:       "what which",
		Show:       "show list find give display",
		Helpers:    "is are was were did do have had been i we me us",
		Kept:       "saved kept bookmarked stored added uploaded clipped pinned",
		Read:       "read watched liked written",
		Doing:      Doing{Watch: "watch watched watching", Write: "write wrote note noted noting jot jotted", Upload: "upload uploaded", Read: "read reading"},
		All:        "all",
		Some:       "any some",
		Articles:   "the a an",
		From:       "of from",
		Those:      "those these this that",
		Mine:       "my our",
		Newest:     "newest latest recent recently lately",
		Last:       "last",
		Most:       "most",
		Filler:     "please also just only already ever once few couple",
		Thing:      "thing item one",
		Things:     "things items everything anything something stuff",
		PluralAsks: true,
	},
	Follow: Follow{
		And:      "and but or also",
		Pronouns: "it its itself this that these those they them their theirs he him his she her hers there one ones",
		Periods:  "year week month season century decade morning afternoon evening summer winter spring autumn weekend time",
		Copulas:  "is are was were be been isnt",
		Vague: `price prices cost costs fee pay paid author title name names called address date dates time times number
			amount total length size age phone email reason result results deadline ingredients step steps score rating
			weight height distance duration temperature colour color year years day days month months week weeks hour
			hours minute minutes place location version wrote written writer published publisher happen happens happened
			next last first second third other others one ones exactly again detail details mean means example examples
			instead else start starts started end ends begin begins began take takes took long many much often far big
			old say says said tell told find found know get gets got give gives gave need needs needed want wanted go
			goes went make makes made use used show explain please part parts thing things way finish finished arrive
			arrives arrived leave last lasted happen open opens close closes closed bring keep work works worked saved
			save`,
	},
	Answer: Answer{
		Not: `not no never none nobody nothing neither nor cannot cant arent couldnt didnt doesnt dont hadnt hasnt havent
			isnt shouldnt wasnt werent wont wouldnt`,
		No:      "no",
		Opening: "it|he|she|they|this|that|these|those|its|his|her|their|both",
		Nobody:  "it (?:rain|rained|rains|snowed|snows|seems)",
		AskNumber: `many much long often old soon far big number code price cost costs fee charge amount rate limit size dose
			weight temperature duration percent grams pay paid`,
		AskDate: "when date year deadline",
		AskName: "who whose whom where",

		AskSeveral: `(?:what|who|where|which) all|all (?:of )?(?:the|my|our|those|these)|` +
			`list (?:all|of|the|my|our|every)|(?:what|which|who) (?:are|were) (?:the|my|our|these|those|some)|` +
			`which (?:are|were|of(?: [^ ]+){1,2} (?:are|were|have))|` +
			`(?:what|which)(?: [^ ]+)? (?:[^ ]{2,}(?:[^aeious ]e?|ie|oe|sse)s|people|children|men|women) ` +
			`(?:are|were|have|do|did|does|can|should|must|has|need|needs|will|to|for|in|on|at|of|from|i|we)`,
	},
	Aside: Aside{
		Greeting: "hello|hi|hey|hiya|howdy|greetings|welcome|yo|good (?:morning|afternoon|evening|day|night)|how are you(?: doing)?(?: today)?",
		Thanks:   "thanks?(?: you)?|thx|cheers",
		Goodbye:  "good ?bye|bye(?: bye)?|see you(?: later| soon)?",
		You:      "(?:who|what) (?:exactly )?are you|what is your name|what s your name|tell me about yourself|are you (?:an? )?(?:ai|bot|robot|human|person|chatgpt|machine|real)|how do you work|what (?:can|do) you do(?: for me)?|what (?:can|could|should) i (?:ask|do)(?: you| here)?|(?:how )?can you help(?: me)?|help(?: me)?",
		Engram:   "(?:what|how) (?:is|does) engram(?: work)?|how (?:do|can|should) i use (?:engram|this)",
	},
}
