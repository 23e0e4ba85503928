package question

import "engram/internal/lang"

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
	newest:  words("newest latest recent recently lately"),
	verbs:   kinds{"video": "watch watched watching", "note": "write wrote note noted noting jot jotted", "document": "upload uploaded", readable: "read reading"}.byNoun(),
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
	asks:      words("que cual cuales"),
	shows:     words("muestra muéstrame mostrar lista enséñame dame busca ver"),
	helpers:   words("he yo son fueron"),
	exists:    words("hay tengo tenemos"),
	some:      words("algún alguna algunos algunas"),
	saves:     words("guardé guardado guardamos leí leído leímos vi visto vimos añadí añadido anoté anotado escribí escrito subí subido"),
	kept:      words("guardadas guardados"),
	all:       words("todos todas"),
	verbs:     kinds{readable: "leí leído leímos"}.byNoun(),
	links:     words("lo los la las el un una unos unas de del desde"),
	mine:      words("mi mis nuestros nuestras"),
	newest:    words("reciente recientes recientemente"),
	lasts:     words("último última últimos últimas"),
	most:      words("mas"),
	fill:      words("por favor ya también"),
	and:       words("y"),
	numbers:   counts("dos", "tres", "cuatro", "cinco"),
	ones:      words("un una"),
	one:       kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tuit tweet", "link": "artículo página enlace", "": "recuerdo"}.byNoun(),
	many:      kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tuits tweets", "link": "artículos páginas enlaces", "": "recuerdos"}.byNoun(),
	vague:     vague("cosa", "cosas todo algo"),
	days:      daysOf("hoy", "ayer", "anteayer"),
	within:    words("en por"),
	months:    inOrder("enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre"),
	week:      inOrder("lunes martes miércoles jueves viernes sábado domingo"),
	units:     unitsOf("día días", "semana semanas", "mes meses", "año años"),
	agoBefore: "hace",
	stretches: map[string]string{"entre": "y", "de": "a", "desde": "hasta"},
	times: phrasesOf(`el fin de semana = over the weekend
este fin de semana = over the weekend
el fin de semana pasado = last weekend
del fin de semana = over the weekend
el verano pasado = last summer
el invierno pasado = last winter
el otoño pasado = last autumn
la primavera pasada = last spring
el año pasado = last year
este año = this year
anoche = last night`),
}

var german = vocabulary{
	asks:      words("was welche welcher welches welchen"),
	shows:     words("zeige zeig liste gib"),
	helpers:   words("sind waren ich wir mir uns"),
	having:    words("habe hab haben"),
	exists:    words("gibt gibt's es"),
	some:      words("irgendein irgendeine irgendwelche"),
	saves:     words("gespeichert gemerkt gelesen gesehen angesehen angeschaut geschrieben notiert hinzugefügt hochgeladen abgelegt speicherte las sah schrieb"),
	kept:      words("gespeicherten gespeicherte"),
	verbs:     kinds{"video": "angesehen angeschaut", readable: "gelesen las"}.byNoun(),
	all:       words("alle"),
	links:     words("die der das den dem ein eine einen einige aus von vom seit"),
	mine:      words("mein meine meinen meiner meinem unsere unseren"),
	newest:    words("neueste neuesten neuester neuestes neusten neuste zuletzt"),
	lasts:     words("letzte letzten letzter letztes"),
	fill:      words("bitte auch schon"),
	and:       words("und aber oder"),
	numbers:   counts("zwei", "drei", "vier", "fünf"),
	ones:      words("ein einem einer eine"),
	one:       kinds{"video": "video", "note": "notiz", "document": "dokument pdf", "tweet": "tweet", "link": "artikel seite webseite link lesezeichen", "": "erinnerung"}.byNoun(),
	many:      kinds{"video": "videos", "note": "notizen", "document": "dokumente dokumenten pdfs", "tweet": "tweets", "link": "seiten webseiten links", "": "erinnerungen"}.byNoun(),
	vague:     vague("sache ding", "sachen dinge alles etwas irgendetwas irgendwas"),
	days:      daysOf("heute", "gestern", "vorgestern"),
	within:    words("im am in an zu"),
	months:    inOrder("januar/jänner februar märz april mai juni juli august september oktober november dezember"),
	week:      inOrder("montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag"),
	units:     unitsOf("tag tagen", "woche wochen", "monat monaten", "jahr jahren"),
	agoBefore: "vor",
	stretches: map[string]string{"zwischen": "und", "von": "bis"},
	times: phrasesOf(`am wochenende = over the weekend
vom wochenende = over the weekend
letztes wochenende = last weekend
vom letzten wochenende = last weekend
letzten sommer = last summer
letzten winter = last winter
letzten herbst = last autumn
letzten frühling = last spring
letztes jahr = last year
dieses jahr = this year
in letzter zeit = the last 4 weeks
letzte nacht = last night`),
}

