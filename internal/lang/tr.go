package lang

var turkish = Words{
	Tag: "tr",
	Stop: `acaba ama ancak artık aslında bana bazı belki beni benim bir biri birkaç birçok biz bize bizim bu buna bunda
	bundan bunlar bunu bunun burada çok çünkü daha değil diğer diye dolayı eğer gibi göre hangi hangisi hep hepsi her
	herhangi hiç için ilgili ise işte kadar kaç karşı kendi kendine kime kimin mı mi mu mü nasıl ne neden nedir nerede
	nereye niçin niye olan olarak oldu olduğu olur ona onlar onların onu onun orada oysa pek rağmen sadece sana seni senin siz
	sizin sonra şey şimdi şu tarafından tüm üzere ve veya yani yok zaman zaten`,
	Numbers: `bir iki üç dört beş altı yedi sekiz dokuz on - - - - - - - - - yirmi otuz kırk elli altmış yetmiş seksen doksan yüz`,
	Nouns: []Noun{
		{Kind: Video, One: "video videoyu videosu", MyOne: "videom videomu", Many: "videolar videoları videolardan", My: "videolarım videolarımı"},
		{Kind: Note, One: "not notu", MyOne: "notum notumu", Many: "notlar notları notlardan", My: "notlarım notlarımı notlarımda"},
		{Kind: Document, One: "belge belgeyi pdf doküman", MyOne: "belgem belgemi", Many: "belgeler belgeleri pdfler dokümanlar", My: "belgelerim belgelerimi"},
		{Kind: Tweet, One: "tweet tweeti", Many: "tweetler tweetleri", My: "tweetlerim tweetlerimi"},
		{Kind: Link, One: "makale makaleyi sayfa sayfayı bağlantı link yazı", Many: "makaleler makaleleri sayfalar sayfaları bağlantılar bağlantıları linkler linkleri yazılar yazıları",
			My: "makalelerim sayfalarım bağlantılarım linklerim makalelerimi sayfalarımı bağlantılarımı linklerimi"},
		{Kind: Any, One: "anı kayıt", Many: "anılar kayıtlar", My: "kayıtlarım kayıtlarımı kaydettiklerim kaydettiklerimi okuduklarım okuduklarımı izlediklerim izlediklerimi eklediklerim eklediklerimi"},
	},
	Time: Time{
		Today: "bugün bugünkü", Yesterday: "dün dünkü", BeforeYesterday: "evvelsi",
		Months: `ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık`,
		MonthsIn: `ocakta/ocaktaki/ocaktan şubatta/şubattaki/şubattan martta/marttaki/marttan nisanda/nisandaki/nisandan
			mayısta/mayıstaki/mayıstan haziranda/hazirandaki/hazirandan temmuzda/temmuzdaki/temmuzdan
			ağustosta/ağustostaki/ağustostan eylülde/eylüldeki/eylülden ekimde/ekimdeki/ekimden kasımda/kasımdaki/kasımdan
			aralıkta/aralıktaki/aralıktan`,
		Weekdays: "pazartesi salı çarşamba perşembe cuma cumartesi pazar",
		Day:      "gün", Week: "hafta", Month: "ay", Year: "yıl sene",
		InAfter:     "ayında ayındaki ayından günü günkü",
		AgoAfter:    "önce önceki",
		ThisWeek:    "bu hafta, bu haftaki",
		LastWeek:    "geçen hafta, geçen haftaki, geçen haftadan, geçtiğimiz hafta",
		ThisMonth:   "bu ay, bu ayki",
		LastMonth:   "geçen ay, geçen ayki, geçen aydan",
		ThisYear:    "bu yıl, bu yılki, bu sene",
		LastYear:    "geçen yıl, geçen yılki, geçen sene",
		Weekend:     "hafta sonu, bu hafta sonu, hafta sonunda",
		LastWeekend: "geçen hafta sonu",
		LastNight:   "dün gece, dün akşam",
		LastSpring:  "geçen bahar, geçen ilkbahar",
		LastSummer:  "geçen yaz, geçen yazki",
		LastAutumn:  "geçen sonbahar, geçen güz",
		LastWinter:  "geçen kış",
		Lately:      "son zamanlarda, geçenlerde, yakınlarda",
		Was:         "vardı oldu dedi söyledi",
		Holidays:    map[string]string{"new year's eve": "yılbaşı, yılbaşında", "christmas": "Noel, Noel'de"},
	},
	Listing: Listing{
		What:    "ne neler neleri hangi hangileri",
		Show:    "göster gösterir listele sırala bul getir ver",
		Helpers: "ben biz bana bize misin",
		Exists:  "var",
		Saved: `kaydettim kaydettik kaydetmiştim ekledim ekledik okudum okuduk okumuştum izledim izledik izlemiştim seyrettim yazdım
			yükledim sakladım beğendim`,
		Kept:   "kaydettiğim kaydettiğimiz eklediğim okuduğum izlediğim yazdığım yüklediğim sakladığım kayıtlı",
		Doing:  Doing{Watch: "izledim izledik izlemiştim seyrettim izlediğim", Write: "yazdım yazdığım", Upload: "yükledim yüklediğim", Read: "okudum okuduk okumuştum okuduğum"},
		All:    "bütün tüm",
		Some:   "bir herhangi hiç",
		Those:  "bu bunlar şu",
		Mine:   "benim bizim",
		Newest: "yeni güncel",
		Last:   "son sonuncu",
		Most:   "en",
		Filler: "lütfen mi mı mu mü de da",
		Thing:  "şey şeyi",
		Things: "şeyler şeyleri şeylerin hepsi hepsini",
	},
	Follow: Follow{
		And:      "ve ya peki ama",
		Pronouns: "o onu onun ona onlar bu bunu bunun şu orada",
		Periods:  "yıl hafta ay sabah akşam yaz kış",
		Vague:    "fiyat fiyatı ücreti tutar yazar ücret tutarı yazarı başlık başlığı ad adı adres adresi tarih tarihi saat saati numara numarası sürer başlar biter oldu ilk ikinci sonuncu gün yıl tam",
	},
	Answer: Answer{
		Not:       "değil hiç asla yok kimse hiçbir",
		No:        "hayır",
		Opening:   "o|bu|şu|onlar|bunlar|onun|onu|orada",
		AskNumber: "kaç fiyat ücret tutar",
		AskDate:   "zaman",
		AskName:   "kim kimin kime nerede nereye nereden",

		AskSeveral: "hangileri|neler|kimler|tüm|bütün|liste",
	},
	Aside: Aside{
		Greeting: "merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın",
		Thanks:   "teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol",
		Goodbye:  "hoşça kal|güle güle|görüşürüz",
		You:      "kimsin|sen kimsin|ne yapabilirsin|nasıl çalışıyorsun",
		Engram:   "engram nedir",
	},
}
