package lang

var portuguese = Words{
	Tag: "pt",
	Stop: `a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre era eram essa
	esse esta este eu foi foram ha isso isto ja lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso
	num numa o onde os ou para pela pelas pelo pelos por porque quais qual quando quanto quantos que quem se sem ser seu
	seus so sua suas sao tambem tem tinha um uma voce`,
}
