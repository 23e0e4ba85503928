package lang

var norwegian = Words{
	Tag: "no",
	Stop: `alle at av ble bli blir bare da de deg dem den denne der deres det dette din disse du eller en er et etter fordi
	for fra ha hadde han hans har hennes her hos hun hva hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke inn jeg kan
	kunne man med meg mellom men min mitt mot noe noen nar og ogsa om opp oss over pa sa samme seg selv sin sine skal
	skulle som til under ut uten var ved vi vil ville vaere vart`,
	Answer: Answer{
		Not:     "ikke ei aldri ingen intet",
		No:      "nei",
		Opening: "han|hun|den|det|de|dette|denne|hans|hennes|deres",
		AskDate: "når",
		AskName: "hvem hvor",

		AskSeveral: "hvilke|alle|liste",
	},
	Aside: Aside{
		Greeting: "hei|god (?:morgen|kveld)",
		Thanks:   "takk",
	},
}
