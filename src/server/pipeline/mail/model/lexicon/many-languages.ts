import type { Concept } from "./concept.ts";

/**
 * The same intents in languages that the other lists don't cover: Portuguese, Italian, Dutch, Polish, Russian,
 * Ukrainian, Turkish, Chinese, Japanese, Korean, Indonesian, Vietnamese and Arabic, plus informal English as in short
 * messages. Chinese, Japanese and Korean phrases match anywhere.
 */
export const MANY_LANGUAGES: readonly Concept[] = [
  {
    name: "us",
    phrases: `eu, nos, nosso*, nossa*, meu, minha, me, mim, io, noi, nostro, nostra, nostri, nostre, mio, mia, mi, ci, ik, wij, ons, onze, mijn, mij, my, nasz*, moj*, mnie, mi, nam, я, мы, нам, нас, мне, меня, мой, моего, моей, наш*, мене, менi, ben, biz, bize, bana, bizim, benim, saya, kami, aku, toi, chung toi, minh, انا, نحن, 我, 我们, 我們, 本人, 私, 僕, 弊社, 当社, 저, 저희, 우리, 제가`,
  },
  {
    name: "you",
    phrases: `voce, voces, seu, sua, seus, suas, voi, vostro, vostra, vostri, vostre, lei, suo, sua, tuo, tua, ti, vi, uw, jullie, jij, je, jouw, u, pan, pani, panstwo, panstwa, wasz*, twoj*, ciebie, was, вы, вас, вам, вами, ваш*, ты, тебя, тебе, тобой, твой, твоя, ви, ваша, siz, size, sizin, sizden, sen, sana, senin, anda, kamu, kak, om, ban, anh, انت, حضرتك, لك, 你, 您, 你们, 您们, 贵, 妳, 作者, 大佬, 御社, 貴社, 貴方, 귀사, 선생님, 개발자님, 님`,
  },
  {
    name: "price",
    phrases: `price, prices, priced, pricing, price list, pricelist, quote, quotation, quotations, how much (is|does|would|do|for|are|will), cost of, what (does|would|is|are) the (price|cost|pricing|fee|fees|rate|rates), costs, the cost, estimate, fee, fees, rates, budgetary, tarif*, tariff*,
      preco, precos, orcamento*, cotacao, cotacoes, quanto custa*, quanto sai, quanto fica, qual o valor, qual valor, valores, custo, custos, tabela de precos, prezzo, prezzi, preventiv*, quanto costa*, quanto viene*, listino*, devis, costo, costi, quotazione, tariffa, tariffe,
      prijs, prijzen, prijsopgave, prijslijst, offerte, offertes, hoeveel kost, wat kost*, kosten, tarieven, cena, ceny, cennik*, wycen*, ile kosztuje*, oferta cenowa, oferte, koszt, koszty, kosztorys,
      цена, цены, цену, ценой, ценник, прайс*, стоимост*, сколько стоит, сколько стоят, сколько будет стоить, расценк*, сколько это, смет*, коммерческое предложение, кп, цiна, вартiсть, скiльки коштує, скильки,
      fiyat*, fiyati, ucret*, ne kadar, kac para, kac tl, teklif, maliyet*, harga, harganya, biaya, biayanya, berapa, bao gia, gia bao nhieu, chi phi, bao nhieu, سعر, الاسعار, تكلفة, كم سعر, بكم, عرض سعر, التكلفة,
      价格, 价钱, 报价, 多少钱, 怎么收费, 如何收费, 收费, 费用, 询价, 定价, 价位, 单价, 什么价, 價格, 報價, 多少錢, 費用, 收費, 価格, 値段, 見積, 料金, 費用, いくら, 가격, 견적, 비용, 얼마, 단가, 요금`,
  },
  {
    name: "buy",
    phrases: `where (can|could|do|to) (i|we|one) (get|find) (one|it|this|the|them|a), how (can|could|do|to) (i|we|one) (get|obtain|acquire) (the|a|an|one|it|this|your|access|pro|premium|commercial), how to get (the|a|pro|premium|enterprise|commercial|full), get one, get hold of, get my hands on, get a copy, obtain, be bought, is (this|it) for sale, how to pay, want to pay, like to pay, subscribe to, sign up for, upgrade to (pro|premium|enterprise|the), pro version, premium version, paid version, full version, enterprise edition, buy, buying, purchase, purchasing, to buy, wtb, want to buy, like to buy, wish to buy, interested in buying, interested in purchasing, where (can|could|do|to) (i|we|you|) (buy|get|order|purchase), how (can|could|do|to) (i|we|) (buy|order|purchase|pay), place (an|my|our|) order, pre order, preorder, willing to buy, ready to buy, happy to buy, buy one, buy some, buy it, buy them, buy the, buy from you, buy a, purchase a, purchase the, purchase from,
      comprar, compro, comprar*, adquirir, encomendar, encomenda, contratar, quero comprar, acquistare, acquistarlo, acquistarne, comprare, comprarlo, comprarne, ordinare, ordinarlo, vorrei ordinare, noleggiare, prenotare, acquisto di, kopen, bestellen, aanschaffen, aanschaf, inkopen, huren, boeken, afnemen, kupic, kupie, zamowic, zamowienie na, zakup, zakupic, nabyc, wynajac, zlecic,
      купить, куплю, купим, приобрести, приобретен*, приобрету, заказать, закажу, заказ на, закупк*, закупить, покупк*, оплатить, арендовать, забронировать, придбати, купити, замовити, satin al*, satin almak, almak istiyor*, siparis ver*, siparis*, kiralamak, temin et*,
      beli, membeli, memesan, pembelian, minat beli, mua, dat hang, dat mua, muon mua, شراء, اشتري, نشتري, طلب شراء, حجز,
      购买, 采购, 求购, 想买, 要买, 买一, 买个, 能买, 可以买, 哪里买, 哪买, 怎么买, 如何买, 下单, 订购, 批量, 购入, 采买, 租用, 预定, 購買, 採購, 訂購, 想買, 哪裡買, 買一, 購入し, 購入を, 購入でき, 購入方法, 注文, 買いたい, 買え, 発注, 導入を, 구매, 구입, 주문, 발주, 살 수, 사고 싶, 도입`,
  },
  {
    name: "paid-work",
    phrases: `paid support, commercial support, professional support, enterprise support, paid (work|help|job|project|version|feature|development|consulting|customization|customisation|service|services|license|plan|assistance|consultation|task), paid basis, custom (development|work|build|version|made|feature|firmware|project|solution|order), customization service*, customi*ed (version|for), willing to pay, happy to pay, ready to pay, glad to pay, would pay, can pay, will pay, pay you, pay for (your|this|the|it|support|help|a|some|someone), pay someone, i pay, we pay, hire you, hire (a|someone|somebody|an|one), hiring you, looking to hire, consulting, consultancy, consultant, contractor, contractors, contract work, freelance*, for a fee, for (some|) money, against payment, compensat*, sponsor (the|this|a|development), sponsored development, fund (the|this|a|development), bounty, commission (you|work|a), commissioned work, available for (hire|work|consulting|contract|freelance|a), take on (a|work|projects|custom), statement of work, hourly rate, your rate, your rates, budget,
      gegen bezahlung, gegen entgelt, gegen geld, bezahlt*, bezahle*, vergutung, auftragsarbeit, auftrag, individuelle entwicklung, individualentwicklung, sonderanfertigung, kostenpflichtig*, dienstleist*, prestation*, remuner*, payant*, contre paiement, sur mesure, payer, freelance, a medida, pagar, pagaria*, pagamos, pago, de pago, remunerado, sob medida, pagamento, pagar pelo, pagando, pago pelo, freelancer, consultoria, servico pago, a pagamento, pagare, su misura, consulenza, su commissione, a pago, betaald*, betalen, maatwerk, tegen betaling, vergoeding, opdracht, platn*, zaplac*, odplatn*, na zamowienie, zleceni*, zlecenie,
      на заказ, под заказ, доработк*, доработать, за деньги, за вознаграждени*, вознаграждени*, платно, платн*, не бесплатно, небесплатно, оплачу, оплатим, заплачу, заплатим, готов заплатить, готов оплатить, готовы оплатить, фриланс*, разработать для, разработк* под, услуг*, на коммерческой, за плату, ucretli, ucreti karsiliginda, odeme yap*, ozel yazilim, ozel gelistirme, freelance, berbayar, bayar, dibayar, jasa, tra phi, tra tien, مدفوع, مقابل مادي, توظيف, بمقابل,
      付费, 有偿, 定制, 二次开发, 二开, 外包, 私活, 接单, 接活, 付款, 付钱, 给钱, 花钱, 出钱, 悬赏, 报酬, 付費, 有償, 定制化, 客製, 訂製, 外包, 接案, 有料, 報酬, 受託, 開発依頼, 委託, カスタマイズ, 의뢰, 외주, 유료, 유상, 맞춤, 커스터마이징, 개발문의, 용역`,
  },
  {
    name: "license-deal",
    phrases: `commercial (license|licence|licensing|licenses|use license|agreement|terms|version|edition|option|options|inquiry|enquiry), license (fee|fees|cost|price|pricing|inquiry|enquiry|purchase|agreement|terms|quote|options|for commercial), licence (fee|fees|cost|price|inquiry|enquiry|purchase|for commercial), licensing (inquiry|enquiry|options|terms|fee|fees|cost|costs|question|model|request|for), enterprise (license|licence|plan|edition|version|pricing|agreement|tier), dual licens*, oem, white label*, royalt*, site licen*, volume (license|licence|licensing|discount|pricing), seats, proprietary (license|licence|product|use|software), closed source, obtain a license, acquire a license, purchase a license, buy a license, get a license, a paid license, kommerzielle lizenz*, lizenz (kaufen|erwerben|bekommen|bestellen), lizenzkosten, lizenzgebuhr*, licence commerciale, licencia comercial, licenca comercial, licenza commerciale, licencja komercyjna, commerciele licentie, коммерческ* лицензи*, купить лицензи*, ticari lisans, lisans (satin|ucreti|almak), lisensi komersial, ترخيص تجاري,
      商业授权, 商用授权, 商业许可, 商用许可, 商业合作, 商业版, 企业版, 授权费, 购买授权, 授权购买, 获得授权, 获取授权, 商業授權, 商用授權, 企業版, 商用ライセンス, ライセンス購入, 상용 라이선스, 상용 라이센스, 라이선스 구매`,
  },
  {
    name: "commercial-use",
    phrases: `commercial (use|usage|purpose|purposes|product|project|application|setting), commercially, for commercial, non commercial, noncommercial, monetize, monetise, kommerziell*, gewerblich*, usage commercial, uso comercial, uso commerciale, commercieel gebruik, komercyj*, коммерческ*, ticari, komersial, thuong mai, تجاري, 商用, 商业使用, 商业用途, 商业化, 商业项目, 商業, 商用利用, 상업적, 상용`,
  },
  {
    name: "licences",
    phrases: `license, licence, licenses, licences, licensing, licensed, lizenz*, licencia*, licenca*, licenza, licenze, licencj*, licentie*, лицензи*, лiцензi*, lisans*, lisensi, ban quyen, ترخيص, رخصة, 授权, 许可证, 许可, 正版, 授權, ライセンス, 라이선스, 라이센스`,
  },
  {
    name: "open-source",
    phrases: `open source, opensource, gpl, lgpl, agpl, mit license, apache license, bsd license, creative commons, cc by, codigo aberto, codigo abierto, открыт* исходн*, исходник*, acik kaynak, 开源, 開源, オープンソース, 오픈소스`,
  },
  {
    name: "technical",
    phrases: `version, logs, log file, console, screenshot, install, installing, installation, compile, runtime, api, endpoint, function, class, method, module, library, package, docker, server, database, config, configuration, file, files, folder, code, json, yaml, python, javascript, java, php, linux, windows, android, ios, firmware, sensor, usb, gpio, pull request, pr, merge, commit, branch, docs, readme, documentation, implement, implementation, todo, checkbox, button, page, field, screen, dropdown, plugin, update, upgrade, release, repo, repository, github, test, tests, data, model, dataset, training, datei, fichier, archivo, arquivo, файл, версия, версии, код, сервер, 版本, 日志, 截图, 代码, 接口, 配置, 文件, 部署, 源码, バージョン, コード, ファイル, 버전, 코드, 파일`,
  },
  {
    name: "finished-goods",
    phrases: `assembled, preassembled, pre assembled, fully assembled, prebuilt, pre built, pre made, premade, ready made, ready to use, built one, built ones, finished (board|boards|unit|units|one|ones|product), complete (unit|kit|set|board), kit, kits, pcb, pcbs, board, boards, shield, module, modules, enclosure, soldered, bausatz*, platine*, leiterplatte*, bestuckt*, fertigmodul*, fertig (bestuckt*|aufgebaut*|gebaut*), gehause, zusammengebaut, carte, cartes, platina, placa, placas, montado, montada, scheda, schede, assemblat*, printplaat, printplaten, gesoldeerd, plytk*, zmontowan*, плат*, готов* (устройств*|плат*|издели*|модул*), собранн*, набор, kart, hazir, board pcb, rakitan, 成品, 套件, 板子, 开发板, 硬件, 整机, 主板, 基板, キット, 完成品, 기판, 완제품, 키트`,
  },
  {
    name: "quantity",
    phrases: `units, pcs, pieces, quantity, quantities, # (seats|users|people|developers|licenses|licences|units|pcs|pieces|boards|kits|sets|copies|devices|machines|employees|servers), one or two, a couple, a few, several units, in bulk, bulk order, large quantity, small batch, stuck, stueck, pezzi, pecas, stuks, sztuk*, штук*, шт, adet, buah, cai, 批量, 一批, 大量, 几个, 数量, 个用户, 個, 台, 数量, 개, 대량, 수량`,
  },
  {
    name: "contact-wish",
    phrases: `contact you, contact details, contact information, contact info, contact me, contact email, contact us, get in touch, getting in touch, in touch with you, reach you, reach out, reach me, how (can|do|could|to) (i|we|) (contact|reach), your (email|e mail|mail|skype|telegram|whatsapp|phone|number|contact|wechat|discord|address), email me, mail me, write me, dm me, pm me, message me, call me, whom (can|do|should) (i|we) (contact|talk|speak), who (can|do|should) (i|we) (contact|talk|speak), talk to (you|someone|sales|somebody), speak (to|with) (someone|somebody|you|sales), right (person|contact), private message, privately, by email, via email, discuss (this|further|details|the|a|privately), schedule a call, have a call, a call with, quick call,
      sales, sales team, sales department, sales contact, sales rep*, kontaktieren, kontaktaufnahme, ansprechpartner, erreichen, kontakt aufnehmen, in kontakt, melden sie sich, melde dich, per mail, per pn, vous contacter, me contacter, contacter, vous joindre, coordonnees, prendre contact, contactar*, contactarme, contacto, ponerme en contacto, comunicarme, contato, entrar em contato, contatar, contactar, falar com, contatto, contattare, contattarvi, contattarti, contattatemi, contattarmi, contact opnemen, bereiken, contactgegevens, kontakt, skontaktowac, prosze o kontakt, kontaktu, napisac do,
      связаться, связь с, свяжитесь, связи, контакт*, напишите, напиши, написать вам, как с (вами|тобой), телеграм*, в личку, в лс, почта, зв'язатися, контакти, iletisim*, ulasabilir*, ulasmak, ulasin, nasil ulas*, mail atin, numara*, hubungi, menghubungi, kontak, whatsapp, lien he, zalo, للتواصل, التواصل, تواصل, رقم, واتس,
      联系方式, 联系你, 联系您, 怎么联系, 如何联系, 联系我, 联系一下, 取得联系, 加微信, 加个微信, 微信, 留个, 加我, 加你, 加您, 私聊, 私信, 详聊, 详谈, 沟通, 联系, 聯繫, 聯絡, 連絡先, ご連絡, 連絡を, 問い合わせ, 연락, 문의, 연락처, 메일 주소`,
  },
  {
    name: "partner",
    phrases: `partnership*, become (a|your) (partner|reseller|distributor|dealer), partner with you, collaborat*, cooperat*, co operat*, business (opportunity|cooperation|inquiry|enquiry|proposal|relationship), work together, work with you, distributor*, reseller*, wholesale*, distribut*, integrate (your|with your), joint, zusammenarbeit*, kooperation*, wiederverkauf*, partenariat*, collaboration*, colabora*, alianza*, socio*, parceria*, parceiro*, revenda, revendedor*, collaborazion*, rivenditor*, distributore, samenwerk*, wspolprac*, partnerstw*, сотруднич*, партнер*, дилер*, дистрибьют*, оптом, совместн*, isbirlig*, ortaklik, bayi*, birlikte calis*, calismak ist*, kerja sama, kerjasama, reseller, hop tac, dai ly, شراكة, تعاون, وكيل,
      商务合作, 合作, 商务, 代理商, 代理, 经销, 供应商, 批发, 合作方式, 合作意向, 提携, 業務提携, 協業, 代理店, 取引, 제휴, 협력, 협업, 대리점, 파트너`,
  },
  {
    name: "need",
    phrases: `preciso, precisamos, procuro, procuramos, gostaria*, gostariamos, interesse em, interessado*, quero, queria, queremos, estou procurando, cerco, cerchiamo, vorrei, vorremmo, ho bisogno, abbiamo bisogno, interessat*, sono interessat*, siamo interessat*, mi serve, mi servirebbe, mi interessa, zoek, zoeken, op zoek naar, heb nodig, hebben nodig, wil graag, zou graag, willen graag, interesse in, geinteresseerd, szukam, szukamy, potrzebuje, potrzebujemy, chcialbym, chcialabym, chcielibysmy, interesuje, zainteresowan*, poszukuje*,
      ищу, ищем, нужен, нужна, нужно, нужны, требуется, требуются, необходим*, хочу, хотел бы, хотела бы, хотели бы, хотим, интересует, интересуют, интересуемся, заинтересован*, надо, шукаю, потрiбно, потрiбен, потрибно, ariyorum, ariyoruz, istiyorum, istiyoruz, ihtiyac*, lazim, ilgileniyor*, butuh, membutuhkan, mencari, ingin, mau, tertarik, muon, quan tam, اريد, احتاج, نبحث, ابحث, نحتاج, مهتم,
      需要, 寻找, 找人, 找个, 想要, 求一, 求个, 求助, 有需求, 有意向, 感兴趣, 想问, 想了解, 咨询, 請問, 需求, 想找, 尋找, 諮詢, 探して, 欲しい, ほしい, 希望し, 検討し, 必要で, 필요, 찾고, 원합니다, 관심, 문의드립니다, 싶습니다, 궁금`,
  },
  {
    name: "do-you-sell",
    phrases: `do you (still|also|by chance|) (sell|offer|provide|ship|make|have any), are you (selling|still selling|available|interested), are (you|they|these|there) (for sale|available), for sale, available for (sale|purchase|order), any (left|available|plans to sell), kit available, kits available, can you (sell|ship|send|provide|offer), could you (sell|ship|provide|offer), sell me, sell (one|it|them|the|these|a|some|pcb|pcbs|kits|boards), spare (pcb|pcbs|boards|kit), assembled (pcb|board|unit|version), in stock, back in stock, out of stock, restock,
      verkaufst du, verkaufen, zu kaufen, noch (zu haben|verfugbar|welche|platinen), bei dir beziehen, abgeben, platine kaufen, vends, vendez, en vente, a vendre, venden, vendes, venta, a la venta, vendem, vende, vendendo, a venda, vendete, vendi, in vendita, disponibile, verkoop*, te koop, leverbaar, beschikbaar, sprzedaj*, sprzedaz, dostepn*,
      продаете, продаёте, продаете ли, продайте, продай, продаж*, в наличии, наличие, можно купить, есть в продаже, поставля*, готовое устройство, продаєте, satiyor*, satilik, satis, stokta, mevcut mu, jual, dijual, ready stock, stok, masih ada, con hang, متوفر, تبيع, للبيع,
      有卖, 出售, 卖吗, 有售, 卖不卖, 卖的, 现货, 发货, 成品, 有货, 接受, 承接, 提供服务, 支持定制, 能否提供, 可否提供, 能提供, 販售, 有賣, 出售, 販売, 在庫, 入手, 提供して, 対応可能, 판매, 재고, 파시, 제공하, 가능할까요, 가능한지`,
  },
  {
    name: "papers",
    phrases: `demo, a demo, live demo, product demo, request a demo, book a demo, schedule a demo, free trial, trial license, trial version, poc, pilot, evaluate, evaluation, evaluating, more details, more info, more information, brochure, amostra*, catalogo*, demonstracao, informacoes, mais detalhes, campion*, dimostrazione, maggiori informazioni, informazioni su, monsters aanvragen, proefmonster*, proefversie, meer informatie, probk*, prezentacj*, wiecej informacji, wersja probna, demo, демо, демонстрац*, каталог*, образц*, пробн*, подробнее, подробн*, тестов* доступ, презентац*, katalog, numune, deneme, detayli bilgi, bilgi alabilir, info lebih, contoh, sampel, dung thu, tu van, عينة, كتالوج, تجربة,
      演示, 试用, 样品, 样机, 产品资料, 目录, 详细资料, 评估, 選型, 演示账号, 資料, 試用, サンプル, カタログ, デモ, トライアル, 資料請求, 詳細を, 샘플, 카탈로그, 데모, 체험, 자료 요청, 소개서`,
  },
  {
    name: "vendor-search",
    phrases: `vendor, vendors, supplier, suppliers, service provider, contractor, contractors, consultant, consultants, consulting firm, freelancer, freelancers, software house, third party (product|software|tool|vendor), know of (a|an|any|some|someone|anyone|anybody) (good|), know of any (product|vendor|company|companies|tool|package|software|program|programs|firm), anyone (recommend|know of|sell|selling|offer|provide), recommend (a|an|any|some|someone|me), any recommendations, suggestions for a, looking for (a|an|any|some|someone|somebody|companies|vendors|developer|developers|programmer|programmers|help from|contractor|contractors|freelance*), need (a|an|someone|somebody) (to|who|with|that), seeking (a|an|someone|freelance|contractor|contractors|consultant|vendor), in search of, someone who can, somebody who can, someone to (build|write|develop|make|help|work|do|convert|teach|train), contract (job|work|basis|programming|project), short term (contract|project), help wanted, wanted, wtb, will buy, will pay, will purchase, willing to purchase, looking to purchase, like to purchase, trying to (purchase|buy|locate), need a (bid|quote|price), bid from, tutor, trainer, training (course|courses|class|classes|provider|needed), on site training,
      anbieter, lieferant*, dienstleister, freiberufler, empfehl*, wer kann, kennt jemand, jemand der, jemanden der, suche (jemanden|einen|eine|firma), prestataire*, fournisseur*, recommander, quelqu un (qui|pour), connaissez vous, proveedor*, contratista*, alguien que, recomendar, recomiend*, conocen, fornecedor*, alguem que, prestador*, recomendam, fornitore, fornitori, qualcuno che, consigliare, conoscete, leverancier*, iemand die, aanbevel*, dostawc*, wykonawc*, ktos kto, polecic, polecacie, поставщик*, подрядчик*, исполнител*, кто нибудь, кто может, посоветуйте, порекоменд*, tedarikci*, oneri*, birisi, freelancer, penyedia, nha cung cap, 供应商, 厂家, 外包公司, 谁能, 有没有人, 哪位, 推荐, 業者, ベンダー, おすすめ, どなたか, 업체, 추천, 프리랜서`,
  },
  {
    name: "job-ad",
    phrases: `years of experience, years experience, years exp, experience (in|with|required|preferred|needed), skills, requirements, must have, responsibilities, qualifications, openings, opening for, immediate positions, permanent, opportunity, opportunities, relocation, green card, citizenship, benefits, per hour, hourly, competitive, apply, applicants, send (your|me your|us your) (resume|cv), resumes, recruitment consultant, agency, our client is looking, client in, full time, contract to hire, entry level, senior (developer|programmer|engineer), programmer analyst, looking for (a job|work|a position|employment|opportunities), job hunting, available (for contract|immediately|for work), i am a (programmer|developer|consultant|contractor|freelance*), berufserfahrung, kenntnisse, festanstellung, experience requise, competences, experiencia, requisitos, esperienza, ervaring, doswiadczenie, опыт работы, требования, 经验, 岗位职责, 任职要求, 経験, 경력`,
  },
  {
    name: "our-company",
    phrases: `our company, my company, our (client|clients|customer|customers|team|product|products|project|organization|organisation|business|startup|firm|users|platform), we are (a|an|the) (company|startup|start up|firm|team|small|software|german|us|uk|leading|group|agency|research), company (based|located|from|in), on behalf of, i represent, i am (writing|reaching|contacting) (on behalf|from|for), i work (for|at), startup, enterprise, production use, in production, large scale, our use case, nossa empresa, minha empresa, somos uma empresa, nostra azienda, nostra societa, siamo una, ons bedrijf, mijn bedrijf, wij zijn een, nasza firma, moja firma, jestesmy, наша компания, нашей компании, мы компания, наш проект, для нашего, для компании, организаци*, предприяти*, sirketimiz, firmamiz, firma olarak, perusahaan, kami dari, cong ty, شركتنا, شركة,
      我们公司, 我司, 公司需要, 公司项目, 我们是一家, 我们项目, 项目需要, 我们想, 我们需要, 团队, 企业, 贵司, 贵公司, 我們公司, 敝公司, 貴公司, 弊社, 当社, 御社, 貴社, 会社で, 저희 회사, 당사, 회사에서, 업체, 기업, 귀사`,
  },
  {
    name: "trouble",
    phrases: `bug, bugs, error, errors, exception, stack trace, stacktrace, traceback, crash, crashes, crashed, crashing, fails, failed, failing, failure, not working, doesn work, broken, freezes, hangs, reproduce, steps to reproduce, expected behavior, expected behaviour, actual behavior, build fails, regression, workaround, fixed in, debug, erro, erros, nao funciona, falha, travando, nao consigo, problema, errore, errori, non funziona, non riesco, fout, foutmelding, werkt niet, lukt niet, probleem, blad, bledy, nie dziala, problem z, usterka,
      ошибк*, баг, баги, не работает, не могу, не удается, не получается, падает, вылетает, проблем*, не запускается, сбой, помилк*, не працює, hata, hatasi, calismiyor, sorun, sorunu, olmuyor, galat, tidak bisa, gagal, masalah, eror, loi, bi loi, khong duoc, khong chay, خطأ, مشكلة, لا يعمل,
      报错, 错误, 失败, 无法, 异常, 闪退, 崩溃, 不能用, 打不开, 不生效, 复现, 问题描述, 出错, 報錯, 錯誤, 無法, 失敗, エラー, 動かない, 不具合, 動作しない, 落ちる, バグ, 오류, 에러, 안되, 안됩니다, 버그, 문제가, 실패`,
  },
  {
    name: "feature-wish",
    phrases: `feature request, feature, add support, please add, would be (nice|great|good|useful|helpful), it would be, could you add, can you add, should be able, as a user, i want to be able, user story, acceptance criteria, improve, improvement, suggestion, proposal to, enhancement, seria bom, adicionar, implementar, sugestao, aggiungere, sarebbe bello, sarebbe utile, implementare, toevoegen, zou handig, dodac, dodanie, fajnie by, sugestia,
      добавить, добавьте, добавление, было бы, реализовать, предложение по, сделайте, доделать, функционал, додати, eklenmesi, eklenebilir, eklerseniz, ekleyebilir, onerim, tambahkan, fitur, them tinh nang, tinh nang, اضافة, ميزة,
      希望增加, 希望支持, 希望能, 建议, 增加, 添加, 支持一下, 功能建议, 优化, 新增, 能不能加, 希望出, 建議, 新增功能, 追加して, 対応して, 機能追加, 要望, 改善, 추가해, 추가 부탁, 지원해, 기능 추가, 개선, 건의`,
  },
  {
    name: "for-nothing",
    phrases: `free, for free, free of charge, free version, free plan, free license, donate, donation, donations, crack, cracked, keygen, free account, cost nothing, gratis, gratuit*, kostenlos*, umsonst, spende*, gratuito, gratuita, gratuitamente, de graca, doacao, gratuiti, donazion*, za darmo, darmow*, bezplatn*, donatie, бесплатн*, донат*, пожертвован*, безкоштовн*, ucretsiz, bedava, bagis, gratisan, donasi, mien phi, مجاني, مجانا, 免费, 破解, 捐赠, 赞助, 白嫖, 免費, 捐款, 無料, 無償, 寄付, 무료, 후원`,
  },
  {
    name: "owned",
    phrases: `i (bought|purchased|ordered|paid|have bought|have purchased|have paid|already bought|already paid|just bought|just purchased|subscribed), we (bought|purchased|ordered|paid|have purchased|have bought), my (order|license|licence|purchase|subscription|payment|key|invoice|refund), after (purchase|purchasing|buying|payment|paying), refund, refunded, not received, never received, havent received, has not arrived, cancel my, cancel subscription, unsubscribe, charged, renewal, license key, activation, gekauft, gekaufte, bezahlt, bestellt, ruckerstattung, ai achete, remboursement, he comprado, compre, reembolso, comprei, paguei, reembolso, ho acquistato, ho comprato, rimborso, heb gekocht, terugbetaling, kupilem, kupilam, zaplacilem, zwrot,
      купил, купила, купили, оплатил, оплатила, оплатили, приобрел, заказал, возврат, вернуть деньги, подписк*, satin aldim, aldim, odedim, iade, sudah bayar, sudah beli, refund, da mua, da thanh toan, hoan tien, اشتريت, دفعت, استرداد,
      已购买, 买了, 已付款, 付了, 退款, 已经买, 购买了, 激活码, 充值, 续费, 已購買, 買了, 退費, 購入しました, 購入した, 返金, 支払いました, 구매했, 결제했, 환불, 구입했`,
  },
  {
    name: "seller-answers",
    phrases: `please (contact|email|mail|reach out to|write to|send an email to|send us|fill|visit) (us|me|sales|our|the|at|an|), contact us, you can (contact|reach|email|buy|purchase|order|find|get|use), thanks for (your interest|reaching|the interest|contacting|asking), thank you for (your interest|reaching|the interest|contacting), we offer, we do offer, we provide, i can (offer|sell|ship|send|provide|help you), i have (some|a few|a couple|# ) (left|spare|extra), feel free to, drop me, let me know if, our pricing, our website, see our, see the (license|readme|docs|faq|website), it is (free|open|mit|gpl|licensed), licensed under, no plans, not planned, no longer,
      du kannst, sie konnen, schreib mir, vous pouvez, n'hesitez pas, puedes, puede contactar, voce pode, pode entrar, puoi, potete, je kunt, mozesz, можете, можно написать, пишите, обращайтесь, спасибо за интерес, ulasabilirsiniz, yazabilirsiniz, mail atabilirsiniz, silahkan, silakan, bisa hubungi, ban co the, يمكنك,
      你可以, 您可以, 可以加, 请联系, 欢迎, 请加, 联系邮箱, 已回复, 抱歉, 不好意思, 暂时没有, 暂不, 谢谢关注, 感谢关注, 您好，感谢, 你可以參考, 歡迎, 抱歉, ご利用いただ, ありがとうございま, 申し訳, お問い合わせくださ, 감사합니다 ., 죄송, 안내, 보내주시면, 연락주`,
  },
  {
    name: "offer",
    phrases: `oferecemos, nossa solucao, nossos servicos, apresentar, offriamo, la nostra azienda offre, i nostri servizi, wij bieden, onze diensten, aanbieden, oferujemy, nasza oferta, nasze uslugi, предлагаем, предлагаю, наши услуги, мы предоставляем, мы занимаемся, наша команда, продвижени*, рекламу, пропонуємо, sunuyoruz, hizmetlerimiz, olarak hizmet, kami menawarkan, menawarkan, jasa kami, chung toi cung cap, نقدم, خدماتنا,
      我们提供, 专业从事, 我们是做, 为您提供, 我司提供, 推广, 广告, 引流, 招聘, 诚聘, 兼职, 代开, 优惠, 促销, 我們提供, 廣告, 弊社は, ご提案, ご紹介, ご案内, キャンペーン, 저희는, 제안드, 홍보, 광고, 채용, 할인`,
  },
  {
    name: "work-wanted",
    phrases: `job, jobs, vacancy, vacancies, salary, resume, cv, position, positions, candidate, candidates, full time, part time, remote job, we are hiring, now hiring, join our team, internship, recruiter, recruiting, developer wanted, stelle, bewerb*, gehalt, emploi, poste, salaire, recrut*, empleo, puesto, vacante, salario, curriculum, vaga, vagas, emprego, curriculo, offerta di lavoro, posizione aperta, vacature, sollicit*, praca, stanowisko, rekrut*, вакансия, вакансии, резюме, зарплата, ищу работу, ищет работу, is ilani, maas, ozgecmis, lowongan, gaji, tuyen dung, viec lam, وظيفة, 招聘, 求职, 简历, 职位, 岗位, 薪资, 內推, 求人, 募集, 採用, 履歴書, 채용, 구인, 이력서`,
  },
];
