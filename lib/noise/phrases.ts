import { phrases, type Reading } from "./words.ts";

const GREETINGS = phrases(`
  hello helo hallo hi hii hiii hiya hey heya heyy howdy greetings yo
  good_morning good_afternoon good_evening good_day how_are_you how_are_you_doing whats_up
  hallo hallöchen moin servus guten_morgen guten_tag guten_abend grüß_gott grüezi wie_gehts
  hola buenas buenos_días buenos_dias buenas_tardes buenas_noches qué_tal que_tal
  bonjour salut coucou bonsoir ça_va
  olá ola oi bom_dia boa_tarde boa_noite tudo_bem
  ciao salve buongiorno buonasera come_va
  hoi goedemorgen goedemiddag goedenavond goedendag
  hej hejsan tjena god_morgon god_dag hei moi terve
  cześć czesc siema dzień_dobry dzien_dobry ahoj dobrý_den nazdar
  szia sziasztok üdv bună salutare
  привет приветик здравствуйте здравствуй здрасте добрый_день доброе_утро добрый_вечер как_дела
  привіт вітаю добрий_день здравей здраво
  γεια γεια_σας γεια_σου καλημέρα
  merhaba merhabalar selam günaydın iyi_günler nasılsın
  مرحبا مرحباً اهلا أهلا أهلاً السلام_عليكم صباح_الخير مساء_الخير هلا
  שלום היי
  नमस्ते नमस्कार हेलो হ্যালো নমস্কার வணக்கம்
  halo hai selamat_pagi selamat_siang selamat_malam apa_kabar
  xin_chào chào chào_bạn chào_mọi_người
  kamusta kumusta habari jambo sawubona
  سلام درود
`);

/** Words that people add to a greeting. */
const ADDRESSED = phrases(`
  there all everyone everybody guys team friend friends folks world again sir madam buddy bro
  zusammen leute alle welt tous tout_le_monde le_monde à_tous a_todos todos todas mundo amigos equipo pessoal gente
  a_tutti tutti allemaal alla wszystkim всем мир herkese dünya للجميع بالعالم دوستان semua dunia nhé
`);

const DENSE_GREETING =
  /^(?:(?:こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|はじめまして|やあ|ハロー|もしもし|你好|您好|大家好|嗨|哈[喽囉啰]|早上好|下午好|晚上好|안녕(?:하세요|하십니까)?|하이|헬로우?|ハイ|สวัสดี(?:ครับ|ค่ะ|คะ)?|หวัดดี)(?:世界|皆さん|みなさん|啊|呀|여러분)?)+$/u;

const TESTS = phrases(`
  test testing testtest testing123 test1 test2 test123 tst tset testt teste testes testando
  prueba pruebas probando essai essais prova deneme testi testausta testen testar testowanie testuję zkouška próba
  тест тестирование тестирую проверка перевірка δοκιμή اختبار تجربة تست آزمایش בדיקה टेस्ट परीक्षण টেস্ট
  tes uji_coba percobaan thử_nghiệm kiểm_tra kiểm_tra_thử
  lorem_ipsum lorem ipsum foo foobar foo_bar bla blah blabla blahblah
  checking just_to_check trying dummy_feedback dummy_text dummy_comment sample_comment sample_feedback trying_this trying_out
  ignore_this please_ignore pls_ignore ignore_this_message
  teste testeintrag prüfung testkommentar testnachricht nur_zum_testen
  probando comprobando mensaje_de_prueba comentario_de_prueba estoy_probando
  je_teste pour_tester message_de_test commentaire_de_test
  só_testando mensagem_de_teste verificando messaggio_di_prova commento_di_prova sto_provando
  even_testen testbericht testuję wiadomość_testowa sprawdzam
  проверяю тестовое тестовый перевіряю тестове deniyorum test_mesajı sadece_test
  تجريبية coba_coba tin_nhắn_thử परीक्षण
`);

/** Words that people add to a test. */
const TESTED = phrases(`
  this is a an the just only my some more another first please ignore pls me do_not dont_read 1 2 3 12 123 1234 one two three abc
  here of out i im am we are if it works working whether to see check qa from new data entry delete system box
  comment comments feedback message msg text post form widget submission entry feedback_form feedback_widget
  das ist ein eine nur kommentar nachricht bitte ignorieren eins zwei
  esto es una un solo solamente comentario mensaje por_favor ignorar ignorad uno dos
  ceci est simple juste de commentaire message merci_dignorer à_ignorer
  isto é um uma só comentário mensagem favor ignorar questo questa è un una solo commento messaggio
  dit is een reactie ett en kommentar to jest tylko komentarz
  это просто сообщение комментарий для раз два bu bir mesaj yorum هذا رسالة تعليق ini hanya pesan komentar đây là
  ich das_formular formular nur teste zum testen
  des formulars el formulario del estoy solo de_formulario el_formulario je le formulaire cest du o formulário apenas do il del_modulo modulo formularz
  форму проверка формы formu النموذج رسالة مجرد فقط formulir biểu_mẫu повідомлення संदेश यह एक है maar
  hello hi hey dolor sit amet consectetur adipiscing elit bar baz qux world
`);

const DENSE_TEST =
  /^(?:これは|这是|這是|只是|이것은|我来|我來|フォームの|送信|폼|양식){0,2}(?:一个|一個|个|個)?(?:テスト|てすと|动作确认|動作確認|测试|測試|试一下|試一下|试试|試試|테스트|ทดสอบ)(?:です|投稿|コメント|送信|中|する|用|の|で|一下|评论|評論|留言|消息|数据|反馈|反饋|表单|表單|提交|测试|測試|看|입니다|중입니다|로|작성|합니다|중|댓글|용|메시지|해봅니다|ครับ|ค่ะ|\d){0,5}$/u;

/** Whether a comment only says hello. */
export function isGreeting(reading: Reading): boolean {
  return consistsOf(reading, GREETING, DENSE_GREETING);
}

/** Whether a comment only tries out whether comments work. */
export function isTest(reading: Reading): boolean {
  return consistsOf(reading, TEST, DENSE_TEST);
}

interface Vocabulary {
  all: ReadonlySet<string>;
  /** Must match at least once. */
  core: RegExp;
  /** Words of the longest phrase. */
  longest: number;
}

const GREETING = vocabulary(GREETINGS, ADDRESSED);
const TEST = vocabulary(TESTS, TESTED);

function vocabulary(core: readonly string[], others: readonly string[]): Vocabulary {
  const all = [...core, ...others];
  return {
    all: new Set(all),
    core: new RegExp(`(?:^| )(?:${core.join("|")})(?: |$)`, "u"),
    longest: Math.max(...all.map((phrase) => phrase.split(" ").length)),
  };
}

function consistsOf({ text, words, hasCode }: Reading, known: Vocabulary, dense: RegExp): boolean {
  if (hasCode) return false;
  return (isMadeOf(words, known) && known.core.test(text)) || dense.test(words.join(""));
}

/**
 * Whether words are a sequence of phrases. A regular expression could take minutes: "foo bar" can be one phrase or
 * two, each time that it occurs.
 */
function isMadeOf(words: readonly string[], { all, longest }: Vocabulary): boolean {
  const starts = new Set([0]);
  for (const start of starts) {
    for (let end = start + 1; end <= Math.min(start + longest, words.length); end += 1) {
      if (all.has(words.slice(start, end).join(" "))) starts.add(end);
    }
  }
  return starts.has(words.length);
}
