package question

import "engram/internal/recall/text"

// vocabulary is the words of a language that ask for memories without a subject, folded.
type vocabulary struct {
	function set // words that ask, and those that hold others together
	asks     set // those that ask for something and not whether it is so
	saves    set // what was done to a memory; in English the order of words tells it
	shows    set // what is to be done with it, or was done in any case
	mine     set
	newest   set
	lasts    set
	numbers  map[string]int
	one      map[string]string // nouns in the singular, with their kind; empty: any
	many     map[string]string // in the plural
	days     map[string]foreignTime
	bare     bool // a plural by itself asks for memories: "videos"
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
	asks: words("what which what's whats how"),
	function: words("that's is are was were there there's that those these this did do have had i we i've we've me us " +
		"the a an any some in of from and but or also please can could you most web only couple few so far just once already recently ever"),
	shows: words("show list find give get display see many saved kept bookmarked stored added uploaded read watched liked clipped pinned " +
		"wrote written noted saving reading"),
	mine:    words("my our mine"),
	newest:  words("newest latest recent recently"),
	lasts:   words("last"),
	numbers: counts("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
	one: kinds{
		"video": "video clip", "tweet": "tweet", "document": "pdf document", "note": "note",
		"link": "article page webpage website link bookmark site", "": "memory thing item one",
	}.byNoun(),
	many: kinds{
		"video": "videos clips", "tweet": "tweets", "document": "pdfs documents", "note": "notes",
		"link": "articles pages webpages websites links bookmarks sites", "": "memories things items saves all everything anything something stuff",
	}.byNoun(),
	bare: true,
}

var spanish = vocabulary{
	function: words("hay he habia y yo lo los la las el un una unos unas de del en desde por favor mas ya también son fueron"),
	asks:     words("que cual cuales cuanto cuantos cuantas"),
	saves:    words("guardé guardado guardamos guardaste leí leído leímos vi visto vimos añadí añadido anoté anotado escribí escrito subí subido"),
	shows:    words("muestra muéstrame mostrar lista enséñame dame busca ver guardadas guardados"),
	mine:     words("mi mis nuestros nuestras tengo"),
	newest:   words("reciente recientes recientemente"),
	lasts:    words("último última últimos últimas"),
	numbers:  counts("dos", "tres", "cuatro", "cinco"),
	one: kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tuit tweet", "link": "artículo página enlace",
		"": "recuerdo cosa"}.byNoun(),
	many: kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tuits tweets", "link": "artículos páginas enlaces",
		"": "recuerdos cosas todo todos todas"}.byNoun(),
	days: daysOf("hoy", "ayer", "anteayer"),
}

var german = vocabulary{
	function: words("gibt es ist sind war waren habe hab haben ich wir mir uns bitte die der das den dem ein eine einen " +
		"einige alles aus von vom in im und auch schon zuletzt zu"),
	asks:    words("was welche welcher welches welchen wie"),
	saves:   words("gespeichert gemerkt gelesen gesehen angesehen angeschaut geschrieben notiert hinzugefügt hochgeladen abgelegt speicherte las sah schrieb"),
	shows:   words("zeige zeig liste finde gib viele gespeicherten gespeicherte"),
	mine:    words("mein meine meinen meiner meinem unsere unseren"),
	newest:  words("neueste neuesten neuester neuestes neusten neuste"),
	lasts:   words("letzte letzten letzter letztes"),
	numbers: counts("zwei", "drei", "vier", "fünf"),
	one: kinds{"video": "video", "note": "notiz", "document": "dokument pdf", "tweet": "tweet", "link": "artikel seite webseite link lesezeichen",
		"": "erinnerung sache ding"}.byNoun(),
	many: kinds{"video": "videos", "note": "notizen", "document": "dokumente dokumenten pdfs", "tweet": "tweets", "link": "seiten webseiten links",
		"": "erinnerungen sachen dinge alle"}.byNoun(),
	days: daysOf("heute", "gestern", "vorgestern"),
}

var french = vocabulary{
	function: words("est-ce ai je j'ai j' nous avons me il y a sont étaient le la les l un une des de du dans " +
		"en et aussi déjà depuis plus s'il vous te plaît"),
	asks:    words("que qu'est-ce qu'ai-je quels quelles quel quelle combien ce"),
	saves:   words("enregistré enregistrés enregistrées sauvegardé sauvegardés sauvegardées gardé lu lus lues vu vus vues regardé regardées ajouté ajoutés noté notées écrit écrites"),
	shows:   words("montre montre-moi montrez-moi liste lister affiche donne donne-moi trouve voir"),
	mine:    words("mon ma mes nos"),
	newest:  words("récent récente récents récentes récemment"),
	lasts:   words("dernier dernière derniers dernières"),
	numbers: counts("deux", "trois", "quatre", "cinq"),
	one: kinds{"video": "vidéo", "note": "note", "document": "document pdf", "tweet": "tweet", "link": "article page lien l'article",
		"": "souvenir chose"}.byNoun(),
	many: kinds{"video": "vidéos", "note": "notes", "document": "documents pdfs", "tweet": "tweets", "link": "articles pages liens",
		"": "souvenirs choses tout tous toutes"}.byNoun(),
	days: daysOf("aujourd'hui", "hier d'hier", "avant-hier"),
}

