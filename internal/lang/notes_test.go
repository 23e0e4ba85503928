package lang

// shortNotes are short notes with the language that must be detected.
var shortNotes = map[Lang][]string{
	English: {"The dentist is at the corner, bring the insurance card", "Wifi password for the cabin is on the fridge", "Ask Kim and Ben if they can feed the cat",
		"Pale ale for the party and ten lemons", "The boiler man comes on Tuesday", "What to do in Var and Bile", "Book the ferry to Oban before June"},
	Spanish:    {"El fontanero viene el martes por la mañana", "La contraseña del wifi está en la nevera", "Comprar pan y leche para la cena de mañana", "El código de la puerta es 4411"},
	French:     {"Le plombier vient mardi matin avec la pièce", "Le mot de passe du wifi est sur le frigo", "Acheter du pain et du lait pour ce soir"},
	German:     {"Der Klempner kommt am Dienstag um neun", "Das Passwort für das WLAN steht auf dem Router", "Brot und Milch für das Frühstück kaufen"},
	Italian:    {"L'idraulico viene martedì con il pezzo di ricambio", "La password del wifi è scritta sul frigo della cucina", "Comprare il pane e il latte per la cena"},
	Portuguese: {"O canalizador vem na terça de manhã com a peça", "A senha do wifi está na porta do frigorífico", "Comprar pão e leite para o jantar do João"},
	Dutch:      {"De loodgieter komt op dinsdag met het onderdeel", "Het wachtwoord van de wifi hangt op de koelkast", "Brood en melk voor het ontbijt kopen"},
	Swedish:    {"Rörmokaren kommer på tisdag och har med sig delen", "Lösenordet till wifi är det som står på kylen", "Köpa bröd och mjölk till frukosten som vanligt inte ost"},
	Norwegian:  {"Rørleggeren kommer på tirsdag og har med seg delen", "Passordet til wifi er det som henger på kjøleskapet ikke det gamle", "Kjøpe brød og melk til frokosten, ikke ost, jeg har noe"},
	Hungarian:  {"A szerelő kedden jön, és hozza az alkatrészt is", "A wifi jelszava a hűtőn van, de csak a régi", "Venni kell kenyeret és tejet a reggelihez"},
	Russian:    {"Сантехник придёт во вторник утром", "Пароль от вайфая висит на холодильнике", "Купить хлеб и молоко"},
	Polish: {"Hydraulik przychodzi we wtorek, bo kran jest zepsuty", "Hasło do wifi jest na lodówce, ale nie działa", "Kupić chleb i mleko oraz ser, który lubi Ania",
		"Umowa najmu jest ważna od marca", "Nie zapomnieć o urodzinach taty, bo się obrazi"},
	Turkish: {"Tesisatçı salı günü gelecek ve parçayı getirecek", "Wifi şifresi buzdolabında ama çok eski", "Akşam için ekmek ve süt almak gibi işler var",
		"Kira sözleşmesi için gerekli olan belgeler", "Doktor bu hafta değil haftaya gelsin dedi"},
}
