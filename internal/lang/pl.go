package lang

var polish = Words{
	Tag: "pl",
	Stop: `albo bez bo bowiem by być był była było były być będzie będą choć co coś czego czemu czy czyli czym dla do
		dlaczego dlatego gdy gdyby gdzie gdyż i ich ile im ja jak jaka jaki jakie jakiej jakich jako je jednak jego jej
		jest jestem jeszcze jeśli jeżeli już ją każdy kiedy kim kogo komu która które którego której który którym których
		którzy kto ku lecz lub mają mi mnie moja moje mojej mój moich moim można my na nad nam nas nasz nasze nawet nic
		nich nie nią nim niż o od ona oni ono oraz po pod ponieważ przed przez przy raz są się skąd swoich swoje swój ta
		tak taki takie także tam te tego tej temu też tę to tobie tu twoje tych tylko tym ty u w we więc wam was wasz wy
		z za ze że żeby`,
	Numbers: `jeden/jedna/jedno/jedną dwa/dwie/dwóch trzy/trzech cztery/czterech pięć sześć siedem osiem dziewięć dziesięć jedenaście
		dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści
		czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt sto`,
	Nouns: []Noun{
		{Kind: Video, One: "film filmik wideo nagranie", Many: "filmy filmów filmiki filmików nagrania nagrań"},
		{Kind: Note, One: "notatka notatkę notatce notatki", Many: "notatki notatek notatkach"},
		{Kind: Document, One: "dokument dokumencie pdf plik", Many: "dokumenty dokumentów pdfy pliki plików"},
		{Kind: Tweet, One: "tweet tweeta", Many: "tweety tweetów"},
		{Kind: Link, One: "artykuł artykule strona stronę stronie link zakładka zakładkę", Many: "artykuły artykułów strony stron linki linków zakładki zakładek"},
		{Kind: Any, One: "wspomnienie", Many: "wspomnienia wspomnień"},
	},
	Time: Time{
		Today: "dziś dzisiaj dzisiejszy dzisiejsze", Yesterday: "wczoraj wczorajsze", BeforeYesterday: "przedwczoraj",
		Months: `styczeń/styczniu/stycznia/styczniem luty/lutym/lutego marzec/marcu/marca/marcem kwiecień/kwietniu/kwietnia/kwietniem maj/maju/maja/majem
			czerwiec/czerwcu/czerwca/czerwcem lipiec/lipcu/lipca/lipcem sierpień/sierpniu/sierpnia/sierpniem wrzesień/wrześniu/września/wrześniem
			październik/październiku/października/październikiem listopad/listopadzie/listopada/listopadem grudzień/grudniu/grudnia/grudniem`,
		Weekdays: "poniedziałek/poniedziałku wtorek/wtorku środę/środa/środy czwartek/czwartku piątek/piątku sobotę/sobota/soboty niedzielę/niedziela/niedzieli",
		Day:      "dzień dni dniem", Week: "tydzień tygodnie tygodni", Month: "miesiąc miesiące miesięcy", Year: "rok lata lat",
		In:          "w we na",
		Since:       "od",
		AgoAfter:    "temu",
		OneUnsaid:   "dzień tydzień miesiąc rok",
		Between:     "między … a, od … do",
		ThisWeek:    "w tym tygodniu, z tego tygodnia, ten tydzień",
		LastWeek:    "w zeszłym tygodniu, w ubiegłym tygodniu, w poprzednim tygodniu, z zeszłego tygodnia, z ubiegłego tygodnia, zeszły tydzień",
		ThisMonth:   "w tym miesiącu, z tego miesiąca",
		LastMonth:   "w zeszłym miesiącu, w ubiegłym miesiącu, z zeszłego miesiąca, z ubiegłego miesiąca",
		ThisYear:    "w tym roku, z tego roku",
		LastYear:    "w zeszłym roku, w ubiegłym roku, z zeszłego roku, z ubiegłego roku",
		Weekend:     "w weekend, w ten weekend, z weekendu",
		LastWeekend: "w zeszły weekend, w ostatni weekend, z zeszłego weekendu",
		LastNight:   "wczoraj wieczorem, zeszłej nocy",
		LastSpring:  "zeszłej wiosny",
		LastSummer:  "zeszłego lata, w zeszłe lato",
		LastAutumn:  "zeszłej jesieni",
		LastWinter:  "zeszłej zimy",
		Lately:      "ostatnio, niedawno",
		Was:         "był była było były powiedział powiedziała mówił mówiła",
		Holidays: map[string]string{
			"christmas": "Boże Narodzenie, Święta", "christmas eve": "Wigilię", "new year's eve": "Sylwestra",
			"new year's day": "Nowy Rok", "easter": "Wielkanoc", "valentine's day": "Walentynki",
		},
	},
	Listing: Listing{
		What:    "co jakie jaki jaką jakich które który którą",
		Show:    "pokaż pokażcie wyświetl wypisz wymień znajdź daj",
		Helpers: "ja my mi nam są były było",
		Have:    "mam mamy",
		Exists:  "jest",
		Saved: `zapisałem zapisałam zapisaliśmy zapisywałem zapisywałam dodałem dodałam zachowałem zachowałam przeczytałem przeczytałam
			czytałem czytałam obejrzałem obejrzałam oglądałem oglądałam widziałem widziałam zanotowałem zanotowałam napisałem
			napisałam wgrałem wgrałam`,
		Kept:   "zapisane zapisanych dodane",
		Read:   "przeczytane obejrzane",
		Doing:  Doing{Watch: "obejrzałem obejrzałam oglądałem oglądałam", Write: "zanotowałem zanotowałam", Upload: "wgrałem wgrałam", Read: "przeczytałem przeczytałam czytałem czytałam"},
		All:    "wszystkie wszystkich",
		Some:   "jakieś jakiś jakąś",
		From:   "z ze od",
		Those:  "te ten ta tych",
		Mine:   "mój moja moje moich moją nasze",
		Newest: "najnowsze najnowszy najnowszą najnowszych",
		Last:   "ostatni ostatnia ostatnie ostatnią ostatnich",
		Filler: "czy proszę też również już tylko",
		Thing:  "rzecz",
		Things: "rzeczy wszystko coś cokolwiek",
		About:  "o",
	},
	Follow: Follow{
		And:      "a i oraz ale",
		Pronouns: "on ona ono oni one jego jej ich go mu ją nim nią nich to ten ta te tego tej tam",
		Periods:  "rok roku tydzień tygodniu miesiąc miesiącu wieczór lata",
		Copulas:  "jest są był była było były",
		Vague:    "cena kosztuje kosztował autor tytuł nazwa imię adres data godzina numer trwa nazywa zaczyna kończy stało pierwszy drugi ostatni dzień rok dokładnie",
	},
	Answer: Answer{
		Not:       "nie nigdy nikt nic żaden żadna żadne ani",
		No:        "nie",
		Opening:   "on|ona|ono|oni|one|to|ten|ta|te|jego|jej|ich|tam",
		AskNumber: "ile cena",
		AskDate:   "kiedy",
		AskName:   "kto kogo komu gdzie",

		AskSeveral: "(?:jakie|które) (?:są|[^ ]+[yi])|którzy|wszystkie|wszyscy|lista",
	},
	Aside: Aside{
		Greeting: "cześć|hej|witaj|witam|dzień dobry|dobry wieczór|siema",
		Thanks:   "dziękuję(?: bardzo)?|dzięki",
		Goodbye:  "do widzenia|pa pa|na razie",
		You:      "kim jesteś|co potrafisz|co umiesz|jak działasz",
		Engram:   "co to jest engram|czym jest engram",
	},
}
