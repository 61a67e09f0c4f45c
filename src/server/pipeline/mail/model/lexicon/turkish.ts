import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Turkish. */
export const TURKISH: readonly Concept[] = [
  {
    name: "ask",
    phrases: `rica ederim, rica ediyorum, rica ediyoruz, rica ederiz, bilgi (verir|alabilir|almak|rica|istiyorum|edinmek|verebilir|verirseniz|verin), bilgilendirir misiniz, gonderir misiniz, gonderebilir misiniz, gonderirseniz, gonderin lutfen, iletir misiniz, iletebilir misiniz, paylasır mısınız, paylasir misiniz, paylasabilir misiniz, verebilir misiniz, verir misiniz,
    yapabilir misiniz, yardımcı olabilir misiniz, yardimci olabilir misiniz, yardımcı olur musunuz, yardimci olur musunuz, soyler misiniz, soyleyebilir misiniz, arar mısınız, arar misiniz, arayabilir misiniz, beni arayın, beni arayin, bizi arayın, bizi arayin, donus (yapar|yaparsanız|yaparsaniz|yapabilir|bekliyorum|bekliyoruz|rica), donusunuzu bekli*, cevabınızı bekli*, cevabinizi bekli*,
    teklifinizi bekli*, bekliyorum, bekliyoruz, talep ediyorum, talep ediyoruz, ogrenebilir miyim, ogrenmek istiyorum, ogrenmek istiyoruz, alabilir miyim, alabilir miyiz, mumkun mu, mumkun mudur, sevinirim, seviniriz, memnun olurum, memnun oluruz, acaba, nas(ı|i)l (alabilirim|alabiliriz|siparis), kiminle gorusebilirim, kime basvur*`,
  },
  {
    name: "do-you-sell",
    phrases: `satıyor musunuz, satiyor musunuz, satısınız var mı, satisiniz var mi, yapıyor musunuz, yapiyor musunuz, uretiyor musunuz, gonderiyor musunuz, veriyor musunuz, kiralıyor musunuz, kiraliyor musunuz, tamir ediyor musunuz, calısıyor musunuz, calisiyor musunuz, hizmet veriyor musunuz, hizmetiniz var mı, hizmetiniz var mi, kargo var mı, kargo var mi,
    kargo yapıyor musunuz, kargo yapiyor musunuz, var mıdır, var midir, elinizde var mı, elinizde var mi, elinizde mevcut, mevcut mu, mevcut mudur, stokta var mı, stokta var mi, stoklarınızda, stoklarinizda, stok durumu, satılık mı, satilik mi, hala satılık, hala satilik, nereden (alabilirim|alabiliriz|temin), nerede satılıyor, nerede satiliyor, temin edebilir, temin suresi, hangi (renk|
    renkler|bedenler|modeller|olculer|sartlar), ne kadar surer, kac gunde, kac gun surer, minimum siparis, indirim var mı, indirim var mi, taksit var mı, taksit var mi`,
  },
  {
    name: "ability",
    phrases: `yapabilir misiniz, yapar mısınız, yapar misiniz, uretebilir misiniz, getirebilir misiniz, gelebilir misiniz, gelir misiniz, tamir edebilir, tamir eder misiniz, basabilir misiniz,
    dikebilir misiniz, kesebilir misiniz, monte eder misiniz, kurabilir misiniz, cevirebilir misiniz, yetistirebilir misiniz, yetisir mi, temin edebilir misiniz, tedarik edebilir misiniz, saglayabilir misiniz, karsılayabilir misiniz, karsilayabilir misiniz, yapılabilir mi, yapilabilir mi, tamir olur mu, olur mu, olcuye gore, ozel olcu, ozel uretim, siparise gore, montaj dahil, kurulum dahil,
    baskılı, baskili, cizime gore`,
  },
  {
    name: "buyer-self",
    phrases: `isletiyorum, isletiyoruz, dukkanım var, dukkanim var, magazam var, magazamız var, magazamiz var, kafem var, restoranımız, restoranimiz, otelimiz var, evimiz var, arsam var, bahcem var, bir isletmem var, kucuk bir (isletme|dukkan|kafe|firma|atolye|otel|magaza)*, acıyorum, aciyorum, acıyoruz, aciyoruz, acacagım, acacagim,
    acacagız, acacagiz, acmay(ı|i) (dusunuyorum|planlıyoruz|planliyoruz), ev yaptırıyor*, ev yaptiriyor*, tadilat yapıyoruz, tadilat yapiyoruz, tadilat yaptır*, tadilat yaptir*, tasınıyorum, tasiniyorum, tasınıyoruz, tasiniyoruz, evleniyorum, evleniyoruz, duzenliyoruz, organize ediyoruz, sat(ı|i)n alma (muduru|sorumlusu|departmanı|departmani|uzmanı|uzmani|birimi), satınalma, satinalma,
    musterimiz icin, musterimiz adına, musterimiz adina, almayı dusunuyor*, almayi dusunuyor*, yaptırmak isti*, yaptirmak isti*, yaptırmayı dusun*, yaptirmayi dusun*`,
  },
  {
    name: "goods",
    phrases: `sandalye*, masa, masalar, pencere*, kapı, kapi, kapılar, kapilar, perde*, jaluzi, fayans, seramik, parke, halı, hali, raf, raflar, palet, koli, kutu, sise, etiket, poset, canta, kupa, bardak, tisort*,
    ceket, ayakkabı, ayakkabi, bot, baret, eldiven, is elbise*, uniforma, pompa, motor, vana, rulman, conta, cıvata, civata, vida, kablo, sensor, makine, makina, torna tezgah*, pres, forklift, jenerator*, kompresor*, konteyner, cimento, kum, cakıl, cakil, kereste, celik, demir, aluminyum, plastik, kaucuk, cam, tugla, kiremit, cit, mobilya*, mutfak dolab*, kombi, radyator, klima, gunes paneli,
    panel, aku, batarya, lamba, aydınlatma, aydinlatma, bilgisayar, laptop, monitor, yazıcı, yazici, sunucu, tablet, projeksiyon, buzdolabı, buzdolabi, dondurucu, fırın, firin, sarap, kahve, cay, zeytinyagı, zeytinyagi, bal, pirinc, seker, peynir, pasta, cicek, mum, oyuncak, kitap, brosur baskı, brosur baski, afis, tabela, kase, kamyon, romork, traktor, tekne, bisiklet, lastik, yedek parca*,
    koltuk, yatak, cadır, cadir`,
  },
  {
    name: "things",
    phrases: `tezgah, tente, pergola, kamelya, sera, prefabrik, parke tası, parke tasi, yalıtım malzeme*, yalitim malzeme*, asansor*, vinc, ekskavator, cim bicme, testere, ısı pompası, isi pompasi, filtre, hortum, nozul, musluk, lavabo, kuvet, dus, kabin, tank, silo, varil, terazi, kantar, baskul, mikroskop, tarayıcı, tarayici, hoparlor, kamera,
    drone, sarj istasyon*, invertor, bulasık makine*, bulasik makine*, mikser, degirmen, kahve makine*, yazar kasa, ambalaj, kavanoz, kapak, cuval, bank, dolap, piyano, gitar, keman, scooter, kano, yelken, eyer, yem, saman, tohum, fide, gubre, toprak, kovan, maya, yag, baharat, cikolata, fındık, findik, fıstık, fistik, balık, balik, buket, celenk, sabun, havlu, nevresim, kumas, iplik, deri,
    fermuar, onluk, gelinlik, takım elbise, takim elbise, yuzuk, madalya, bayrak, cıkartma, cikartma, yaka kart*, tekerlekli sandalye, isitme cihaz*, gozluk, maske, implant, recine, yapıstırıcı, yapistirici, boya, vernik, granul, dokum, disli, kayıs, kayis, zincir, kalıp, kalip, prototip`,
  },
  {
    name: "service",
    phrases: `temizlik, temizligi, catering, yemek hizmeti, fotografc*, fotograf cekim*, video cekim*, tercume, ceviri, tercuman, muhasebe*, mali musavir*, denetim, avukat*, hukuki danısmanlık, hukuki danismanlik, mimar*, ekspertiz, tesisatcı, tesisatci, elektrikci, catı ustası, cati ustasi, boyacı, boyaci, boya badana, bahcıvan, bahcivan, peyzaj, nakliyat, nakliye, evden eve,
    depolama, kargo, kurye, iskele, marangoz, kaynak, isleme, nakıs, nakis, matbaa, baskı, baski, tasarım, tasarim, web sitesi, logo, yazılım gelistirme, yazilim gelistirme, hosting, teknik destek hizmet*, bakım, bakim, bakımı, bakimi, onarım, onarim, tamir*, guvenlik gorevlisi, danısmanlık, danismanlik, egitim, kurs, ders, ozel ders, kocluk, terapi, fizyoterapi, muzik grubu, sunucu, konusmacı,
    konusmaci, salon, oda, cift kisilik oda, daire, otel, tur, gezi, sigorta, bordro`,
  },
  {
    name: "deeds",
    phrases: `moloz, yıkım, yikim, sıva, siva, yalıtım, yalitim, mantolama, elektrik tesisatı, elektrik tesisati, agac kesim*, budama, bocek ilaclama, ilaclama, baca temizligi, cilingir, cekici, gravur, doseme, akort, degerleme, miras, vasiyet*, bosanma, vekaletname, vize, redaksiyon,
    vergi beyan*, dugun fotograf*, acık bufe, acik bufe, transfer, otobus kiralama, servis aracı, servis araci, gumrukleme, kalibrasyon, fason, fason uretim, frezeleme, eloksal, galvaniz, lazer kesim, # d baskı, # d baski, dolum, kavurma, entegrasyon, mobil uygulama, sızma testi, sizma testi, veri kurtarma, kurumsal kimlik, ilk yardım, ilk yardim, dil kursu, dis hekimi, disci, veteriner, ası,
    asi, cenaze, mezar tası, mezar tasi, noter, montaj, kurulum, tadilat, tamirat, karla mucadele, cam balkon, degisimi`,
  },
  {
    name: "quantity",
    phrases: `# (adet|tane|kg|kilo|ton|litre|metre|m|metrekare|kutu|koli|palet|sise|takım|takim|set|kisi|kisilik|kullanıcı|kullanici|lisans|personel|oda|cift|paket), yaklasık #, yaklasik #, ortalama #, birkac (adet|tane), adet, adetli, miktar, toptan,
    toptan fiyat*, perakende, minimum adet, aylık, aylik, yıllık, yillik, haftalık, haftalik, tır, tir, tiraj, yuklu miktar*, toplu alım, toplu alim, duzine`,
  },
  {
    name: "delivery",
    phrases: `teslimat, teslim suresi, teslim tarihi, teslimat suresi, termin, termin suresi, kargo ucreti, nakliye ucreti, nakliye dahil, adrese teslim, kapıda odeme, kapida odeme, odeme kosul*, odeme sart*, vade,
    vadeli, kdv dahil, kdv haric, garanti, garantisi, garantili, teknik cizim*, cizim, ekteki (cizim|proje|liste), sartname, olculer, olculeri, elden teslim`,
  },
  {
    name: "our-need",
    phrases: `ofisimiz*, okulumuz*, otelimiz*, restoranımız*, restoranimiz*, kafemiz*, dukkanımız*, dukkanimiz*, magazamız*, magazamiz*, fabrikamız*, fabrikamiz*, atolyemiz*, depomuz*, evimiz*, evimin, bahcemiz*,
    bahcem*, mutfagımız*, mutfagimiz*, mutfagım*, mutfagim*, projemiz*, projem icin, isletmem*, isletmemiz*, dugunumuz*, klinigimiz*, personelimiz*, calısanlarımız*, calisanlarimiz*, butcemiz*, butcem, ihtiyacımız*, ihtiyacimiz*, ihtiyacım*, ihtiyacim*, ihtiyaclarımız*, ihtiyaclarimiz*, santiyemiz*, filomuz*, tesisimiz*, sitemiz icin, kendi kullanımım, kendi kullanimim, evim icin, isyerimiz*,
    is yerim*`,
  },
  {
    name: "decides",
    phrases: `almadan once, siparis vermeden once, karar vermeden, karar vermek icin, eger (varsa|olursa|uygunsa), uygun olursa, uygunsa, fiyat uygunsa, alırım, alirim, alırız, aliriz, alacagım, alacagim, alacagız, alacagiz, siparis veririm, siparis verecegim, arasında kaldım, arasinda kaldim, kararsızım, kararsizim, kararsız kaldım, kararsiz kaldim,
    nasıl siparis, nasil siparis, nasıl satın, nasil satin, nasıl alabilirim, nasil alabilirim, nasıl odeme, nasil odeme, odeme nasıl, odeme nasil, pesin, nakit, kapora, taksitle, kredi kartı ile, kredi karti ile, ne zaman (basla|gelebilir|teslim|alabilir)*, hemen alırım, hemen alirim, hemen alabilirim`,
  },
  {
    name: "order-now",
    phrases: `siparis (vermek|veriyorum|veriyoruz|ediyorum|etmek|gecmek|olusturmak|verelim), satın almak isti*, satin almak isti*, almak istiyorum, almak istiyoruz, siparis etmek, proforma, proforma fatura, rezervasyon (yaptırmak|yaptirmak|yapmak|istiyorum), kaydımı, kaydimi, kayıt olmak, kayit olmak, kayıt yaptırmak, kayit yaptirmak, ayırır mısınız, ayirir misiniz, ayırın,
    ayirin, # adet (istiyorum|istiyoruz|alacagım|alacagim|gonderin), bana #, bize #`,
  },
  {
    name: "own-trouble",
    phrases: `bozuldu, arızalandı, arizalandi, arıza yaptı, ariza yapti, akıtıyor, akitiyor, su akıtıyor, su akitiyor, su sızıyor, su siziyor, sızdırıyor, sizdiriyor, su bastı, su basti, patladı, patladi, tıkandı, tikandi, tıkalı, tikali, kırıldı, kirildi, catladı, catladi, ısıtmıyor,
    isitmiyor, sogutmuyor, curudu, kuf, rutubet, nem yapıyor, nem yapiyor, fare var, bocek var, hamam bocegi, tahtakurusu, anahtarımı kaybettim, anahtarimi kaybettim, kapıda kaldım, kapida kaldim, sigorta atıyor, sigorta atiyor, eskidi, yenilemek gerek*, degismesi gerek*, yarı yolda bıraktı, yari yolda birakti, iptal etti, vazgecti, emekli oldu, kapandı, kapandi, kimse (gelmiyor|yapmıyor|
    yapmiyor|cevap|bakmıyor|bakmiyor), bulamıyorum, bulamiyorum, bulamadım, bulamadim, bulamıyoruz, bulamiyoruz, bulamadık, bulamadik`,
  },
  {
    name: "head-count",
    phrases: `# (kisi|kisilik|kisiyiz|misafir|davetli|cocuk|yetiskin|ogrenci|personel|calısan|calisan|oda|yatak|daire|sube|arac|katılımcı|katilimci), (iki|uc|dort|bes|altı|alti|yedi|sekiz|on|yirmi|otuz|kırk|kirk|elli|yuz) (kisi|kisilik|
    kisiyiz|misafir|cocuk|yetiskin|davetli), yaklasık # kisi, yaklasik # kisi, kisi sayısı, kisi sayisi, ayda #, haftada #, gunde #, yılda #, yilda #, # kisilik grup, grubumuz, toplam # kisi`,
  },
  {
    name: "occasion",
    phrases: `dugun*, nisan, kına gecesi, kina gecesi, dogum gunu, yıl donumu, yil donumu, yıldonumu, yildonumu, sunnet, mezuniyet, yılbası, yilbasi, yılbası yemegi, yilbasi yemegi,
    konferans, fuar*, seminer, acılıs*, acilis*, tadilat, yenileme, yeni ofis*, insaatımız*, insaatimiz*, etkinlik, etkinligimiz*, organizasyonumuz*, butce, acil, acilen, acele, en kısa surede, en kisa surede, bir an once, ay sonuna kadar, hafta sonuna kadar, onumuzdeki (hafta|ay|yıl|yil|yaz), gelecek (hafta|ay|yıl|yil)`,
  },
  {
    name: "own-life",
    phrases: `annem*, babam*, esim*, oglum*, kızım*, kizim*, kardesim*, ablam*, agabeyim, abim*, nisanlım*, nisanlim*, patronum*, mudurum, musterim*, kopegim*, kedim*, teknem*, dukkanım*, dukkanim*, evim, kızımız*, kizimiz*, oglumuz*, cocuklarımız*, cocuklarimiz*, kulubumuz*, koyumuz*, okulumuz*, dernegimiz*, cenaze, mevlit, sunnet dugunu, nikah, baby shower, bekarlıga veda,
    bekarliga veda, yeni eve, emeklilik`,
  },
  {
    name: "still-free",
    phrases: `bos (yer|oda|masa|yeriniz|odanız|odaniz|tarih|gun|randevu), yer var mı, yer var mi, yeriniz var mı, yeriniz var mi, oda var mı, oda var mi, masa var mı, masa var mi, musait (mi|misiniz|oda|tarih), musaitlik, musaitlik durumu, randevu (almak|alabilir|istiyorum), rezervasyon, # gece, # gecelik, bilet var mı, bilet var mi,
    bilet kaldı mı, bilet kaldi mi, kaldı mı, kaldi mi, kontenjan, hala musait, ilan guncel mi, hala gecerli mi, satıldı mı, satildi mi, hafta sonu icin`,
  },
  {
    name: "switch",
    phrases: `su an kullandıgımız, su an kullandigimiz, su anda kullanıyoruz, su anda kullaniyoruz, su an (kullanıyoruz|kullaniyoruz|calıstıgımız|calistigimiz), halen kullan*, kullanmaktayız, kullanmaktayiz,
    mevcut (tedarikci*|sistem*|firma*|program*|yazılım*|yazilim*|sozlesme*), degistirmek (istiyoruz|istiyorum), gecis yapmak, gecmek istiyoruz, gecmeyi dusun*, tasımak istiyor*, tasimak istiyor*, yerine gececek, alternatif*, memnun degiliz, memnun degilim, memnun kalmadık, memnun kalmadik, sozlesmemiz bit*, excelde, excel ile, elle tutuyoruz`,
  },
  {
    name: "resell",
    phrases: `bayi, bayilik, bayiniz, bayiligi, bayilik sart*, distributor*, distributorluk, temsilcilik, temsilciniz, acentelik, yeniden sat*, satısını yapmak, satisini yapmak, urunlerinizi sat*, urunlerinizi satmak, toptancı, toptanci, toptan fiyat liste*, toptan alım, toptan alim, ithal etmek, munhasır*, munhasir*, tek yetkili, franchise, kar marjı, kar marji, iskonto`,
  },
  {
    name: "carry-goods",
    phrases: `musterilerim*, musterilerimiz (soruyor|istiyor|talep), musteriler (soruyor|istiyor), magazamda, magazamızda, magazamizda, dukkanımda, dukkanimda, dukkanımızda, dukkanimizda, kafemizde, marketimizde, eczanemizde, raflarımızda, raflarimizda, urun yelpazemize, online magaza*, e ticaret sitem*, internet sitemde, butigim*, sarkuteri, hediyelik, ilk siparis,
    deneme siparisi, konsinye, satmak istiyorum, satmak istiyoruz, toptan almak, bolgemizde`,
  },
  {
    name: "tender",
    phrases: `ihale*, teklif (istiyoruz|talebi|almak|verme|vermenizi|isteme|toplama|topluyoruz|mektubu), fiyat teklifi, fiyat teklifinizi, teklifinizi, teklif rica, teknik sartname*, idari sartname*, yaklasık maliyet, yaklasik maliyet, son teklif tarihi, son basvuru tarihi,
    teklif formu, karsılastır*, karsilastir*, degerlendirmekteyiz, birkac firmadan, farklı firmalardan, farkli firmalardan, tedarikci secimi, dogrudan temin, piyasa arastırması, piyasa arastirmasi, istekli, istekliler, yuklenici`,
  },
  {
    name: "referral",
    phrases: `tavsiye etti, tavsiyesi uzerine, tavsiyesiyle, tavsiye ettiler, onerdi, onerisiyle, sizi onerdi*, numaran(ı|i)z(ı|i) (verdi|aldım|
    aldim|buldum), numaranızı, numaranizi, internetten buldum, internette gordum, sitenizde gordum, sitenizi gordum, web sitenizden, sitenizden, ilanınızı gordum, ilaninizi gordum, ilanınız icin, ilaniniz icin, instagramda gordum, instagramdan, googledan, fuarda (gorduk|tanıstık|tanistik), sizi (duydum|buldum|buldu), referansıyla, referansiyla`,
  },
  {
    name: PASSED_ON,
    phrases: `aradı, aradi, sizi aradı, sizi aradi, musteri aradı, musteri aradi, aranmak istiyor, geri aranmak, geri arama, geri arayın, geri arayin, geri aranacak, bilgi istiyor, teklif istiyor, fiyat istiyor, yeni talep, yeni mesaj, yeni basvuru, iletisim formu, iletisim formundan, teklif formu dolduruldu, form uzerinden, formdan gelen, cevapsız arama,
    cevapsiz arama, sesli mesaj, konu mesaj, ad soyad, notu bıraktı, notu birakti, numara bıraktı, numara birakti, size yonlendiriyorum, musteri soruyor, adına arıyorum, adina ariyorum`,
  },
  {
    name: "vendor-search",
    phrases: `(usta|firma|tedarikci|uretici|yazılımcı|yazilimci|tasarımcı|tasarimci|birini|uzman|imalatcı|imalatci|danısman|danisman|freelancer|ekip) (arıyorum|ariyorum|arıyoruz|ariyoruz|
    lazım|lazim|aranıyor|araniyor), tedarikci*, imalatcı, imalatci, uretici firma*, taseron*, yapabilecek (biri|birisi|firma|var|usta), yapan (var mı|var mi|biri|firma), bilen var mı, bilen var mi, bilen biri, tanıdıgınız, tanidiginiz, onerebileceginiz, onerir misiniz, onerebilir misiniz, tavsiye eder misiniz, tavsiye edebilir, tavsiyesi olan, oneri*, tavsiyeniz, kim yapıyor, kim yapiyor,
    satın alınacaktır, satin alinacaktir, alınacaktır, alinacaktir, ucreti neyse, ucreti karsılıgında, ucreti karsiliginda, ucretli olarak`,
  },
  {
    name: "licences",
    phrases: `lisans*, abonelik, kullanıcı basına, kullanici basina, kullanıcı sayısı, kullanici sayisi, kullanıcılı, kullanicili, deneme surumu, deneme suresi, demo hesap, ucretli surum, pro surum, bulut*, crm, erp, muhasebe programı,
    muhasebe programi, stok programı, stok programi, rezervasyon sistemi, randevu programı, randevu programi, yazılım, yazilim, yazılımı, yazilimi, yazılımınız*, yaziliminiz*, eklenti*, api, entegrasyon*, telif hakkı, telif hakki, kullanım hakkı, kullanim hakki, yayın hakkı, yayin hakki, cogaltma, ticari kullanım, ticari kullanim, gosterim hakkı, gosterim hakki`,
  },
  {
    name: "papers",
    phrases: `katalog*, fiyat listesi, fiyat listenizi, brosur, numune*, ornek urun, demo*, sunum*, tanıtım, tanitim, teknik foy, teknik ozellik*, urun listesi, detaylı bilgi, detayli bilgi, ayrıntılı bilgi, ayrintili bilgi, daha fazla bilgi, hakkında bilgi, hakkinda bilgi, ile ilgili bilgi, deneme hesabı, deneme hesabi, deneme surumu, referanslarınız, referanslariniz,
    gorseller*, urun fotograf*, sertifika*`,
  },
  {
    name: "contact-wish",
    phrases: `iletisime gec*, iletisime gecer misiniz, iletisim bilgi*, iletisim numara*, size nasıl ulas*, size nasil ulas*, size ulas*, bana ulas*, ulasabilirsiniz bana, telefon numara*, numaram, numaranız, numaraniz, whatsapp*, arayabilir miyim, arar mısınız, arar misiniz, beni arayabilir, gorusmek istiyorum,
    gorusmek istiyoruz, gorusebilir miyiz, konusabilir miyiz, ozelden yaz*, dm atın, dm atin, mail adres*, mesaj atın, mesaj atin, yuz yuze, yetkili biriyle, yetkiliyle gorus*, kiminle gorus*`,
  },
  {
    name: "offer",
    phrases: `sunuyoruz, sunmaktayız, sunmaktayiz, hizmet vermekteyiz, hizmet veriyoruz, teklif etmek istiyoruz, onermek istiyoruz, tanıtmak istiyor*, tanitmak istiyor*, firmamızı tanıt*,
    firmamizi tanit*, kendimizi tanıt*, kendimizi tanit*, yardımcı oluyoruz, yardimci oluyoruz, uzmanız, uzmaniz, uzmanlasmıs, uzmanlasmis, olarak faaliyet goster*, ucretsiz (danısmanlık|danismanlik|analiz|kesif|numune|demo|deneme|teklif), ozel teklif, ozel fırsat*, ozel firsat*, uygun fiyat*, rekabetci fiyat*, en iyi fiyat, yuksek kalite*, is birligi yapmak, isbirligi teklif*,
    cozumler sun*`,
  },
  {
    name: "probe",
    phrases: `ihtiyacınız var mı, ihtiyaciniz var mi, ihtiyacınız varsa, ihtiyaciniz varsa, arıyor musunuz, ariyor musunuz, kullanıyor musunuz, kullaniyor musunuz, memnun musunuz, dusunuyor musunuz, ilgilenir misiniz, ister misiniz, ne kadar oduyorsunuz, kim ilgileniyor, nasıl yonetiyorsunuz, nasil yonetiyorsunuz, ihtiyaclarınız nedir, ihtiyaclariniz nedir,
    hic dusundunuz mu, hayal edin`,
  },
  {
    name: "benefit",
    phrases: `satıslarınızı artır*, satislarinizi artir*, satısları artır*, satislari artir*, cironuzu, daha fazla (musteri|satıs|satis|trafik), yeni musteri*, tasarruf*, maliyetlerinizi, maliyetleri dusur*, verimlilik, optimize, gorunurluk, ilk sayfa*, ust sıralar*, ust siralar*, seo, buyut*, karlılık, karlilik, donusum oranı,
    donusum orani`,
  },
  {
    name: "meeting",
    phrases: `k(ı|i)sa bir (gorusme|toplantı|toplanti|telefon|sohbet), # dakika, # dakikalık, # dakikalik, toplantı ayarla*, toplanti ayarla*, toplantı planla*, toplanti planla*, gorusme ayarla*, ne zaman musait, ne zaman uygun, dogru kisi, yetkili kisi, ilgili kisi, takvimim, online toplantı, online toplanti, tanısmak isteriz, tanismak isteriz,
    ilginizi ceker, ilginizi cekerse, anlatmak isteriz`,
  },
  {
    name: "praise",
    phrases: `etkilendim, cok etkilendik, tebrik ederim, tebrikler, takip ediyorum sizi, sayfanızı inceledim, sayfanizi inceledim, sitenizi inceledik, sitenizi inceledim, profilinizi, dikkatimi cekti, calısmalarınızı, calismalarinizi, harika is`,
  },
  {
    name: "proof",
    phrases: `referanslarımız, referanslarimiz, musterilerimiz arasında, musterilerimiz arasinda, # yıllık deneyim, # yillik deneyim, yıllık tecrube, yillik tecrube, yılı askın, yili askin, yıllık tecrubemiz, yillik tecrubemiz, sektor lideri, lider firma, onde gelen, iso belge*, mutlu musteri, kurulusundan bu yana, yılından beri, yilindan beri`,
  },
  {
    name: "opt-out",
    phrases: `abonelikten cık*, abonelikten cik*, uyelikten cık*, uyelikten cik*, listeden cık*, listeden cik*, bulten*, almak istemiyorsanız, almak istemiyorsaniz, tarayıcıda goruntule*, tarayicida goruntule*, bu e posta size, bu maili almak, gizlilik politikası, gizlilik politikasi, tum hakları saklıdır, tum haklari saklidir, ret yaz*`,
  },
  {
    name: "chase",
    phrases: `onceki (mailim*|mesajım*|mesajim*|e postam*), mailimi gordunuz, mailimi (inceleme|okuma)*, tekrar yazıyorum, tekrar yaziyorum, tekrar hatırlat*, tekrar hatirlat*, hatırlatmak istedim, hatirlatmak istedim, inceleme fırsatınız, inceleme firsatiniz, fırsatınız oldu mu, firsatiniz oldu mu, geri donus alamadım, geri donus alamadim, cevap alamadım, cevap alamadim`,
  },
  {
    name: "links",
    phrases: `tanıtım yazısı, tanitim yazisi, konuk yazar*, sponsorlu icerik, backlink*, link degisimi, link satısı, link satisi, geri baglantı*, geri baglanti*, mail listesi, veri tabanı satıs*, veri tabani satis*, firma rehberi, influencer*, alan adı satılık, alan adi satilik, takipci satın, takipci satin`,
  },
  {
    name: "money-offer",
    phrases: `yatırımcı*, yatirimci*, yatırım yapmak, yatirim yapmak, kredi imkan*, isletme kredisi, finansman*, sirketinizi satın, sirketinizi satin, firmanızı satın, firmanizi satin, sirket devri, sermaye*, hibe*, tesvik*, faktoring*`,
  },
  {
    name: "recruiter",
    phrases: `aday*, ise alım*, ise alim*, acık pozisyon*, acik pozisyon*, pozisyonu icin, pozisyon icin, is fırsatı,
    is firsati, kariyer fırsat*, kariyer firsat*, yeni bir kariyer, insan kaynakları, insan kaynaklari, ozgecmisiniz*, personel temini, maas*, deneyiminiz, headhunt*`,
  },
  {
    name: "applicant",
    phrases: `is arıyorum, is ariyorum, is basvurusu, basvurmak istiyorum, ozgecmisim*, cv mi, cvmi, cvm, ekte cv, staj*, stajyer*, mezunuyum, mezun oldum, calısmak istiyorum, calismak istiyorum,
    bunyenizde calıs*, bunyenizde calis*, firmanızda calıs*, firmanizda calis*, eleman alıyor, eleman aliyor, eleman arıyor musunuz, eleman ariyor musunuz, is gorusmesi, on yazı, on yazi`,
  },
  {
    name: "trouble",
    phrases: `calısmıyor, calismiyor, acılmıyor, acilmiyor, giris yapamıyorum, giris yapamiyorum, giremiyorum, sifre*, sifremi unuttum, hata veriyor, hata alıyorum, hata aliyorum,
    hata mesajı, hata mesaji, arıza, ariza, arızalı, arizali, bozuk, kırık, kirik, hasarlı, hasarli, kusurlu, eksik parca*, eksik geldi, yanl(ı|i)s (urun|beden|renk|geldi), donuyor, kapanıyor, kapaniyor, yuklenmiyor, baglanmıyor, baglanmiyor, yazdırmıyor, yazdirmiyor, destek talebi, kayıt numarası, kayit numarasi, nasıl degistir*, nasil degistir*, nasıl sil*, nasil sil*, sorun yasıyor*,
    sorun yasiyor*`,
  },
  {
    name: "customer",
    phrases: `siparisim*, siparisimiz*, siparis numara*, siparis no, siparis verdim, siparis vermistim, siparis etmistim, satın almıstım, satin almistim, sizden aldıgım*, sizden aldigim*, aldıgım urun, aldigim urun, aldıgımız, aldigimiz, kargom, kargo takip, takip numarası, takip numarasi, hala gelmedi, gelmedi, ulasmadı, ulasmadi, teslim edilmedi,
    iade etmek, iade*, para iadesi, iptal etmek istiyorum, iptal talebi, siparisi iptal, hesabım, hesabim, hesabımız, hesabimiz, uyeligim, aboneligim*, rezervasyonum*, randevum*, musteri numara*, garanti kapsamında, garanti kapsaminda, sikayet*, degisim yapmak, sozlesmemizi feshet*`,
  },
  {
    name: "bill",
    phrases: `fatura, faturası, faturasi, faturanız, faturaniz, faturamız, faturamiz, faturalar, odeme hatırlat*, odeme hatirlat*, vadesi gecmis, vadesi gecen, gecikmis odeme, borcunuz, borc, bakiye, cari hesap, ekstre, dekont, havale, eft, iban, makbuz, odemeniz, odeme alındı, odeme alindi, odenmemis, tahsilat, son odeme tarihi, mutabakat`,
  },
  {
    name: "broadcast",
    phrases: `kacırmayın, kacirmayin, son (sans|gunler|gun|fırsat|firsat), sadece bugun, bugune ozel, hemen (al|kaydol|inceleyin|tıklayın|tiklayin), tıklayın, tiklayin, tıkla, tikla, devamını oku, devamini oku, daha fazlası, daha fazlasi, kayıt olun, kayit olun, indirim kodu, kampanya*, indirimler, % indirim, varan indirim*, ucretsiz kargo, yeni sezon, yeni urunler, webinar*,
    davetlisiniz, davet ediyoruz, davet, kesfedin, degerli (musterimiz|uyemiz|musterilerimiz|abonemiz), efsane cuma, fırsatı yakala*, firsati yakala*`,
  },
  {
    name: "automatic",
    phrases: `otomatik olarak (gonder|olustur)*, otomatik (yanıt|yanit|cevap|mesaj|bildirim), lutfen yanıtlamayın, lutfen yanitlamayin, bu e postayı yanıt*, bu e postayi yanit*, cevaplamayınız, cevaplamayiniz, yanıtlamayınız,
    yanitlamayiniz, dogrulama kodu, onay kodu, tek kullanımlık, tek kullanimlik, sifrenizi sıfırla*, sifrenizi sifirla*, hesabınızı dogrula*, hesabinizi dogrula*, yeni giris, siparisiniz (alındı|alindi|onaylandı|onaylandi|kargoya|hazırlanıyor|hazirlaniyor|teslim), kargonuz, talebiniz (alınmıstır|alinmistir|alındı|alindi|olusturuldu), basvurunuz alın*, basvurunuz alin*, rezervasyonunuz onay*,
    odemeniz alın*, odemeniz alin*, tesekkur ederiz siparisiniz, yıllık izindeyim, yillik izindeyim, izindeyim, izinde olacagım, izinde olacagim, ofis dısındayım, ofis disindayim, suresi dolacak, teslim edilemedi, tarafınıza atandı, tarafiniza atandi`,
  },
  {
    name: "colleague",
    phrases: `arkadaslar merhaba, herkese merhaba, degerli calısma arkadaslar*, degerli calisma arkadaslar*, bilginize,
    bilgilerinize sunarım, bilgilerinize sunarim, toplantı notları, toplanti notlari, toplantı tutanagı, toplanti tutanagi, yarınki toplantı, yarinki toplanti, izin talebi, yıllık izin, yillik izin, raporluyum, evden calısıyorum, evden calisiyorum, masraf formu, musteri (bekliyor|istiyor|aradı|aradi|onayladı|onayladi), musteriye, gonderdin mi, hazırladın mı, hazirladin mi, aradın mı, aradin mi,
    kontrol eder misin, bakar mısın, bakar misin, gonderir misin, onaylar mısın, onaylar misin, patron, mudur bey, mesai`,
  },
  {
    name: "private",
    phrases: `seni seviyorum, canım, canim, canım benim, canim benim, askım, askim, tatlım, tatlim, hayatım, hayatim, annecim, babacım, babacim, opuyorum, optum, sarılıyorum, sariliyorum, ozledim, ozledik, dogum gunun, iyi ki dogdun, nasılsın, nasilsin,
    naber, ne haber, aksam yemege, aksama, cocuklar nasıl, cocuklar nasil, gorusuruz, bayramın, bayramin, bize gel*, mangal, tatil fotograf*, ekmek al, teyze, amca, dayı, dayi, kanka`,
  },
  {
    name: "thanks",
    phrases: `icin tesekkur*, yardımınız icin, yardiminiz icin, ilginiz icin, ilginize tesekkur*, desteginiz icin, bilgi icin tesekkur*, hızlı donus*, hizli donus*, onaylıyorum, onayliyorum,
    onaylıyoruz, onayliyoruz, teyit ederim, teyit ediyoruz, uygundur, bana uyar, bize uyar, yarın gorusuruz, yarin gorusuruz, gorusmek uzere, tamamdır, tamamdir, baska bir firma*, vazgectik, baska firmayla, simdilik dusunmuyoruz`,
  },
  {
    name: "survey",
    phrases: `anket*, anketimiz*, ankete katıl*, ankete katil*, gorusleriniz*, geri bildirim*, degerlendirin, bizi degerlendir*, yorum bırak*,
    yorum birak*, memnuniyet*, puan ver*, kısa anket, kisa anket`,
  },
  {
    name: "press-or-cause",
    phrases: `gazeteci*, muhabir*, roportaj*, haber icin, basın bulteni, basin bulteni, basın daveti, basin daveti, tez, tezim*, yuksek lisans tez*, ogrencisiyim, ogrencileriyiz, universite ogrenci*, arastırma icin, arastirma icin, odevim*, bagıs*, bagis*, yardım kampanya*, yardim kampanya*, sponsor*,
    dernek, dernegi, vakıf, vakif, vakfı, vakfi, gonullu*, ihtiyac sahib*, cekilis, kermes*`,
  },
  {
    name: "law",
    phrases: `kvkk, kisisel veri*, veri sahibi, verilerimin sil*, aydınlatma metni, aydinlatma metni, ihtarname*, ihtar, dava, mahkeme*, telif hakları, telif haklari, marka ihlal*, ihlal*, yasal islem*, hukuki islem*, icra, tuketici hakem*, savcılık, savcilik, kullanım kosulları,
    kullanim kosullari`,
  },
  {
    name: "scam",
    phrases: `miras kal*, mirascı*, mirasci*, milyon (dolar|euro|usd), kazandınız, kazandiniz, cekilis kazan*, piyango, hesab(ı|i)n(ı|i)z (askıya|askiya|kapatılacak|kapatilacak|bloke|kısıtlan|kisitlan)*, bilgilerinizi guncelle*, bitcoin, kripto*, gizli teklif, lehtar, acil yanıt, acil yanit`,
  },
  {
    name: "owned",
    phrases: `satın aldım, satin aldim, satın aldık, satin aldik, satın almıstım, satin almistim, odedim, odeme yaptım, odeme yaptim, odeme yaptık, odeme yaptik, parasını odedim, parasini odedim, para iadesi, iade istiyorum, lisansım*, lisansim*, lisans anahtarı, lisans anahtari, aktivasyon*, aldıktan sonra, aldiktan sonra, yenileme ucreti`,
  },
  {
    name: "for-nothing",
    phrases: `ucretsiz, ucretsiz mi, bedava, bedelsiz, karsılıksız, karsiliksiz, parasız, parasiz, ucretsiz surum, bagıs, bagis, crackli, beles`,
  },
  {
    name: "supplier-pitch",
    phrases: `uretici firmayız, uretici firmayiz, uretmekteyiz, uretiyoruz, ihrac ediyoruz, ithalatcı*, ithalatci*, tedarik ediyoruz, tedarik etmekteyiz, imalatını yap*, imalatini yap*, ureticiyiz,
    fabrikamızda uret*, fabrikamizda uret*, stoklarımızda, stoklarimizda, fabrika cıkıs*, fabrika cikis*, dogrudan ureticiden, fiyatlarımız, fiyatlarimiz, urunlerimiz*, urun gamımız, urun gamimiz, numune gonder*, tedarikciniz olmak, satın alma yetkili*, satin alma yetkili*, satın almadan sorumlu, satin almadan sorumlu, bos kapasite*`,
  },
  {
    name: "work-wanted",
    phrases: `is arıyorum, is ariyorum, is ilanı, is ilani, eleman aranıyor, eleman araniyor, personel alımı, personel alimi, maas, ozgecmis, cv, tam zamanlı, tam zamanli, yarı zamanlı, yari zamanli, kariyer, staj, ekibimize katıl*, ekibimize katil*, calısma arkadası arıyoruz, calisma arkadasi ariyoruz`,
  },
  {
    name: "seller-answers",
    phrases: `ilginiz icin tesekkur*, talebiniz icin tesekkur*, bize (ulasabilirsiniz|yazabilirsiniz), iletisime gecebilirsiniz, sitemizden (satın|satin|siparis|inceleyebilir*), satın alabilirsiniz, satin alabilirsiniz, siparis verebilirsiniz, inceleyebilirsiniz, teklifimiz ekte*, ekte (teklif*|fiyat*|katalog*), fiyatımız, fiyatimiz, maalesef (stok*|mevcut|bulunma*|yok|
    satıs*|satis*), yardımcı olabiliriz, yardimci olabiliriz, whatsapp hattımız*, whatsapp hattimiz*`,
  },
  {
    name: "notice",
    phrases: `bilgilendirme, duyuru*, hatırlatma, hatirlatma, say(ı|i)n (sakinler|kat malikleri|uyelerimiz|veliler), genel kurul, gundem, toplantıya cagrı, toplantiya cagri, calısma saatleri, calisma saatleri, kapalıdır, kapalidir, kapalı olacaktır, kapali olacaktir, kesinti*,
    elektrik kesintisi, su kesintisi, bakım calısması, bakim calismasi, planlı bakım, planli bakim, yapılacaktır, yapilacaktir, edilecektir, tarihinden itibaren, kiracı*, kiraci*, aidat*, sozlesme degisikli*`,
  },
  {
    name: "your-goods",
    phrases: `urununuz*, urunleriniz*, fiyatlarınız*, fiyatlariniz*, fiyatınız*, fiyatiniz*, katalogunuz*, hizmetiniz*, hizmetleriniz*, yazılımınız*, yaziliminiz*,
    programınız*, programiniz*, uygulamanız*, uygulamaniz*, magazanız*, magazaniz*, dukkanınız*, dukkaniniz*, makineniz*, makineleriniz*, kurslarınız*, kurslariniz*, kursunuz*, egitimleriniz*, teklifiniz*, fiyat listeniz*, modelleriniz*, odalarınız*, odalariniz*, sisteminiz*, stoklarınız*, stoklariniz*, koleksiyonunuz*`,
  },
  {
    name: "your-business",
    phrases: `firmanız*, firmaniz*, sirketiniz*, isletmeniz*, web siteniz*, siteniz*, markanız*, markaniz*, musterileriniz*, ekibiniz*, satıslarınız*, satislariniz*, sektorunuz*, calısanlarınız*, calisanlariniz*, isiniz*, kurumunuz*, profiliniz*, maliyetleriniz*, hesaplarınız*, hesaplariniz*`,
  },
  {
    name: "our-goods",
    phrases: `urunumuz*, urunlerimiz*, cozumumuz*, cozumlerimiz*, platformumuz*, hizmetimiz*, hizmetlerimiz*, yazılımımız*, yazilimimiz*, ajansımız*, ajansimiz*, uzmanlarımız*, uzmanlarimiz*, uzman ekibimiz*, uygulamamız*, uygulamamiz*, teknolojimiz*, katalogumuz*, portfoyumuz*, bultenimiz*, egitimlerimiz*`,
  },
  {
    name: "our-company",
    phrases: `firmamız*, firmamiz*, firmam, sirketimiz*, sirketim, kurumumuz*, bir firmayız, bir firmayiz, bir sirketiz, firması olarak, firmasi olarak, firması adına, firmasi adina, sirketi olarak, ekibimiz*, musterimiz*, musterilerimiz*, projemiz*, girisimimiz*, startup, firmasından yazıyorum, firmasindan yaziyorum, firmasında calıs*, firmasinda calis*`,
  },
];
