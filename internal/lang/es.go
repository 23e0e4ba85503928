package lang

var spanish = Words{
	Tag: "es",
	Stop: `a al algo algun alguna algunas algunos ante antes como con contra cual cuales cuando cuanta cuantas cuanto
	cuantos de del desde donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estan
	estas este esto estos fue fueron ha haber habia han hasta hay la las le les lo los mas me mi mis mucho muy nada ni no
	nos o os otra otro para pero poco por porque que quien quienes se sea ser si sido sin sobre son su sus tambien tan te
	tiene todo todos tu tus un una unas uno unos y ya yo`,
}
