package lang

var hungarian = Words{
	Tag: "hu",
	Stop: `a az ahogy ahol aki akik akkor alatt amely amelyek ami amig amikor annak arra azert azok azon azt azutan be
	benne bar csak de ebben ebbol eddig egy egyes egyik el elott elso en ennek eppen erre es ez ezek ezen ezert ezt fel
	ha hanem hiszen hogy hogyan hol igen igy ill ilyen is itt ki kik kell kellett keresztul kozott le legyen lehet lesz
	ma maga majd meg mely mennyi mert mi miert mig mikor milyen minden mint mit most nagyon ne nekem nem nincs o ok oket
	olyan on ott pedig s sem semmi sok szamara szerint szinte tehat utan vagy vagyok van vannak volt voltak vele`,
	Answer: Answer{
		Not:       "nem ne soha senki semmi nincs nincsenek",
		No:        "nem",
		AskNumber: "mennyi",
		AskDate:   "mikor",
		AskName:   "ki hol",

		AskSeveral: "melyek|milyenek|mik|kik|összes|lista",
	},
	Aside: Aside{
		Greeting: "szia",
	},
}
