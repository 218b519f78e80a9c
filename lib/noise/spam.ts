import { phrases, type Reading } from "./words.ts";

const LINK =
  /https?:\/\/|www\.|\[url|<a\s|\b(?:t\.me|wa\.me|bit\.ly|tinyurl\.com)\/|\b[a-z\d-]{3,}\.(?:xyz|top|club|online|site|shop|store|win|bet|casino|ru|cn|info|biz)\b/iu;
/** Markup of forums, which no documentation site shows. */
const FORUM_LINK = /\[url[=\]]|<a\s+href/iu;
/** A number or a name to write to. */
const CHAT =
  /whats ?app|telegram|wechat|weixin|微信|加[vｖ]|line id|카톡|kakao|\bqq\b|\+\d[\d ()-]{7,}/iu;

/** What is sold with spam. Each says nothing about documentation. */
const SOLD = oneOf(`
  viagra cialis levitra tramadol xanax pharmacy_online online_pharmacy weight_loss diet_pills keto_gummies cbd_oil
  casino casinos poker slots jackpot sportsbook betting_site online_betting free_spins slot_gacor judi_online togel
  payday_loan payday_loans personal_loans instant_loan quick_cash bad_credit earn_money make_money money_online
  work_from_home passive_income forex_signals binary_options crypto_investment double_your_bitcoin bitcoin_doubler
  buy_followers buy_backlinks seo_services seo_service seo_agency backlinks guest_post rank_your_website website_traffic
  essay_writing assignment_help write_my_essay replica_watches replica_rolex designer_handbags cheap_jerseys
  escort escorts hot_girls sexy_girls porn xxx_videos adult_dating meet_singles
  free_iphone gift_card_generator cracked_version free_crack keygen free_robux free_v_bucks hacked_account
  recover_lost_funds recovery_expert spell_caster love_spell
  казино ставки_на_спорт букмекер заработок_в_интернете быстрые_займы займ_онлайн купить_диплом продвижение_сайтов
  кредит_без_отказа интим девушки_по_вызову
  apuestas_deportivas préstamos_rápidos dinero_rápido gana_dinero casino_en_línea
  paris_sportifs gagner_de_largent crédit_rapide casino_en_ligne
  schnell_geld_verdienen kredit_ohne_schufa sportwetten potenzmittel
  apostas_esportivas ganhe_dinheiro empréstimo_rápido
  scommesse prestiti_veloci guadagnare_online
  bahis canlı_bahis kumarhane kaçak_bahis deneme_bonusu takipçi_satın_al
  nhà_cái cá_cược lô_đề vay_tiền_nhanh
  كازينو مراهنات قرض_سريع
`);
const DENSE_SOLD =
  /代开发票|開發票|发票|彩票|博彩|赌场|賭場|娱乐城|百家乐|裸聊|约炮|贷款|兼职|刷单|网赚|オンラインカジノ|出会い系|副業で稼|即日融資|アダルト|카지노|바카라|토토사이트|먹튀|대출|성인용품|คาสิโน|พนันออนไลน์|บาคาร่า|สล็อต/u;
/** What spam asks readers for. */
const ASKED = oneOf(`
  click_here click_the_link visit_my check_out_my visit_our_site check_my_site join_now sign_up_now order_now buy_now shop_now
  best_price best_prices cheap_price discount_code promo_code limited_offer special_offer free_shipping
  subscribe_to_my subscribe_to_our follow_me contact_me_on dm_me text_me add_me
  haz_clic_aquí compra_ahora cliquez_ici achetez_maintenant jetzt_kaufen hier_klicken clique_aqui compre_agora
  clicca_qui acquista_ora жми_сюда переходи_по_ссылке купить_недорого hemen_tıkla
`);

function oneOf(text: string): RegExp {
  return new RegExp(`(?:^| )(?:${phrases(text).join("|")})(?= |$)`, "gu");
}

/** Whether a comment sells something: a link or a contact with words of spam, or several such words. */
export function isSpam({ comment, text }: Reading): boolean {
  const sold = (text.match(SOLD)?.length ?? 0) + (DENSE_SOLD.test(text) ? 1 : 0);
  const asked = text.match(ASKED)?.length ?? 0;
  const hasLink = LINK.test(comment);
  if (sold > 0) return hasLink || CHAT.test(comment) || sold + asked > 1;
  if (FORUM_LINK.test(comment)) return asked > 0 || linksOf(comment) > 1;
  return asked > 0 && hasLink && !ABOUT_DOCUMENTATION.test(text);
}

/** Words of comments that quote what a page says, or that report what is wrong with a link. */
const ABOUT_DOCUMENTATION =
  /(?:^| )(?:page|docs?|documentation|link|links|broken|404|button|step|guide|tutorial|section|error|says?)(?= |$)/u;

function linksOf(comment: string): number {
  return comment.match(/https?:\/\//giu)?.length ?? 0;
}
