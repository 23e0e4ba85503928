package lang

var english = Words{
	Tag: "en",
	Stop: `a about above after again against all also am an and any are arent as at be because been before being below
	between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for from
	further had hadnt has hasnt have havent having he her here hers herself him himself his how however i if im in into
	is isnt it its itself ive just many me more most much my myself no nor not now of off on once only or other our ours ourselves
	out over own same she should shouldnt so some such than that thats the their theirs them themselves then there these
	they this those through to too under until up upon us very was wasnt we were werent what whats when where whether
	which while who whom whose why will with without wont would wouldnt you your yours yourself yourselves`,
}
