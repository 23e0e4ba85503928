package conversation

import (
	"strings"

	"engram/internal/lang"
)

// The words of the languages that follow-ups are read in, folded.

// clauses open what an "it" before them stands for; ordinals come before a "one" that points back.
var (
	clauses  = set(`to that how if whether`)
	ordinals = set(`the this that which first second third other another last next`)
)

var periods = set(`year week month season century decade morning afternoon evening summer winter spring autumn weekend time
	ano semana mes manana verano jahr woche monat sommer winter morgen abend annee semaine mois matin soir ete`)

var copulas = set(`is are was were be been isnt es son fue eran era esta estan ist sind war waren est sont etait etaient e sono sao was zijn`)

// conjunctions open a question that goes on.
var conjunctions = map[lang.Lang]map[string]bool{
	lang.English:    set(`and but or also`),
	lang.Spanish:    set(`y e pero o tambien`),
	lang.German:     set(`und aber oder auch`),
	lang.French:     set(`et mais ou aussi`),
	lang.Italian:    set(`e ed ma o anche`),
	lang.Portuguese: set(`e mas ou tambem`),
	lang.Dutch:      set(`en maar of ook`),
}

// pronouns stand for something that was named before, mostly.
var pronouns = map[lang.Lang]map[string]bool{
	lang.English: set(`it its itself this that these those they them their theirs he him his she her hers there one ones`),
	lang.Spanish: set(`eso esto ese esa esos esas aquel aquella aquello ella ellos ellas alli ahi su sus lo`),
	lang.German: set(`er sie es ihn ihm ihr ihre ihren ihrem seine seinen seinem das dies dieser diese dieses diesen diesem davon
		dafur damit dazu daran darin daruber dabei dort danach darauf`),
	lang.French:     set(`il elle ils elles ce ca cela ceci celui celle ceux celles cette cet ces lui leur leurs son sa ses`),
	lang.Italian:    set(`lui lei loro esso essa questo questa questi queste quello quella quelli cio suo sua suoi sue`),
	lang.Portuguese: set(`ele ela eles elas isso isto esse essa esses essas dele dela seu sua seus suas`),
	lang.Dutch:      set(`hij zij ze dat die dit deze daar hem haar hun ervan`),
}

// vague are words that are about nothing by themselves: properties that anything may have, what is done with anything, what
// a saved thing is.
var vague = set(`price prices cost costs fee pay paid author title name names called address date dates time times number amount
	total length size age phone email reason result results deadline ingredients step steps score rating weight height distance
	duration temperature colour color year years day days month months week weeks hour hours minute minutes place location
	version wrote written writer published publisher happen happens happened next last first second third other others one ones
	exactly again detail details mean means example examples instead else start starts started end ends begin begins began
	take takes took long many much often far big old say says said tell told find found know get gets got give gives gave need
	needs needed want wanted go goes went make makes made use used show explain please part parts thing things way
	finish finished arrive arrives arrived leave last lasted happen open opens close closes closed bring keep work works worked
	saved save video videos note notes page pages article articles pdf document documents link links tweet tweets
	precio cuesta costo coste autor titulo nombre direccion fecha hora numero dura duro pasa paso llama llamaba empieza termina
	vale dice dijo primero segundo ultimo dia ano abre cierra
	preis kostet kosten kostete autor titel name adresse datum uhrzeit nummer dauert dauerte heisst hiess beginnt endet passiert
	geschah sagt sagte erste zweite letzte tag jahr genau lange viel viele oft weit
		wohin woher fuhrt fuhren braucht brauchen
	prix coute cout auteur titre nom adresse date heure numero dure appelle commence finit passe dit premier deuxieme dernier
	jour an annee combien ouvre ferme
	prezzo costa autore titolo nome indirizzo data ora dura inizia finisce
	preco custa titulo nome endereco comeca termina
	prijs kost schrijver titel naam adres datum duurt begint eindigt`)

func set(list string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		all[w] = true
	}
	return all
}
