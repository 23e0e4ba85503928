package text

import (
	"unicode"
	"unicode/utf8"
)

// Lang is a language that Engram tells apart.
type Lang uint8

// The languages. Unknown has neither stop words nor a stemmer.
const (
	Unknown Lang = iota
	English
	Spanish
	French
	German
	Italian
	Portuguese
	Dutch
	Swedish
	Norwegian
	Hungarian
	Russian
	Langs // how many there are
)

// detectWords is how many words are read to tell a language: enough for a passage, cheap for a book.
const detectWords = 96

// Detect tells the language of a text by its script and its stop words, Unknown when there is too little to go by.
func Detect(s string) Lang {
	if len(s) > detectWords*maxWord {
		s = s[:runeStart(s, detectWords*maxWord)]
	}
	return detect(appendWords(nil, s))
}

// DetectWords tells the language of a text by its folded words.
func DetectWords(words []string) Lang { return detect(words) }

// detect tells the language of folded words. Every stop word counts one point for each language that has it, save single
// letters, which are initials as often; the most points win, and English, the most frequent, wins a draw.
func detect(words []string) Lang {
	var points [Langs]int
	for _, w := range words[:min(len(words), detectWords)] {
		if r, _ := utf8.DecodeRuneInString(w); unicode.Is(unicode.Cyrillic, r) {
			points[Russian] += 2
		}
		if len(w) == 1 {
			continue
		}
		langs := stopWords[w]
		for l := English; langs != 0 && l < Langs; l++ {
			if langs.has(l) {
				points[l]++
			}
		}
	}
	best := Unknown
	for l, p := range points {
		if p > points[best] {
			best = Lang(l)
		}
	}
	return best
}

// langSet is a set of languages, one bit for each.
type langSet uint16

func (s langSet) has(l Lang) bool { return s&(1<<l) != 0 }

// stopWords maps a folded word to the languages in which it says nothing by itself.
var stopWords = func() map[string]langSet {
	m := make(map[string]langSet)
	for lang, list := range stopLists {
		for w := range set(list) {
			m[w] |= 1 << lang
		}
	}
	return m
}()

// stopLists are the commonest words of function, question words among them, folded.
var stopLists = map[Lang]string{
	English: `a about above after again against all also am an and any are arent as at be because been before being below
		between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for from
		further had hadnt has hasnt have havent having he her here hers herself him himself his how however i if im in into
		is isnt it its itself ive just many me more most much my myself no nor not now of off on once only or other our ours ourselves
		out over own same she should shouldnt so some such than that thats the their theirs them themselves then there these
		they this those through to too under until up upon us very was wasnt we were werent what whats when where whether
		which while who whom whose why will with without wont would wouldnt you your yours yourself yourselves`,
	Spanish: `a al algo algun alguna algunas algunos ante antes como con contra cual cuales cuando cuanta cuantas cuanto
		cuantos de del desde donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estan
		estas este esto estos fue fueron ha haber habia han hasta hay la las le les lo los mas me mi mis mucho muy nada ni no
		nos o os otra otro para pero poco por porque que quien quienes se sea ser si sido sin sobre son su sus tambien tan te
		tiene todo todos tu tus un una unas uno unos y ya yo`,
	French: `a ai au aussi aux avec avoir c ce cela celle celles ces cet cette comme comment d dans de depuis des donc du elle
		elles en est et etaient etait etant ete etre eu eux fait il ils j je jusqu l la laquelle le lequel les leur leurs lui
		m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas plus pour pourquoi qu quand quel quelle quelles
		quels que qui quoi s sa sans se ses si sont sous sur t ta te tes toi ton tous tout toute tres tu un une vos votre
		vous y`,
	German: `aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein dem den denn der des die dies diese
		diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es euch fur gegen hab habe haben hat
		hatte hier ich ihm ihn ihr ihre im in ins ist ja kann kein keine man mein mich mir mit nach nicht noch nur ob oder
		ohne sehr sein seine sich sie sind so uber um und uns unter vom von vor war waren warum was weil welche welcher
		welches wenn wer werden wie wieviel wir wird wo zu zum zur`,
	Italian: `a ad agli ai al alla alle allo anche c che chi ci come con cosa da dagli dai dal dall dalla dalle de degli dei del
		dell della delle dello di dove e ed era erano essere gli ha hanno i il in io l la le lei lo loro lui ma mi mia mio
		ne negli nei nel nell nella nelle noi non o per perche piu qual quale quali quando quanta quante quanti quanto quella
		quello questa questo se si sia sono sta su sua sue sugli sui sul sulla suo suoi ti tra tu tutti un una uno vi`,
	Portuguese: `a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre era eram essa
		esse esta este eu foi foram ha isso isto ja lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso
		num numa o onde os ou para pela pelas pelo pelos por porque quais qual quando quanto quantos que quem se sem ser seu
		seus so sua suas sao tambem tem tinha um uma voce`,
	Dutch: `aan al als bij dan dat de der deze die dit doen door een en er ge geen had heb hebben heeft het hier hij hoe hoeveel
		hun iets ik in is ja je kan maar meer men met mij mijn naar niet nog nu of om omdat ons onder ook op over te toen tot
		uit van veel voor waar waarom wanneer waren was wat welke werd wie wij worden zal ze zich zij zijn zo zou`,
	Swedish: `alla allt att av blev bli blir da de dem den denna deras dess det detta dig din du dar efter ej eller en er ett
		for fran han hans har hade hennes hon honom hur hurdan har i icke in inte jag kan kunde man med mellan men mig min
		mina mot mycket nar nagon nagot ni nu och om oss pa sa samma sedan sig sin sina skulle som till under upp ut utan vad
		var vara varfor vars vem vi vid vilka vilken vilket ar`,
	Norwegian: `alle at av ble bli blir bare da de deg dem den denne der deres det dette din disse du eller en er et etter fordi
		for fra ha hadde han hans har hennes her hos hun hva hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke inn jeg kan
		kunne man med meg mellom men min mitt mot noe noen nar og ogsa om opp oss over pa sa samme seg selv sin sine skal
		skulle som til under ut uten var ved vi vil ville vaere vart`,
	Hungarian: `a az ahogy ahol aki akik akkor alatt amely amelyek ami amig amikor annak arra azert azok azon azt azutan be
		benne bar csak de ebben ebbol eddig egy egyes egyik el elott elso en ennek eppen erre es ez ezek ezen ezert ezt fel
		ha hanem hiszen hogy hogyan hol igen igy ill ilyen is itt ki kik kell kellett keresztul kozott le legyen lehet lesz
		ma maga majd meg mely mennyi mert mi miert mig mikor milyen minden mint mit most nagyon ne nekem nem nincs o ok oket
		olyan on ott pedig s sem semmi sok szamara szerint szinte tehat utan vagy vagyok van vannak volt voltak vele`,
	Russian: `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если
		есть еще же за здесь и из или им их к как какая какие каким какой какое каком когда кого кому которая которое
		которой которые который кто куда ли либо мне много может можно мой моя мы на над надо наш не него нее нет ни них но
		ну о об однако он она они оно от очень по под после потому почему при про с сам свой своего своей себя сколько со так
		такой там те тем то того той только том тот ты у уже хотя чего чей чем через что чтобы чье эта эти это этого этой
		этот я`,
}
