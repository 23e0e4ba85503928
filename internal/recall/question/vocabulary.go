package question

import (
	"strings"

	"engram/internal/recall/text"
)

// vocabulary is the words of a language that ask for memories without a subject, folded.
type vocabulary struct {
	asks    set // for something, and not whether it is so nor how much
	shows   set // tell somebody to bring it
	helpers set // verbs that help others, and the persons that stand at them
	having  set // helpers that say by themselves that the person has something
	exists  set // says, with others, that there is something
	saves   set // what was done to a memory; in English the order of words tells it
	kept    set // the same, as a property of the memory
	used    set // read and the like, as a property
	all     set
	some    set
	links   set // articles, and what may stand before a time
	those   set // at what was spoken of
	mine    set
	newest  set
	lasts   set
	most    set // before these
	fill    set // says nothing
	and     set
	numbers map[string]int
	one     map[string]string // nouns of a kind in the singular, with it; empty: any memory
	many    map[string]string // in the plural
	vague   map[string]bool   // nouns of anything in the world: in the plural true
	days    map[string]foreignTime
	within  set            // stands before a month or a weekday, beside links
	months  map[string]int // from 1
	week    map[string]int // weekdays, Monday is 1 and Sunday 7
	bare    bool           // a plural by itself asks for memories: "videos"
}

// inOrder numbers names from 1, each with its spellings: "март/марте апрель/апреле".
func inOrder(names string) map[string]int {
	all := make(map[string]int)
	for i, name := range strings.Fields(names) {
		for spelling := range strings.SplitSeq(name, "/") {
			all[text.Fold(spelling)] = i + 1
		}
	}
	return all
}

// kinds are the nouns of each kind.
type kinds map[string]string

func (k kinds) byNoun() map[string]string {
	all := make(map[string]string)
	for kind, nouns := range k {
		for w := range words(nouns) {
			all[w] = kind
		}
	}
	return all
}

// vague are nouns for one thing and for several that may be anything in the world.
func vague(one, many string) map[string]bool {
	all := make(map[string]bool)
	for w := range words(one) {
		all[w] = false
	}
	for w := range words(many) {
		all[w] = true
	}
	return all
}

// daysOf are the names of today, yesterday and the day before, so far as they are one word, each with its spellings.
func daysOf(names ...string) map[string]foreignTime {
	all := make(map[string]foreignTime)
	for ago, spellings := range names {
		for name := range words(spellings) {
			all[name] = foreignTime{ago, day}
		}
	}
	return all
}

// counts are the names of the numbers from two.
func counts(names ...string) map[string]int {
	all := make(map[string]int)
	for i, name := range names {
		all[text.Fold(name)] = i + 2
	}
	return all
}

// vocabularies are tried one by one: a question is in one language.
var vocabularies = []vocabulary{english, spanish, german, french, italian, portuguese, dutch, russian}