var french = vocabulary{
	asks:      words("que qu'est-ce qu'ai-je quels quelles quel quelle ce"),
	shows:     words("montre montre-moi montrez-moi liste lister affiche donne donne-moi voir"),
	helpers:   words("je j' nous me sont étaient"),
	having:    words("ai ai-je j'ai avons avons-nous"),
	exists:    words("il y a a-t-il est-ce qu'il"),
	some:      words("quelque quelques"),
	saves:     words("enregistré sauvegardé gardé lu vu regardé ajouté noté écrit"),
	kept:      words("enregistrés enregistrées sauvegardés sauvegardées gardés gardées"),
	used:      words("lus lues vus vues regardées ajoutés notées écrites"),
	verbs:     kinds{"video": "regardé regardées", readable: "lu"}.byNoun(),
	all:       words("tous toutes"),
	links:     words("le la les l un une des de du depuis"),
	mine:      words("mon ma mes nos"),
	newest:    words("récent récente récents récentes récemment"),
	lasts:     words("dernier dernière derniers dernières"),
	most:      words("plus"),
	fill:      words("aussi déjà s'il vous te plaît"),
	and:       words("et mais ou"),
	numbers:   counts("deux", "trois", "quatre", "cinq"),
	ones:      words("un une"),
	one:       kinds{"video": "vidéo", "note": "note", "document": "document pdf", "tweet": "tweet", "link": "article page lien l'article", "": "souvenir"}.byNoun(),
	many:      kinds{"video": "vidéos", "note": "notes", "document": "documents pdfs", "tweet": "tweets", "link": "articles pages liens", "": "souvenirs"}.byNoun(),
	vague:     vague("chose", "choses tout"),
	days:      daysOf("aujourd'hui", "hier d'hier", "avant-hier"),
	within:    words("en au à pour pendant"),
	months:    inOrder("janvier février mars avril/d'avril mai juin juillet août/d'août septembre octobre/d'octobre novembre décembre"),
	week:      inOrder("lundi mardi mercredi jeudi vendredi samedi dimanche"),
	units:     unitsOf("jour jours", "semaine semaines", "mois", "an ans année années"),
	agoBefore: "il y a",
	stretches: map[string]string{"entre": "et", "de": lang.Fold("à")},
	times: phrasesOf(`ce week-end = over the weekend
le week-end = over the weekend
du week-end = over the weekend
le week-end dernier = last weekend
l'été dernier = last summer
l'hiver dernier = last winter
l'automne dernier = last autumn
le printemps dernier = last spring
l'année dernière = last year
l'an dernier = last year
cette année = this year
hier soir = last night`),
}

