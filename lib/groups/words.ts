// Words that decide whether two comments can mean the same, as `normalized` writes them (without apostrophes).

const list = (words: string) => new Set(words.trim().split(/\s+/u));

/** Each of these turns a sentence around. */
export const NEGATIONS = list(`
  no not never none nothing nowhere neither nor without cannot hardly barely
  aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mustnt neednt shouldnt wasnt werent
  wont wouldnt
  nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder nirgends
  nunca jamás tampoco ningún ninguno ninguna nada nadie sin ni
  pas jamais rien aucun aucune sans personne nulle
  não nao nem sem nenhum nenhuma ninguém jamais
  non mai niente nessun nessuno nessuna senza nulla
  niet geen nooit niets zonder niemand
  inte ingen inget inga aldrig utan ikke aldri aldrig uden uten ingenting
  nie bez nigdy nic żaden żadna není nejsou nelze nikdy žádný
  не нет ни никогда ничего без нельзя невозможно немає
  değil yok hiç asla olmadan
  ei en eivät ilman
  لا ليس لم لن غير بدون
  לא אין בלי
  नहीं न मत बिना
  không chưa chẳng
  tidak bukan tanpa belum jangan
  δεν μην χωρίς όχι
`).add("nobody");

/** French, where it is left out in speech, so it counts only without one of the words above. */
export const WEAK_NEGATION = "ne";

/** The same in scripts without spaces between words. Longer ones first. */
export const UNSPACED_NEGATIONS =
  /ません|なかった|なく|ない|ずに|不|没|沒|未|(?<![分特区])别(?![的人])|无|無|非(?!常)|않|없|못|아니|안\s|ไม่|မ[^\sမ]*ဘူး/gu;

/** Words that add nothing: politeness, articles, pronouns, emphasis. */
export const FILLERS = list(`
  a an the this that these those it its is are was were be been i im we you my our your me us he she they
  please pls thanks thank thx hi hello hey dear team guys really very quite so just also actually still
  again now currently here there some any of in at for with and but as by too bit little would will
  do does did have has had think seems seem guess btw maybe somehow ok well
  der die das den dem des ein eine einen einem einer ich wir ihr sie es man mir uns mein bitte danke hallo
  sehr wirklich auch noch hier jetzt leider immer und ist sind war mal doch einfach ja schon im am zu
  el la los las lo un una unos unas yo mi me se nos por favor gracias hola muy realmente también aquí ahora
  y es son era está están que de del al
  le les l d j c une je nous vous on mon ma mes il elle ça ce cette ces svp merci bonjour très vraiment
  aussi ici maintenant et est sont était plaît s sil du des au
  o os as um uma eu nós meu minha por obrigado obrigada olá muito também aqui agora e é são está do da
  il gli i uno io noi mio grazie ciao molto davvero anche qui ora ed sono
  de het een ik wij mijn alstublieft bedankt hallo zeer ook hier nu en
  и а я мы это пожалуйста спасибо очень тоже здесь сейчас
`);

/** Characters that add nothing in Chinese; in Japanese the syllables of particles and endings do. */
export const UNSPACED_FILLERS =
  /[\p{Script=Hiragana}ー的了吧吗嗎呢啊呀也就都很太请請您你我们們是在有这這那个個谢謝非常真]/u;
