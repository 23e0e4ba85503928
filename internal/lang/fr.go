package lang

var french = Words{
	Tag: "fr",
	Stop: `a ai au aussi aux avec avoir c ce cela celle celles ces cet cette comme comment d dans de depuis des donc du elle
	elles en est et etaient etait etant ete etre eu eux fait il ils j je jusqu l la laquelle le lequel les leur leurs lui
	m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas plus pour pourquoi qu quand quel quelle quelles
	quels que qui quoi s sa sans se ses si sont sous sur t ta te tes toi ton tous tout toute tres tu un une vos votre
	vous y`,
}
