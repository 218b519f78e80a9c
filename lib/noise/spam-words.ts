import { phrases } from "./words.ts";

/** Products that only spam mentions. */
export const SPAM_PRODUCTS = oneOf(`
  viagra cialis levitra tramadol xanax pharmacy_online online_pharmacy weight_loss lose_weight diet_pills keto_gummies
  keto_pills cbd_oil
  casino casinos online_casino poker slot_machines online_slots jackpot sportsbook betting_site online_betting free_spins
  win_real_money real_money slot_gacor judi judi_online togel
  payday_loan payday_loans personal_loan personal_loans instant_loan quick_cash bad_credit loan_offer loan_offers
  offer_loans need_a_loan urgent_loan
  earn_money make_money money_online work_from_home passive_income forex_signals binary_options
  crypto_investment guaranteed_profit double_your_bitcoin bitcoin_doubler
  buy_followers cheap_followers followers_and_likes buy_backlinks seo_services seo_service seo_agency seo_company
  seo_agentur backlinks guest_post guest_posts link_building rank_your_website website_traffic organic_traffic
  first_page_of_google page_one_of_google top_of_google auf_seite_1_bei_google top_google lên_top_google
  web_design_services web_development_services app_development_company free_quote
  essay_writing assignment_help assignment_writing write_my_essay do_my_homework do_my_assignment writing_service
  replica_watches replica_rolex designer_handbags cheap_jerseys
  escort escorts hot_girls sexy_girls porn xxx_videos adult_dating meet_singles
  free_iphone gift_card_generator cracked_version free_crack keygen free_robux free_v_bucks hacked_account
  recover_lost_funds recovery_expert lost_bitcoin hire_a_hacker spell_caster love_spell love_spells
  казино заработок ставки_на_спорт букмекер заработок_в_интернете быстрые_займы займ_онлайн купить_диплом продвижение_сайтов
  кредит_без_отказа интим девушки_по_вызову курсовые рефератов в_топ_google
  apuestas_deportivas préstamos_rápidos dinero_rápido gana_dinero casino_en_línea servicio_de_seo servicios_de_seo
  paris_sportifs gagner_de_largent gagnez_de_largent crédit_rapide casino_en_ligne prêt_entre_particuliers services_de_référencement
  schnell_geld_verdienen kredit_ohne_schufa sofort_geld sportwetten potenzmittel
  apostas_esportivas ganhe_dinheiro empréstimo_rápido serviços_de_seo
  scommesse prestiti_veloci guadagnare_online kredyt_bez_bik szybka_pożyczka
  bahis canlı_bahis bahis_sitesi kumarhane kaçak_bahis deneme_bonusu takipçi_satın_al para_kazan
  nhà_cái kiếm_tiền cá_cược lô_đề vay_tiền_nhanh dịch_vụ_seo jasa_seo pinjaman_cepat
  كازينو مراهنات قرض_سريع خدمات_سيو
`);

export const UNSPACED_SPAM_PRODUCTS =
  /代开发票|開發票|发票|彩票|博彩|赌场|賭場|娱乐城|百家乐|裸聊|约炮|贷款|兼职|刷单|网赚|代写|論文代筆|快速排名|オンラインカジノ|出会い系|副業で稼|稼げる副業|即日融資|検索上位|アダルト|카지노|바카라|토토사이트|먹튀|대출|상위 노출|성인용품|คาสิโน|พนันออนไลน์|บาคาร่า|สล็อต|รับท.{1,2} seo|เงินกู้ด่วน/u;

/** Requests to readers that are typical of spam. */
export const SPAM_REQUESTS = oneOf(`
  click_here click_the_link visit_my check_out_my visit_our_site check_my_site join_now sign_up_now order_now buy_now shop_now
  best_price best_prices cheap_price discount_code promo_code limited_offer special_offer free_shipping
  subscribe_to_my subscribe_to_our follow_me contact_me_on dm_me text_me add_me
  haz_clic_aquí compra_ahora cliquez_ici achetez_maintenant jetzt_kaufen hier_klicken clique_aqui compre_agora
  clicca_qui acquista_ora жми_сюда переходи_по_ссылке купить_недорого hemen_tıkla
`);

/** Products that are sold with spam, but that documentation can also be about. */
export const AMBIGUOUS_SPAM_PRODUCTS = oneOf(`
  seo ranking rankings traffic digital_marketing web_design loan loans slots slot essay essays assignment assignments
  homework thesis followers bitcoin crypto investment insurance debt hacker pills medikamente kredit
  préstamo préstamos crédito prêt crédit empréstimo prestiti kredyt pożyczka pinjaman vay_tiền
  раскрутка продвижение базу_клиентов кредит займ дипломные قروض قرض سيو
`);

/** Typical words of sales pitches. Documentation can have them as well. */
export const SALES_PITCHES = oneOf(`
  best cheap low_price low_prices buy hire professional expert experts writers help_your_business business_grow boost
  we_offer we_provide we_can we_are our_services our_company our_agency our_team our_package our_experts our_seo
  contact contact_us contact_us_today contact_me call_now call_us email_us reply_for reply apply_now apply_today apply
  interested affordable affordable_prices low_interest interest interest_rate approved approval in_minutes instant
  guaranteed your_website your_site your_business your_account near_you no_experience every_day a_day 24_7 pricing
  package services service get_your get_more in_need_of do_you_need win play bonus bonuses online big earn waiting
  bring_back_your_ex
  wir_bieten dienstleistungen günstige günstigen preise preisen billig billige kaufen_sie kaufen jetzt sofort ohne_einzahlung
  ofrecemos urgentes contáctenos solicite_ahora gratis barato mejor rápidos whatsapp
  nous_proposons nous_offrons contactez_nous gratuit sans_justificatif rapide à_la_maison
  oferecemos sem_consulta fale_conosco trabalhando_em_casa rápido offriamo contattaci senza_busta_paga subito
  недорого дешево пишите звоните гарантия на_заказ играй_сейчас за_час продам без_вложений в_день в_телеграм сайта
  ucuz evden hemen_üye_ol kazan
  murah terpercaya hubungi_kami tanpa_jaminan giá_rẻ liên_hệ gọi_ngay không_cần_thế_chấp tại_nhà
  تواصل_معنا اتصل_الآن اتصل_بنا بأفضل_الأسعار بدون_كفيل أفضل
`);

export const UNSPACED_SALES_PITCHES =
  /当天放款|无抵押|保证通过|联系|送彩金|上线|低价|利息低|秒到账|首存|最安値|審査なし|お申し込み|保証します|お問い合わせ|ボーナス|登録|당일 승인|무담보|문의|보너스|보장|추천|환영|연락|ติดต่อ|ราคาถูก|อนุมัติไว/u;

function oneOf(text: string): RegExp {
  return new RegExp(`(?:^| )(?:${phrases(text).join("|")})(?= |$)`, "gu");
}