var italian = vocabulary{
	asks:      words("che cosa cos'ho quali quale"),
	shows:     words("mostra mostrami elenca lista dammi vedi"),
	helpers:   words("io sono"),
	having:    words("ho abbiamo"),
	exists:    words("c'è ci"),
	some:      words("qualche"),
	saves:     words("salvato letto visto guardato aggiunto annotato scritto caricato"),
	verbs:     kinds{"video": "guardato", readable: "letto"}.byNoun(),
	kept:      words("salvati salvate"),
	used:      words("letti lette visti viste"),
	all:       words("tutti tutte"),
	links:     words("il lo la i gli le un una di del dei delle della da"),
	mine:      words("mio mia miei mie nostri nostre"),
	newest:    words("recente recenti recentemente"),
	lasts:     words("ultimo ultima ultimi ultime"),
	most:      words("più"),
	fill:      words("anche già per favore"),
	and:       words("e"),
	numbers:   counts("due", "tre", "quattro", "cinque"),
	ones:      words("un una"),
	one:       kinds{"note": "nota appunto", "document": "documento pdf", "link": "articolo pagina link", "": "ricordo"}.byNoun(),
	many:      kinds{"video": "video", "note": "note appunti", "document": "documenti", "tweet": "tweet", "link": "articoli pagine", "": "ricordi"}.byNoun(),
	vague:     vague("", "cose tutto qualcosa"),
	days:      daysOf("oggi", "ieri", "l'altroieri"),
	within:    words("in a nel per"),
	months:    inOrder("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
	week:      inOrder("lunedì martedì mercoledì giovedì venerdì sabato domenica"),
	units:     unitsOf("giorno giorni", "settimana settimane", "mese mesi", "anno anni"),
	agoAfter:  "fa",
	stretches: map[string]string{"tra": "e", "fra": "e", "da": "a"},
	times: phrasesOf(`nel fine settimana = over the weekend
lo scorso fine settimana = last weekend
l'estate scorsa = last summer
l'anno scorso = last year`),
}

var portuguese = vocabulary{
	asks:      words("que quais qual"),
	shows:     words("mostra mostre mostra-me mostre-me lista liste ver"),
	helpers:   words("eu são foram"),
	exists:    words("há tenho temos"),
	some:      words("algum alguma alguns algumas"),
	saves:     words("guardei guardado salvei salvo guardamos li lido vi visto assisti adicionei anotei escrevi carreguei"),
	verbs:     kinds{"video": "assisti", readable: "li lido"}.byNoun(),
	kept:      words("guardados guardadas salvos salvas"),
	all:       words("todos todas"),
	links:     words("o a os as um uma uns umas de do da dos das desde"),
	mine:      words("meu minha meus minhas nossos nossas"),
	newest:    words("recente recentes recentemente"),
	lasts:     words("último última últimos últimas"),
	most:      words("mais"),
	fill:      words("também já por favor"),
	and:       words("e"),
	numbers:   counts("dois/duas", "três", "quatro", "cinco"),
	ones:      words("um uma"),
	one:       kinds{"video": "vídeo", "note": "nota", "document": "documento pdf", "tweet": "tweet", "link": "artigo página link", "": "memória"}.byNoun(),
	many:      kinds{"video": "vídeos", "note": "notas", "document": "documentos pdfs", "tweet": "tweets", "link": "artigos páginas links", "": "memórias"}.byNoun(),
	vague:     vague("coisa", "coisas tudo algo"),
	days:      daysOf("hoje", "ontem", "anteontem"),
	within:    words("em na no"),
	months:    inOrder("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
	week:      inOrder("segunda-feira/segunda terça-feira/terça quarta-feira/quarta quinta-feira/quinta sexta-feira/sexta sábado domingo"),
	units:     unitsOf("dia dias", "semana semanas", "mês meses", "ano anos"),
	agoBefore: lang.Fold("há"),
	stretches: map[string]string{"entre": "e", "de": "a"},
	times: phrasesOf(`no fim de semana = over the weekend
no fim de semana passado = last weekend
no verão passado = last summer
no ano passado = last year`),
}

var dutch = vocabulary{
	asks:      words("wat welke welk"),
	shows:     words("toon laat lijst geef"),
	helpers:   words("zijn waren ik we wij me ons zien"),
	having:    words("heb hebben"),
	exists:    words("er is"),
	saves:     words("bewaard opgeslagen gelezen gezien bekeken toegevoegd genoteerd geschreven geüpload bewaarde las zag schreef"),
	verbs:     kinds{"video": "bekeken", readable: "gelezen las"}.byNoun(),
	all:       words("alle"),
	links:     words("de het een van uit sinds"),
	mine:      words("mijn onze"),
	newest:    words("nieuwste recente recentste recent"),
	lasts:     words("laatste"),
	fill:      words("ook al alsjeblieft"),
	and:       words("en maar"),
	numbers:   counts("twee", "drie", "vier", "vijf"),
	ones:      words("een"),
	one:       kinds{"video": "video", "note": "notitie", "document": "document pdf", "tweet": "tweet", "link": "artikel pagina link", "": "herinnering"}.byNoun(),
	many:      kinds{"video": "video's", "note": "notities", "document": "documenten pdf's", "tweet": "tweets", "link": "artikelen pagina's links", "": "herinneringen"}.byNoun(),
	vague:     vague("ding", "dingen alles iets"),
	days:      daysOf("vandaag", "gisteren", "eergisteren"),
	within:    words("in op met"),
	months:    inOrder("januari februari maart april mei juni juli augustus september oktober november december"),
	week:      inOrder("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"),
	units:     unitsOf("dag dagen", "week weken", "maand maanden", "jaar jaren"),
	agoAfter:  "geleden",
	stretches: map[string]string{"tussen": "en", "van": "tot"},
	times: phrasesOf(`in het weekend = over the weekend
vorig weekend = last weekend
afgelopen weekend = last weekend
vorige zomer = last summer
vorig jaar = last year`),
}

var russian = vocabulary{
	asks:    words("что какие какая какой какое"),
	shows:   words("покажи показать список дай выведи"),
	helpers: words("я мы мне нам"),
	exists:  words("есть ли у меня нас"),
	saves: words("сохранил сохранила сохраняла сохранял сохранили читал читала прочитал прочитала прочёл смотрел смотрела посмотрел посмотрела добавил добавила " +
		"записал записала загрузил загрузила"),
	verbs:   kinds{"video": "смотрел смотрела посмотрел посмотрела", readable: "читал читала прочитал прочитала прочёл"}.byNoun(),
	kept:    words("сохраненные сохранённые"),
	links:   words("за с из"),
	mine:    words("мой моя моё мои моих наши"),
	newest:  words("недавние недавно свежие"),
	lasts:   words("последний последняя последнее последние последних"),
	fill:    words("тоже уже пожалуйста"),
	and:     words("и а"),
	numbers: counts("два/две", "три", "четыре", "пять"),
	one:     kinds{"note": "заметка заметку", "document": "документ", "tweet": "твит", "link": "статья статью страница страницу ссылка ссылку"}.byNoun(),
	many: kinds{"video": "видео ролики", "note": "заметки заметок", "document": "документы документов", "tweet": "твиты твитов",
		"link": "статьи статей страницы страниц ссылки", "": "воспоминания"}.byNoun(),
	vague:  vague("", "всё что-нибудь что-то что-либо"),
	days:   daysOf("сегодня", "вчера", "позавчера"),
	within: words("в во"),
	months: inOrder("январь/январе февраль/феврале март/марте апрель/апреле май/мае июнь/июне июль/июле август/августе сентябрь/сентябре октябрь/октябре ноябрь/ноябре декабрь/декабре"),
	week:   inOrder("понедельник вторник среду четверг пятницу субботу воскресенье"),
}