var english = vocabulary{
	asks:    words("what which"),
	shows:   words("show list find give display"),
	helpers: words("is are was were did do have had been i we me us"),
	kept:    words("saved kept bookmarked stored added uploaded clipped pinned"),
	used:    words("read watched liked written"),
	all:     words("all"),
	some:    words("any some"),
	links:   words("the a an of from"),
	those:   words("those these this that"),
	mine:    words("my our"),
	newest:  words("newest latest recent recently"),
	lasts:   words("last"),
	most:    words("most"),
	fill:    words("please also just only already ever once few couple"),
	and:     words("and but or also"),
	numbers: counts("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
	one: kinds{
		"video": "video clip", "tweet": "tweet", "document": "pdf document", "note": "note",
		"link": "article page webpage website link bookmark site", "": "memory",
	}.byNoun(),
	many: kinds{
		"video": "videos clips", "tweet": "tweets", "document": "pdfs documents", "note": "notes",
		"link": "articles pages webpages websites links bookmarks sites", "": "memories saves",
	}.byNoun(),
	vague: vague("thing item one", "things items everything anything something stuff"),
	bare:  true,
}

var spanish = vocabulary{
	asks:    words("que cual cuales"),
	shows:   words("muestra muéstrame mostrar lista enséñame dame busca ver"),
	helpers: words("he yo son fueron"),
	exists:  words("hay tengo tenemos"),
	some:    words("algún alguna algunos algunas"),
	saves:   words("guardé guardado guardamos leí leído leímos vi visto vimos añadí añadido anoté anotado escribí escrito subí subido"),
	kept:    words("guardadas guardados"),
	all:     words("todos todas"),
	links:   words("lo los la las el un una unos unas de del desde"),
	mine:    words("mi mis nuestros nuestras"),
	newest:  words("reciente recientes recientemente"),
	lasts:   words("último última últimos últimas"),
	most:    words("mas"),
	fill:    words("por favor ya también"),
	and:     words("y"),
	numbers: counts("dos", "tres", "cuatro", "cinco"),
	one:     kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tuit tweet", "link": "artículo página enlace", "": "recuerdo"}.byNoun(),
	many:    kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tuits tweets", "link": "artículos páginas enlaces", "": "recuerdos"}.byNoun(),
	vague:   vague("cosa", "cosas todo algo"),
	days:    daysOf("hoy", "ayer", "anteayer"),
	within:  words("en"),
	months:  inOrder("enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre"),
	week:    inOrder("lunes martes miércoles jueves viernes sábado domingo"),
}

var german = vocabulary{
	asks:    words("was welche welcher welches welchen"),
	shows:   words("zeige zeig liste gib"),
	helpers: words("sind waren ich wir mir uns"),
	having:  words("habe hab haben"),
	exists:  words("gibt gibt's es"),
	some:    words("irgendein irgendeine irgendwelche"),
	saves:   words("gespeichert gemerkt gelesen gesehen angesehen angeschaut geschrieben notiert hinzugefügt hochgeladen abgelegt speicherte las sah schrieb"),
	kept:    words("gespeicherten gespeicherte"),
	all:     words("alle"),
	links:   words("die der das den dem ein eine einen einige aus von vom seit"),
	mine:    words("mein meine meinen meiner meinem unsere unseren"),
	newest:  words("neueste neuesten neuester neuestes neusten neuste zuletzt"),
	lasts:   words("letzte letzten letzter letztes"),
	fill:    words("bitte auch schon"),
	and:     words("und aber oder"),
	numbers: counts("zwei", "drei", "vier", "fünf"),
	one:     kinds{"video": "video", "note": "notiz", "document": "dokument pdf", "tweet": "tweet", "link": "artikel seite webseite link lesezeichen", "": "erinnerung"}.byNoun(),
	many:    kinds{"video": "videos", "note": "notizen", "document": "dokumente dokumenten pdfs", "tweet": "tweets", "link": "seiten webseiten links", "": "erinnerungen"}.byNoun(),
	vague:   vague("sache ding", "sachen dinge alles etwas irgendetwas irgendwas"),
	days:    daysOf("heute", "gestern", "vorgestern"),
	within:  words("im am in"),
	months:  inOrder("januar/jänner februar märz april mai juni juli august september oktober november dezember"),
	week:    inOrder("montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag"),
}

var french = vocabulary{
	asks:    words("que qu'est-ce qu'ai-je quels quelles quel quelle ce"),
	shows:   words("montre montre-moi montrez-moi liste lister affiche donne donne-moi voir"),
	helpers: words("je j' nous me sont étaient"),
	having:  words("ai ai-je j'ai avons avons-nous"),
	exists:  words("il y a a-t-il est-ce qu'il"),
	some:    words("quelque quelques"),
	saves:   words("enregistré sauvegardé gardé lu vu regardé ajouté noté écrit"),
	kept:    words("enregistrés enregistrées sauvegardés sauvegardées gardés gardées"),
	used:    words("lus lues vus vues regardées ajoutés notées écrites"),
	all:     words("tous toutes"),
	links:   words("le la les l un une des de du depuis"),
	mine:    words("mon ma mes nos"),
	newest:  words("récent récente récents récentes récemment"),
	lasts:   words("dernier dernière derniers dernières"),
	most:    words("plus"),
	fill:    words("aussi déjà s'il vous te plaît"),
	and:     words("et mais ou"),
	numbers: counts("deux", "trois", "quatre", "cinq"),
	one:     kinds{"video": "vidéo", "note": "note", "document": "document pdf", "tweet": "tweet", "link": "article page lien l'article", "": "souvenir"}.byNoun(),
	many:    kinds{"video": "vidéos", "note": "notes", "document": "documents pdfs", "tweet": "tweets", "link": "articles pages liens", "": "souvenirs"}.byNoun(),
	vague:   vague("chose", "choses tout"),
	days:    daysOf("aujourd'hui", "hier d'hier", "avant-hier"),
	within:  words("en au"),
	months:  inOrder("janvier février mars avril/d'avril mai juin juillet août/d'août septembre octobre/d'octobre novembre décembre"),
	week:    inOrder("lundi mardi mercredi jeudi vendredi samedi dimanche"),
}

var italian = vocabulary{
	asks:    words("che cosa cos'ho quali quale"),
	shows:   words("mostra mostrami elenca lista dammi vedi"),
	helpers: words("io sono"),
	having:  words("ho abbiamo"),
	exists:  words("c'è ci"),
	some:    words("qualche"),
	saves:   words("salvato letto visto guardato aggiunto annotato scritto caricato"),
	kept:    words("salvati salvate"),
	used:    words("letti lette visti viste"),
	all:     words("tutti tutte"),
	links:   words("il lo la i gli le un una di del dei delle della da"),
	mine:    words("mio mia miei mie nostri nostre"),
	newest:  words("recente recenti recentemente"),
	lasts:   words("ultimo ultima ultimi ultime"),
	most:    words("più"),
	fill:    words("anche già per favore"),
	and:     words("e"),
	numbers: counts("due", "tre", "quattro", "cinque"),
	one:     kinds{"note": "nota appunto", "document": "documento pdf", "link": "articolo pagina link", "": "ricordo"}.byNoun(),
	many:    kinds{"video": "video", "note": "note appunti", "document": "documenti", "tweet": "tweet", "link": "articoli pagine", "": "ricordi"}.byNoun(),
	vague:   vague("", "cose tutto qualcosa"),
	days:    daysOf("oggi", "ieri", "l'altroieri"),
	within:  words("in a nel"),
	months:  inOrder("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
	week:    inOrder("lunedì martedì mercoledì giovedì venerdì sabato domenica"),
}

var portuguese = vocabulary{
	asks:    words("que quais qual"),
	shows:   words("mostra mostre mostra-me mostre-me lista liste ver"),
	helpers: words("eu são foram"),
	exists:  words("há tenho temos"),
	some:    words("algum alguma alguns algumas"),
	saves:   words("guardei guardado salvei salvo guardamos li lido vi visto assisti adicionei anotei escrevi carreguei"),
	kept:    words("guardados guardadas salvos salvas"),
	all:     words("todos todas"),
	links:   words("o a os as um uma uns umas de do da dos das desde"),
	mine:    words("meu minha meus minhas nossos nossas"),
	newest:  words("recente recentes recentemente"),
	lasts:   words("último última últimos últimas"),
	most:    words("mais"),
	fill:    words("também já por favor"),
	and:     words("e"),
	numbers: counts("dois", "três", "quatro", "cinco"),
	one:     kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tweet", "link": "artigo página link", "": "memória"}.byNoun(),
	many:    kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tweets", "link": "artigos páginas links", "": "memórias"}.byNoun(),
	vague:   vague("coisa", "coisas tudo algo"),
	days:    daysOf("hoje", "ontem", "anteontem"),
	within:  words("em na no"),
	months:  inOrder("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
	week:    inOrder("segunda-feira/segunda terça-feira/terça quarta-feira/quarta quinta-feira/quinta sexta-feira/sexta sábado domingo"),
}

var dutch = vocabulary{
	asks:    words("wat welke welk"),
	shows:   words("toon laat lijst geef"),
	helpers: words("zijn waren ik we wij me ons zien"),
	having:  words("heb hebben"),
	exists:  words("er is"),
	saves:   words("bewaard opgeslagen gelezen gezien bekeken toegevoegd genoteerd geschreven geüpload bewaarde las zag schreef"),
	all:     words("alle"),
	links:   words("de het een van uit sinds"),
	mine:    words("mijn onze"),
	newest:  words("nieuwste recente recentste recent"),
	lasts:   words("laatste"),
	fill:    words("ook al alsjeblieft"),
	and:     words("en maar"),
	numbers: counts("twee", "drie", "vier", "vijf"),
	one:     kinds{"video": "video", "note": "notitie", "document": "document pdf", "tweet": "tweet", "link": "artikel pagina link", "": "herinnering"}.byNoun(),
	many:    kinds{"video": "video's", "note": "notities", "document": "documenten pdf's", "tweet": "tweets", "link": "artikelen pagina's links", "": "herinneringen"}.byNoun(),
	vague:   vague("ding", "dingen alles iets"),
	days:    daysOf("vandaag", "gisteren", "eergisteren"),
	within:  words("in op"),
	months:  inOrder("januari februari maart april mei juni juli augustus september oktober november december"),
	week:    inOrder("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"),
}

var russian = vocabulary{
	asks:    words("что какие какая какой какое"),
	shows:   words("покажи показать список дай выведи"),
	helpers: words("я мы мне нам"),
	exists:  words("есть ли у меня нас"),
	saves: words("сохранил сохранила сохраняла сохранял сохранили читал читала прочитал прочитала прочёл смотрел смотрела посмотрел посмотрела добавил добавила " +
		"записал записала загрузил загрузила"),
	kept:    words("сохраненные сохранённые"),
	links:   words("за с из"),
	mine:    words("мой моя моё мои моих наши"),
	newest:  words("недавние недавно свежие"),
	lasts:   words("последний последняя последнее последние последних"),
	fill:    words("тоже уже пожалуйста"),
	and:     words("и а"),
	numbers: counts("два", "три", "четыре", "пять"),
	one:     kinds{"note": "заметка заметку", "document": "документ", "tweet": "твит", "link": "статья статью страница страницу ссылка ссылку"}.byNoun(),
	many: kinds{"video": "видео ролики", "note": "заметки заметок", "document": "документы документов", "tweet": "твиты твитов",
		"link": "статьи статей страницы страниц ссылки", "": "воспоминания"}.byNoun(),
	vague:  vague("", "всё что-нибудь что-то что-либо"),
	days:   daysOf("сегодня", "вчера", "позавчера"),
	within: words("в во"),
	months: inOrder("январь/январе февраль/феврале март/марте апрель/апреле май/мае июнь/июне июль/июле август/августе сентябрь/сентябре октябрь/октябре ноябрь/ноябре декабрь/декабре"),
	week:   inOrder("понедельник вторник среду четверг пятницу субботу воскресенье"),
}
