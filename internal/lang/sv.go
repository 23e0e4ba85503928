package lang

var swedish = Words{
	Tag: "sv",
	Stop: `alla allt att av blev bli blir da de dem den denna deras dess det detta dig din du dar efter ej eller en er ett
	for fran han hans har hade hennes hon honom hur hurdan har i icke in inte jag kan kunde man med mellan men mig min
	mina mot mycket nar nagon nagot ni nu och om oss pa sa samma sedan sig sin sina skulle som till under upp ut utan vad
	var vara varfor vars vem vi vid vilka vilken vilket ar`,
	Answer: Answer{
		Not:     "inte ej icke aldrig ingen inget inga",
		No:      "nej",
		Opening: "han|hon|den|det|de|detta|denna|hans|hennes|deras",
		AskDate: "när",
		AskName: "vem var",

		AskSeveral: "vilka|alla|lista",
	},
	Aside: Aside{
		Greeting: "hej|god (?:morgon|kväll)",
		Thanks:   "tack",
	},
}