var italian = vocabulary{
	function: words("c'è ci sono ho io abbiamo il lo la i gli le un una di del dei delle della in da e anche già per favore più"),
	asks:     words("che cosa cos'ho quali quale quante quanti"),
	saves:    words("salvato salvati salvate letto letti lette visto visti viste guardato aggiunto annotato scritto caricato"),
	shows:    words("mostra mostrami elenca lista dammi trova vedi"),
	mine:     words("mio mia miei mie nostri nostre"),
	newest:   words("recente recenti recentemente"),
	lasts:    words("ultimo ultima ultimi ultime"),
	numbers:  counts("due", "tre", "quattro", "cinque"),
	one:      kinds{"note": "nota appunto", "document": "documento pdf", "link": "articolo pagina link", "": "ricordo"}.byNoun(),
	many: kinds{"video": "video", "note": "note appunti", "document": "documenti", "tweet": "tweet", "link": "articoli pagine",
		"": "ricordi cose tutto tutti tutte"}.byNoun(),
	days: daysOf("oggi", "ieri", "l'altroieri"),
}

var portuguese = vocabulary{
	function: words("o a os as há eu um uma uns umas de do da dos das em no na nos e também já desde por favor mais são foram"),
	asks:     words("que quais qual quantos quantas"),
	saves:    words("guardei guardado salvei salvo guardamos li lido vi visto assisti adicionei anotei escrevi carreguei"),
	shows:    words("mostra mostre mostra-me mostre-me lista liste encontra ver guardados guardadas salvos salvas"),
	mine:     words("meu minha meus minhas nossos nossas tenho"),
	newest:   words("recente recentes recentemente"),
	lasts:    words("último última últimos últimas"),
	numbers:  counts("dois", "três", "quatro", "cinco"),
	one:      kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tweet", "link": "artigo página link", "": "memória coisa"}.byNoun(),
	many: kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tweets", "link": "artigos páginas links",
		"": "memórias coisas tudo todos todas"}.byNoun(),
	days: daysOf("hoje", "ontem", "anteontem"),
}

var dutch = vocabulary{
	function: words("is zijn was waren er heb hebben ik we wij me ons de het een alle van uit in en ook al sinds alsjeblieft"),
	asks:     words("wat welke welk hoeveel"),
	saves:    words("bewaard opgeslagen gelezen gezien bekeken toegevoegd genoteerd geschreven geüpload bewaarde las zag schreef"),
	shows:    words("toon laat lijst zoek geef zien opgeslagen"),
	mine:     words("mijn onze"),
	newest:   words("nieuwste recente recentste recent"),
	lasts:    words("laatste"),
	numbers:  counts("twee", "drie", "vier", "vijf"),
	one:      kinds{"video": "video", "note": "notitie", "document": "document pdf", "tweet": "tweet", "link": "artikel pagina link", "": "herinnering ding"}.byNoun(),
	many: kinds{"video": "video's", "note": "notities", "document": "documenten pdf's", "tweet": "tweets", "link": "artikelen pagina's links",
		"": "herinneringen dingen alles"}.byNoun(),
	days: daysOf("vandaag", "gisteren", "eergisteren"),
}

var russian = vocabulary{
	function: words("а есть ли я мы мне нам у в во на из за с и тоже уже это пожалуйста"),
	asks:     words("что какие какая какой какое сколько"),
	saves: words("сохранил сохранила сохраняла сохранял сохранили читал читала прочитал прочитала прочёл смотрел смотрела посмотрел посмотрела добавил добавила " +
		"записал записала загрузил загрузила"),
	shows:   words("покажи показать список найди дай выведи сохраненные сохранённые"),
	mine:    words("мой моя моё мои моих наши меня"),
	newest:  words("недавние недавно свежие"),
	lasts:   words("последний последняя последнее последние последних"),
	numbers: counts("два", "три", "четыре", "пять"),
	one:     kinds{"note": "заметка заметку", "document": "документ", "tweet": "твит", "link": "статья статью страница страницу ссылка ссылку"}.byNoun(),
	many: kinds{"video": "видео ролики", "note": "заметки заметок", "document": "документы документов", "tweet": "твиты твитов",
		"link": "статьи статей страницы страниц ссылки", "": "всё воспоминания"}.byNoun(),
	days: daysOf("сегодня", "вчера", "позавчера"),
}
