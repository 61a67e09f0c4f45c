import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Polish. */
export const POLISH: readonly Concept[] = [
  {
    name: "ask",
    phrases: `prosze o (kontakt|informacje|wycene|oferte|cene|cennik|podanie|przesłanie|przeslanie|odpowiedz|telefon|wiadomosc|przygotowanie|mozliwosc|pomoc|porade), prosimy o (kontakt|informacje|wycene|oferte|podanie|przesłanie|przeslanie|odpowiedz|przygotowanie|cennik), prosiłbym o, prosilbym o, prosiłabym o, prosilabym o, poprosze o, poprosimy o, bardzo prosze o,
    uprzejmie prosze, chciałbym prosic, chcialbym prosic, chciałabym prosic, chcialabym prosic, czy (moga|mogliby|moze|mogłby|moglby|mogłaby|moglaby|mogłabym|moglabym|mogłbym|moglbym|mozemy|moglibysmy|mozna) (panstwo|pan|pani|prosic|otrzymac|dostac|liczyc|zamowic|poprosic|kupic|przesłac|przeslac|mi|nam|sie), mogliby panstwo, mogłby pan, moglby pan, mogłaby pani, moglaby pani,
    czy byłaby mozliwosc, czy bylaby mozliwosc, czy jest mozliwosc, czy istnieje mozliwosc, czy da sie, prosze (przesłac|przeslac|wysłac|wyslac|podac|napisac|zadzwonic|dac znac|oddzwonic|przygotowac|wycenic|odpisac|powiedziec|mi), prosba o, dajcie znac, daj znac, dac znac, podeslijcie, przeslijcie, oddzwonic, oddzwonienie, czekam na (odpowiedz|oferte|wycene|kontakt|informacje|telefon),
    czekamy na (oferte|wycene|odpowiedz), bede wdzieczn*, byłbym wdzieczny, bylbym wdzieczny, byłabym wdzieczna, bylabym wdzieczna, bedziemy wdzieczni, z gory dziekuje, jak moge (zamowic|kupic|sie), co musze, co trzeba, do kogo (sie|moge|powinienem)`,
  },
  {
    name: "do-you-sell",
    phrases: `czy (macie|maja panstwo|posiadaja panstwo|posiadacie|oferuja panstwo|oferujecie|sprzedaja panstwo|
    sprzedajecie|robicie|robia panstwo|wysyłacie|wysylacie|wysyłaja panstwo|wysylaja panstwo|wykonuja panstwo|wykonujecie|produkuja panstwo|produkujecie|zajmuja panstwo|zajmujecie|dowozicie|dostarczaja panstwo|dostarczacie|realizuja panstwo|realizujecie|prowadzicie|prowadza panstwo|obsługujecie|obslugujecie|montujecie|przyjmujecie|drukujecie|szyjecie|wynajmujecie|wystawiacie|ma pan|ma pani),
    czy jest (dostepn*|jeszcze|u was|u panstwa|na stanie), czy sa (dostepne|jeszcze|wolne), czy (ten|ta|to) (produkt|model|oferta) jest, czy dostane, czy kupie u, macie moze, macie jeszcze, maja panstwo moze, na stanie, od reki, dostepnosc, jakie sa (warunki|ceny|opcje|terminy|koszty|mozliwosci), jaki jest (czas|termin|koszt|minimalny), jak d(ł|l)ugo (trwa|czeka), ile trwa, ile sie czeka,
    na kiedy, jakie (rozmiary|kolory|modele|wymiary), w jakich (kolorach|rozmiarach), w sprzedazy, do kupienia, gdzie (kupic|kupie|mozna kupic|moge kupic), czy mozna u (was|panstwa), dojezdzacie, dojezdzaja panstwo`,
  },
  {
    name: "ability",
    phrases: `czy (zrobicie|zrobia panstwo|wykonacie|wykonaja panstwo|naprawicie|naprawiacie|uszyjecie|wydrukujecie|przywieziecie|dowieziecie|zamontujecie|
    przyjedziecie|dacie rade|dadza panstwo rade|podejmiecie sie|podejma sie panstwo|podjałby sie pan|podjalby sie pan|wyslecie|przetłumaczycie|przetlumaczycie|zdazycie|zdaza panstwo|odbieracie|dojedziecie|nagracie|upieczecie|pomozecie|doradzicie|potraficie|sa panstwo w stanie|jestescie w stanie|byliby panstwo w stanie), jestescie w stanie, sa panstwo w stanie, da sie (zrobic|naprawic|zamowic|
    kupic|dopasowac|odnowic|przerobic|wydrukowac), mozna (zamowic|odebrac|przywiezc|wypozyczyc|wynajac|zarezerwowac|dokupic), na wymiar, na zamowienie, wed(ł|l)ug (projektu|rysunku|wzoru), z (montazem|transportem|dowozem|wniesieniem|nadrukiem|grawerem)`,
  },
  {
    name: "buyer-self",
    phrases: `prowadze (firme|sklep|restauracje|mała|mala|małe|male|działalnosc|dzialalnosc|salon|gabinet|kawiarnie|
    gospodarstwo|pensjonat|hotel|szkołe|szkole|warsztat), prowadzimy (firme|sklep|restauracje|mały|maly|mała|mala|hotel|pensjonat|szkołe|szkole|przedszkole|gabinet), jestem własciciel*, jestem wlasciciel*, jestesmy (mała|mala|małym|malym|szkoła|szkola|przedszkolem|hotelem|firma budowlana|fundacja|stowarzyszeniem|rodzina|grupa|parafia|wspolnota|urzedem|gmina|szpitalem), mam (mały|maly|mała|mala|
    dom|działke|dzialke|mieszkanie|sklep|firme|restauracje|ogrod|klienta), mamy (dom|działke|dzialke|mały|maly|mała|mala|firme|biuro|magazyn|sklep|hotel|klienta), otwieram (sklep|lokal|salon|kawiarnie|restauracje|firme|gabinet), otwieramy (sklep|lokal|restauracje|biuro|kawiarnie), buduje dom, budujemy (dom|hale), remontuje, remontujemy, urzadzam, urzadzamy, organizuje, organizujemy,
    bierzemy slub, wychodze za maz, zenie sie, przeprowadzam sie, przeprowadzamy sie, planuje (zakup|remont|budowe|otworzyc), planujemy (zakup|remont|budowe|otworzyc|wdrozyc), kupi(ł|l)em (dom|mieszkanie|działke|dzialke), kupilismy (dom|mieszkanie|działke|dzialke), dział zakupow, dzial zakupow, dział zaopatrzenia, dzial zaopatrzenia, specjalista ds zakupow, w imieniu (szkoły|szkoly|gminy|
    klienta|wspolnoty|stowarzyszenia|szpitala|fundacji), działam w imieniu, dzialam w imieniu`,
  },
  {
    name: "goods",
    phrases: `krzesła, krzesla, krzeseł, krzesel, krzesło, krzeslo, biurka, biurek, stoły, stoly, stołow, stolow, stoł, stol, stolik*, okna, okien, drzwi, rolety, rolet, zaluzje, płytki, plytki, płytek, plytek, podłog*, podlog*, panele, paneli, dywan*, regały, regaly, regałow, regalow,
    palety, palet, kartony, kartonow, butelki, butelek, etykiety, etykiet, torby, toreb, kubki, kubkow, koszulki, koszulek, bluzy, kurtki, buty, kaski, rekawice, rekawic, odziez robocz*, mundur*, pompy, pompe, pomp, silnik*, zawory, zaworow, łozysk*, lozysk*, uszczelki, uszczelek, sruby, srub, kable, czujnik*, maszyn*, prasa, prasy, tokark*, wozek widłowy, wozek widlowy, wozki widłowe,
    wozki widlowe, agregat*, kontener*, cement, piasek, zwir, drewno, drewna, stal, stali, cegł*, cegl*, dachowk*, blacha, blachy, rynny, brama, bramy, brame, ogrodzeni*, meble, mebli, kuchnia na wymiar, łazienk*, lazienk*, piec, grzejnik*, fotowoltaik*, baterie, oswietleni*, lampy, lamp, laptopy, laptopow, drukark*, serwery, serwer, monitory, projektor, lodowk*, zamrazark*, wino, wina, piwo,
    kawa, kawy, herbat*, miod, miodu, ryz, cukier, maka, maki, sery, tort, tortu, kwiaty, swiece, zabawk*, ksiazk*, ulotk*, plakat*, baner*, pieczatk*, puchar*, przyczep*, ciagnik, opony, opon, czesci zamienn*, sofa, kanapa, kanapy, materac*, namiot*, scena, rower*, łodz, lodz, łodzi, lodzi`,
  },
  {
    name: "things",
    phrases: `blat, blaty, markiza, markizy, pergola, altan*, szklarni*, tunel foliowy, płot, plot, płotu, plotu, siatka ogrodzeniow*, kostka brukowa, kostki brukowej, styropian, wełna mineralna, welna mineralna, winda, windy, dzwig, koparka, koparki, kosiarka, kosiarki, piła, pila, sprezark*, kompresor*, kocioł, kociol, kotła, kotla, pompa ciepła, pompa ciepla, pompy ciepła,
    pompy ciepla, klimatyzator*, klimatyzacj*, filtr, filtry, filtrow, waz, dysz*, kran, zlew, wanna, prysznic*, kabina, toalet*, zbiornik*, silos*, beczk*, waga, wagi, mikroskop*, skaner*, rzutnik, głosnik*, glosnik*, kamera, kamery, kamer, dron, drony, ładowark*, ladowark*, inwerter*, falownik*, piekarnik, zmywark*, mikser*, młyn*, mlyn*, ekspres do kawy, kasa fiskalna, kasy fiskalnej,
    opakowani*, słoik*, sloik*, nakretk*, pokrywk*, worki, workow, ławki, lawki, ławek, lawek, szafa, szafy, szafki, łozko, lozko, łozka, lozka, pianin*, fortepian*, skrzypce, gitar*, hulajnog*, kajak*, siodło, siodlo, siano, pasza, paszy, nasiona, nasion, sadzonk*, nawoz, nawozy, ziemia ogrodowa, ule, drozdze, olej, oliwa, oliwy, przypraw*, czekolad*, orzech*, mieso, miesa, ryby, bukiet*,
    wieniec, wience, mydł*, mydl*, recznik*, posciel*, tkanin*, przedz*, skor*, zamek błyskawiczny, zamek blyskawiczny, fartuch*, suknia, suknie, garnitur*, obraczk*, pierscion*, zegar*, medale, medali, flaga, flagi, szyld*, naklejk*, smycz*, wozek inwalidzki, aparat słuchowy, aparat sluchowy, okulary, maseczk*, implant*, zywica, zywicy, klej, kleju, farba, farby, lakier, granulat*, odlew*,
    sprezyn*, koła zebate, kola zebate, paski klinowe, łancuch*, lancuch*, formy wtryskowe, narzedzi*, prototyp*`,
  },
  {
    name: "service",
    phrases: `sprzatani*, catering*, fotograf*, kamerzyst*, wideofilmow*, tłumaczeni*, tlumaczeni*, tłumacz*, tlumacz*, ksiegow*, biuro rachunkowe, biura rachunkowego, audyt*, prawnik*, adwokat*, radca prawny, radcy prawnego, architekt*, geodet*, rzeczoznawc*,
    hydraulik*, elektryk*, dekarz*, malowani*, malarz*, ogrodnik*, pielegnacj* ogrodu, przeprowadzk*, magazynowani*, transport, transportu, spedycj*, kurier*, rusztowani*, stolarz*, stolarsk*, spawani*, obrobk*, malowanie proszkowe, haft*, druk, druku, nadruk*, projekt graficzny, grafik, strona internetowa, strone internetowa, strony internetowej, sklep internetowy, hosting*, wsparcie it,
    obsług* informatyczn*, obslug* informatyczn*, serwis, serwisu, konserwacj*, napraw*, ochrona, ochrony, szkolenie, szkolenia, szkolen, kurs, kursy, kursu, lekcje, lekcji, korepetycj*, warsztaty, warsztatow, trener*, terapi*, fizjoterap*, zespoł muzyczny, zespol muzyczny, konferansjer*, prelegent*, sala, sale, sali, pokoj, pokoje, nocleg*, domek, domku, apartament*, wycieczk*, ubezpieczeni*,
    kadry i płace, kadry i place, rezerwacj*`,
  },
  {
    name: "deeds",
    phrases: `przeprowadzka, wywoz*, oproznieni*, rozbiork*, wyburzeni*, dociepleni*, ociepleni*, tynk*, wylewk*, instalacj* elektryczn*, wycink* drzew, wycinke drzew, przycinani*, dezynsekcj*, deratyzacj*, kominiarz*, slusarz*, holowani*, lawet*, grawerowani*, grawer*, tapicer*, strojeni*, wycen* nieruchomosci, pomiar*, spadek,
    spadku, spadkow*, testament*, rozwod, rozwodu, pełnomocnictw*, pelnomocnictw*, wiza, wizy, korekta tekstu, rozliczeni* pit, zeznani* podatkow*, ksiegowosc, ksiegowosci, dj na wesele, wesele z, bufet*, przewoz*, wynajem autokaru, wynajem busa, autokar*, limuzyn*, odprawa celna, odprawy celnej, kalibracj*, wzorcowani*, badania laboratoryjne, frezowani*, toczeni*, odlewani*, anodowani*,
    cynkowani*, ciecie laserem, ciecie laserowe, druk # d, rozlewani*, palenie kawy, wdrozeni*, migracj*, aplikacj* mobiln*, testy penetracyjne, odzyskani* danych, identyfikacj* wizualn*, nauka jezyka, dentyst*, stomatolog*, weterynarz*, szczepieni*, hotel dla psow, pogrzeb*, nagrobek, nagrobk*, przemowieni*, notariusz*, remont*, montaz, montazu, układani*, ukladani*, odsniezani*, mycie okien,
    pranie dywanow, wykonczeni*, wymiana (okien|pieca|instalacji|dachu|drzwi|opon)`,
  },
  {
    name: "quantity",
    phrases: `# (sztuk|szt|sztuki|kompletow|zestawow|kg|ton|litrow|metrow|mb|m|opakowan|kartonow|palet|butelek|egzemplarzy|stron|licencji|stanowisk|uzytkownikow|pracownikow|osob|gosci|pokoi|par|workow|zł|zl), około #, okolo #, ok #, kilka (sztuk|palet|kartonow|zestawow|egzemplarzy),
    kilkanascie, kilkadziesiat, kilkaset, pare sztuk, wieksz* ilosc, wieksz* ilosci, wieksza partie, jaka ilosc, ilosc, ilosci, ilosciach, nakład, naklad, nakładzie, nakladzie, hurtow*, hurtem, w hurcie, minimalne zamowienie, minimalna ilosc, miesiecznie, rocznie, tygodniowo, na miesiac, co miesiac, tuzin, cała paleta, cala paleta, cały kontener, caly kontener, tir`,
  },
  {
    name: "delivery",
    phrases: `czas dostawy, termin dostawy, czas realizacji, termin realizacji, koszt dostawy, koszt wysyłki, koszt wysylki, koszty wysyłki, koszty wysylki, koszt transportu, koszty transportu, koszt przesyłki, koszt przesylki, dostawa do, dostawe do, wysyłka do, wysylka do, wysyłka za granice, wysylka za granice, z dostawa, dowoz, dowozu, dowozem, z wysyłka, z wysylka,
    odbior osobisty, odbiorem osobistym, warunki płatnosci, warunki platnosci, termin płatnosci, termin platnosci, przelew odroczony, odroczona płatnosc, odroczona platnosc, za pobraniem, gwarancj*, z montazem, na adres, wymiary, wymiarach, rysunek techniczny, rysunku, specyfikacj*, w za(ł|l)aczniku (rysunek|projekt|specyfikacja|plan|wymiary)`,
  },
  {
    name: "our-need",
    phrases: `(nasz|nasza|nasze|naszego|naszej|naszym|naszych|moj|moja|moje|mojego|mojej|moim) (firma|firmy|firmie|biuro|biura|biurze|szkoła|szkola|szkoły|szkoly|szkole|hotel|hotelu|restauracja|restauracji|sklep|sklepu|sklepie|dom|domu|mieszkanie|mieszkania|ogrod|ogrodu|projekt|projektu|budowa|budowy|budowie|magazyn|magazynu|wesele|wesela|kuchnia|kuchni|łazienka|lazienka|
    łazienki|lazienki|łazience|lazience|dach|dachu|gabinet|gabinetu|zakład|zaklad|zakładu|zakladu|budzet|przedszkole|przedszkola|flota|floty|produkcja|produkcji|klient|klienta|pracownikow|działka|dzialka|działki|dzialki|działce|dzialce|lokal|lokalu|warsztat|warsztatu|impreza|imprezy|potrzeby|potrzeb), na potrzeby (firmy|szkoły|szkoly|projektu|naszej|naszego), na własny uzytek, na wlasny uzytek,
    do (domu|biura|szkoły|szkoly|restauracji|sklepu|firmy|ogrodu|mieszkania|kuchni|warsztatu), dla (szkoły|szkoly|przedszkola|hotelu|firmy|mojej|mojego|naszej|naszego|pracownikow|corki|syna|zony|meza|mamy|klienta), potrzebny na, potrzebna na, potrzebne na, potrzebne do`,
  },
  {
    name: "decides",
    phrases: `zanim (zamowie|kupie|zdecyduje|podejme|podpisze|zapłace|zaplace|zarezerwuje), zanim (zamowimy|kupimy|sie zdecydujemy|podpiszemy), jesli tak, jezeli tak, jesli cena, jesli sie da, jak bedzie (dobra|ok|pasowac), zdecyduje sie, zdecydujemy sie, zastanawiam sie (nad|czy|miedzy), zastanawiamy sie (nad|czy), waham sie, biore, wezme, wezmiemy, bierzemy, kupie, kupimy,
    zamowie, zamowimy, wziałbym, wzialbym, wziełabym, wzielabym, kupiłbym, kupilbym, kupiłabym, kupilabym, zamowiłbym, zamowilbym, zamowiłabym, zamowilabym, jestem zdecydowan*, jestesmy zdecydowani, mozemy podpisac, moge zapłacic, moge zaplacic, zapłace, zaplace, płace gotowka, place gotowka, gotowka, przelewem, zadatek, zaliczk*, na raty, jak (zamowic|kupic|zapłacic|zaplacic|sie zapisac|
    złozyc zamowienie|zlozyc zamowienie|to wyglada), jak wyglada (proces|zamowienie|wspołpraca|wspolpraca|procedura), kiedy (mozecie|moglibyscie|mogliby|mogłby|moglby|moze|mozna) (panstwo|pan|pani|zaczac|przyjechac|zamontowac|odebrac|dostarczyc)`,
  },
  {
    name: "order-now",
    phrases: `zamawiam, zamawiamy, chce zamowic, chcemy zamowic, chciałbym zamowic, chcialbym zamowic, chciałabym zamowic,
    chcialabym zamowic, chcielibysmy zamowic, składam zamowienie, skladam zamowienie, składamy zamowienie, skladamy zamowienie, złozyc zamowienie, zlozyc zamowienie, niniejszym zamawiamy, poprosze (#|dwa|dwie|trzy|cztery|piec|jeden|jedna|o wysłanie|o wyslanie), prosze (wysłac|wyslac|dostarczyc|zapisac|zarezerwowac|zrealizowac|przyjac zamowienie|o rezerwacje|o realizacje|o dostawe|
    o wystawienie pro|wystawic proform*), proforma, proforme, faktura proforma, rezerwuje, rezerwujemy, zapisuje sie, prosze nas zapisac, prosze mnie zapisac, chce kupic, chcemy kupic, chciałbym kupic, chcialbym kupic, chciałabym kupic, chcialabym kupic, chcielibysmy kupic, chciałbym zarezerwowac, chcialbym zarezerwowac, chciałabym zarezerwowac, chcialabym zarezerwowac`,
  },
  {
    name: "own-trouble",
    phrases: `(piec|dach|kocioł|kociol|bojler|lodowka|zmywarka|pralka|brama|winda|pompa|serwer|laptop|samochod|auto|drukarka|klimatyzacja|ogrzewanie|rura|komin) (sie|przecieka|nie|padł|padl|padła|padla|cieknie|przestał|przestal|przestała|przestala|jest zepsut*), cieknie, przecieka, zepsuł sie, zepsul sie, zepsuła sie, zepsula sie, zepsuło sie, zepsulo sie, popsuł sie,
    popsul sie, popsuła sie, popsula sie, padł nam, padl nam, padła nam, padla nam, padł mi, padl mi, rozpadł sie, rozpadl sie, pekniet*, pekła, pekla, pekł, pekl, zapchan*, zatkan*, zalało, zalalo, zalan*, wilgoc, plesn, grzyb na scianie, grzyb w, myszy, szczury, osy, szerszenie, korniki, zgubiłem klucz*, zgubilem klucz*, zgubiłam klucz*, zgubilam klucz*, zatrzasn*, nie ma pradu, wybija korki,
    nie grzeje, nie chłodzi, nie chlodzi, do wymiany, nie nadaje sie, wystawił nas, wystawil nas, wystawił nas do wiatru, wystawil nas do wiatru, zrezygnował, zrezygnowal, zrezygnowała, zrezygnowala, odwołał, odwolal, odwołała, odwolala, zamknał działalnosc, zamknal dzialalnosc, przeszedł na emeryture, przeszedl na emeryture, nikt (nie|sie nie) (odbiera|chce|podejmie|robi|sprzedaje|oddzwania),
    nie moge (znalezc|nigdzie|dostac), nie mozemy znalezc, nigdzie nie (ma|moge|mozna), zostalismy bez, zostałem bez, zostalem bez`,
  },
  {
    name: "head-count",
    phrases: `# (osob|osoby|gosci|dzieci|dorosłych|doroslych|uczniow|pracownikow|pokoi|łozek|lozek|mieszkan|sklepow|lokali|krow|koni|samochodow|oddziałow|oddzialow|uczestnikow|zawodnikow), na # osob, dla # osob, na (dwie|trzy|cztery|piec|szesc|
    osiem|dziesiec|dwanascie|pietnascie|dwadziescia|trzydziesci|czterdziesci|piecdziesiat|sto) osob, (dwie|trzy|cztery|piec|szesc|siedem|osiem|dziesiec) osob, bedzie nas, jest nas, nas około, nas okolo, grupa #, grupa liczaca, około # osob, okolo # osob, ok # osob, dwoje dorosłych, dwoje doroslych, dwojka dzieci, # dorosłych, # doroslych, # tygodniowo, # miesiecznie, # rocznie, # dziennie`,
  },
  {
    name: "occasion",
    phrases: `wesele, wesela, weselu, slub, slubu, urodziny, urodzin, osiemnastk*, rocznic*, jubileusz*, komuni*, chrzciny, chrztu, wigilia firmowa, wigilie firmowa, impreza firmowa, impreze firmowa, imprezy firmowej, impreza integracyjna, integracj* firmow*, konferencj*, targi, targow, piknik, pikniku, studniowk*, remont*, budowa domu, budowie domu, rozbudow*, nowe biuro,
    nowego biura, otwarcie (sklepu|lokalu|restauracji|biura), otwieramy, nasz budzet, budzet to, mamy budzet, budzet do, pilne, pilnie, pilna, na juz, jak najszybciej, mozliwie szybko, do konca (tygodnia|miesiaca|roku|maja|czerwca|sierpnia), na (wiosne|jesien|lato|zime|swieta|wrzesien|maj|czerwiec), w przysz(ł|l)ym (tygodniu|miesiacu|roku), na przysz(ł|l)y (tydzien|miesiac|rok), do piatku,
    do poniedziałku, do poniedzialku`,
  },
  {
    name: "own-life",
    phrases: `moja (mama|corka|zona|siostra|babcia|narzeczona|dziewczyna|szefowa|klientka|firma|tesciowa|wnuczka|kuchnia|łazienka|lazienka), mojej (mamy|corki|zony|siostry|babci|narzeczonej), mojego (syna|meza|taty|brata|dziadka|szefa|psa|kota|narzeczonego|klienta), moj (syn|maz|tata|brat|dziadek|szef|pies|kot|narzeczony|klient|chłopak|
    chlopak|kon|ogrod|dom), dla (mamy|taty|babci|dziadka|zony|meza|corki|syna), nasza (corka|parafia|szkoła|szkola|klasa|druzyna|wspolnota|kuchnia), nasz (syn|slub|zespoł|zespol|klub|chor|szef|dom|hotel), naszego (slubu|wesela|domu|syna|klubu), naszej (corki|parafii|szkoły|szkoly|druzyny), bierzemy slub, wychodze za maz, pogrzeb*, stypa, chrzest, komunia, wieczor panienski, wieczor kawalerski,
    parapetowk*, przeprowadzka, zakonczenie roku, pozegnanie, zjazd absolwentow, dozynki, dzien dziecka`,
  },
  {
    name: "still-free",
    phrases: `czy (jest|sa) (jeszcze|wolne|wolny|wolna|jakies) (miejsce|miejsca|termin|terminy|pokoje|pokoj|stolik|bilety|sala), wolne (miejsce|miejsca|terminy|pokoje|stoliki), wolny (termin|pokoj|stolik|domek), wolna (sala|data), jakies (miejsca|wolne terminy|terminy|
    bilety), macie (wolne|wolny|miejsce|miejsca|termin), maja panstwo (wolne|wolny|miejsce|miejsca|termin), termin na, terminy na, najblizszy (wolny|termin), stolik na, stolik dla, pokoj dla, pokoj na, nocleg dla, nocleg na, na # noce, # noclegi, umowic (sie na|wizyte|termin), wizyt* u, zapisac sie na, na weekend, w dniach #, czy ogłoszenie aktualne, czy ogloszenie aktualne, czy aktualne,
    nadal aktualne, nadal dostepn*, jeszcze dostepn*`,
  },
  {
    name: "switch",
    phrases: `obecnie (korzystamy|uzywamy|mamy|pracujemy|wspołpracujemy|wspolpracujemy|korzystam|uzywam), teraz korzystamy, do tej pory (korzystalismy|wspołpracowalismy|wspolpracowalismy|uzywalismy), dotychczasowy (dostawca|ksiegowy|wykonawca|system), obecny (dostawca|system|program|wykonawca|operator|ksiegowy),
    obecnego (dostawcy|systemu|programu), naszego obecnego, zmienic (dostawce|ksiegowa|biuro|operatora|system|firme|program), zmiana dostawcy, zmiane dostawcy, zmieniamy, przejsc (na|z|do was), przeniesc (sie|strone|ksiegowosc|sklep|hosting), zastapic, zastepstwo za, alternatyw*, nie jestesmy zadowoleni, niezadowoleni z, konczy (nam|sie) (sie umowa|umowa), umowa (sie|nam) konczy,
    recznie w excelu, w excelu, na kartkach`,
  },
  {
    name: "resell",
    phrases: `dystrybutor*, dystrybucj*, dystrybuowac, odsprzedaz, odsprzedazy, odsprzedawac, dealer*, diler*, przedstawiciel* handlow*, na wyłacznosc, na wylacznosc, wyłacznosc, wylacznosc, wspołpracy handlowej, wspolpracy handlowej, wspołpraca handlowa, wspolpraca handlowa, ceny hurtowe, cennik hurtowy, cennika hurtowego,
    oferta hurtowa, hurtownia, hurtowni, warunki handlowe, warunki wspołpracy, warunki wspolpracy, sprzedawac (wasze|panstwa) produkty, wasze produkty w, panstwa produkty w, importowac, marza, marzy, franczyz*, dropshipping*, konto hurtowe, zostac (partnerem|dystrybutorem|dealerem|przedstawicielem)`,
  },
  {
    name: "carry-goods",
    phrases: `klienci (pytaja|dopytuja|szukaja|chca|prosza), klientki pytaja, pytaja o (wasze|panstwa|was), w (naszym|moim) sklepie, w (naszej|mojej) (ofercie|restauracji|kawiarni|okolicy|hurtowni), do (naszej|mojej) oferty, do naszego (sklepu|asortymentu|menu), do asortymentu, do oferty sklepu, na połk*, na polk*, delikates*, sklep stacjonarny, sklepu stacjonarnego,
    sklep internetowy z, butik*, sklep z (pamiatkami|winem|zabawkami|zywnoscia|serami), pierwsze zamowienie, zamowienie probne, w komis, rabat dla (sklepow|stałych|stalych|odbiorcow), cena dla (sklepow|hurtowni|odsprzedazy), ceny dla (sklepow|firm|resellerow), stali klienci, na wynos w`,
  },
  {
    name: "tender",
    phrases: `zapytanie ofertowe, zapytania ofertowego, zapytaniem ofertowym, przetarg*, postepowani* przetargow*, zamowieni* publiczn*, zapytanie cenowe, rozeznanie rynku, szacowani* wartosci, składania ofert, skladania ofert, składanie ofert, skladanie ofert, złozenie oferty, zlozenie oferty, złozyc oferte, zlozyc oferte, złozenia oferty, zlozenia oferty, oferte nalezy,
    oferty nalezy, termin składania, termin skladania, swz, siwz, formularz ofertowy, opis przedmiotu zamowienia, przedmiot zamowienia, przedmiotem zamowienia, zamawiajacy, wykonawca, wykonawcy, porownuj* oferty, porownanie ofert, kilka ofert, trzy oferty, wybor dostawcy, kryteri* oceny, konkurs ofert, zbieramy oferty, zbieram oferty, zapraszamy do (złozenia|zlozenia|składania|skladania),
    krotka lista`,
  },
  {
    name: "referral",
    phrases: `poleci(ł|l)* (mi|nam|was|panstwa|pana|pania), z polecenia, z polecenia znajom*, poleceni*, polecono (mi|nam|was|panstwa), dosta(ł|l)em (numer|kontakt|namiar*|maila) od, dosta(ł|l)am (numer|kontakt|namiar*|maila) od, mam (numer|kontakt|namiary) od, znalaz(ł|l)em (was|panstwa|w|na|pana|strone|oferte), znalaz(ł|l)am (was|panstwa|w|na|pania|strone|
    oferte), znalezlismy (was|panstwa|na|w), trafi(ł|l)em na (wasza|panstwa|strone), trafi(ł|l)am na (wasza|panstwa|strone), widzia(ł|l)em (wasz|wasza|wasze|panstwa|na|pana|ogłoszenie|ogloszenie), widzia(ł|l)am (wasz|wasza|wasze|panstwa|na|ogłoszenie|ogloszenie), s(ł|l)ysza(ł|l)em o (was|panstwu|waszej), s(ł|l)ysza(ł|l)am o (was|panstwu), przez google, w google, w internecie, na waszej stronie,
    na panstwa stronie, na facebooku, na instagramie, na targach, z ogłoszenia, z ogloszenia, dobre opinie, dobrych opinii, podobno robicie`,
  },
  {
    name: PASSED_ON,
    phrases: `dzwonił pan, dzwonil pan, dzwoniła pani, dzwonila pani, dzwonił klient, dzwonil klient, dzwoniła klientka, dzwonila klientka, dzwoni(ł|l) (w|z|ktos), prosi o (kontakt|telefon|oddzwonienie|wycene|oferte), prosi(ł|
    l) o (kontakt|telefon|oddzwonienie|wycene), prosi(ł|l)a o (kontakt|telefon|oddzwonienie|wycene), nowe zapytanie, nowa wiadomosc z, nowe zgłoszenie, nowe zgloszenie, nowy lead, wiadomosc z formularza, formularz kontaktowy, formularza kontaktowego, formularz zapytania, temat wiadomosci, tresc wiadomosci, imie i nazwisko, do oddzwonienia, nagranie z poczty, poczta głosowa, poczta glosowa,
    przekazuje (zapytanie|wiadomosc|kontakt), przesyłam dalej, przesylam dalej, w imieniu klienta, zostawił numer, zostawil numer, zostawiła numer, zostawila numer, klient pyta, klientka pyta`,
  },
  {
    name: "vendor-search",
    phrases: `szukam (kogos|firmy|wykonawcy|dostawcy|fachowca|specjalisty|producenta|programisty|grafika|ekipy|hurtowni|freelancera), szukamy (kogos|firmy|wykonawcy|dostawcy|
    producenta|podwykonawcy|specjalisty|programisty|ekipy|hurtowni), poszukuje (firmy|wykonawcy|dostawcy|osoby|kogos|producenta|fachowca|programisty), poszukujemy (firmy|wykonawcy|dostawcy|producenta|podwykonawcy), firma ktora, firme ktora, firmy ktora, kogos kto, ktos kto, kto (zrobi|wykona|naprawi|sprzedaje|robi|moze polecic|poleci|zna|mogłby|moglby), mozecie polecic, mozecie kogos polecic,
    poleccie, poleci ktos, ktos poleca, ktos cos, polecacie jakas, zna ktos, znacie kogos, znacie jakas, dostawc*, wykonawc*, podwykonawc*, fachowiec, fachowca, sprawdzon* (firm*|fachowc*|ekip*), zlece, zlecimy, kupie, chetnie zapłace, chetnie zaplace`,
  },
  {
    name: "licences",
    phrases: `licencj*, subskrypcj*, abonament*, stanowisk*, uzytkownik*, na # stanowisk, na uzytkownika, wersja probna,
    wersji probnej, wersja testowa, wersji testowej, okres probny, okresu probnego, w chmurze, chmura, crm, erp, program do (faktur|fakturowania|magazynu|zarzadzania|rezerwacji|kadr|ksiegowosci|grafiku), system (rezerwacji|rezerwacyjny|magazynowy|kasowy|kolejkowy), oprogramowani*, wtyczk*, integracj* z, api, wdrozeni*, prawa autorskie, prawa do, zgod* na (wykorzystanie|publikacje|przedruk|
    uzycie), przedruk*, tantiem*, licencja komercyjna`,
  },
  {
    name: "papers",
    phrases: `katalog, katalogu, katalogi, cennik, cennika, probka, probki, probek, probke, folder reklamowy, broszur*, karta techniczna, karty technicznej, karta katalogowa, karty katalogowej, ulotke informacyjna, prezentacja, prezentacje, prezentacji, demo, pokaz, pokazu, wersja demo, dostep testowy, dostep do demo,
    wiecej informacji, wiecej szczegołow, wiecej szczegolow, szczegoły, szczegoly, szczegołow, szczegolow, szczegołowe informacje, szczegolowe informacje, szczegołowych informacji, szczegolowych informacji, informacje (o|na temat|dotyczace), informacji (o|na temat|dotyczacych), portfolio, materiały informacyjne, materialy informacyjne, lista produktow, pełna oferta, pelna oferta, pełna oferte,
    pelna oferte, zdjecia (produktu|realizacji)`,
  },
  {
    name: "contact-wish",
    phrases: `kontakt, kontaktu, kontakt telefoniczny, kontaktowac, skontaktowac, skontaktujcie, skontaktuj sie, prosze o kontakt, numer telefonu, podaj numer, podajcie numer, zadzwonic, zadzwoncie, zadzwon, jak (sie z wami|sie z panstwem|moge sie) skontaktowac, z kim (moge|mogłabym|moglabym|mogłbym|moglbym|sie|rozmawiac),
    kto (sie tym|zajmuje|odpowiada), napisac na priv, napisz na priv, na priv, odezwij sie, odezwijcie sie, prosze pisac, adres mailowy, adres email, na maila, mailowo, telefonicznie, porozmawiac, omowic, spotkac sie, umowic sie (na rozmowe|na spotkanie), przyjechac (zobaczyc|obejrzec), whatsapp, messenger*`,
  },
  {
    name: "offer",
    phrases: `oferujemy, oferuje, nasza oferta, nasza oferte, naszej oferty, proponujemy, chcielibysmy (zaproponowac|zaoferowac|przedstawic), chcia(ł|l)bym (zaproponowac|zaoferowac|przedstawic|sie przedstawic), chcia(ł|l)abym (zaproponowac|zaoferowac|przedstawic), przedstawic (nasza|panstwu|oferte), zaprezentowac, pomagamy (firmom|klientom), wspieramy firmy, specjalizujemy sie,
    swiadczymy usługi, swiadczymy uslugi, zajmujemy sie, jestesmy (agencja|producentem|firma specjalizujaca|liderem|dostawca|firma zajmujaca), reprezentuje firme, bezp(ł|l)atna (konsultacja|wycena|analiza|prezentacja|probka), bezp(ł|l)atna (konsultacje|analize|prezentacje), darmow* (audyt|konsultacj*|wycen*|probk*), niezobowiazujac*, bez zobowiazan, oferta specjalna, atrakcyjne ceny,
    atrakcyjnych cenach, konkurencyjne ceny, konkurencyjnych cenach, najwyzsza jakosc, najwyzszej jakosci, zapraszamy do (wspołpracy|wspolpracy|zapoznania|kontaktu), pozwalam sobie, pozwoliłem sobie, pozwolilem sobie, pozwoliłam sobie, pozwolilam sobie, nawiazac wspołprace, nawiazac wspolprace, nawiazania wspołpracy, nawiazania wspolpracy`,
  },
  {
    name: "probe",
    phrases: `czy (potrzebuja panstwo|szukaja panstwo|korzystaja panstwo|rozwazali panstwo|sa panstwo zainteresowani|byliby panstwo zainteresowani|zastanawiali sie panstwo|mysleli panstwo|planuja panstwo|byłby pan zainteresowany|bylby pan zainteresowany|byłaby pani zainteresowana|bylaby pani zainteresowana|panstwa firma), ile (płaca panstwo|placa panstwo|panstwo płaca|
    panstwo placa|obecnie płacicie|obecnie placicie), kto (w panstwa firmie|u panstwa), jak (radza sobie panstwo|panstwo radza|obecnie rozwiazuja), potrzebujesz (wiecej|pomocy|nowych), szukasz (nowych|sposobu|klientow|oszczednosci), jakie sa panstwa potrzeby, a co jesli, wyobraz sobie, chcesz (zwiekszyc|zaoszczedzic|pozyskac|zdobyc)`,
  },
  {
    name: "benefit",
    phrases: `zwiekszyc (sprzedaz|zyski|ruch|liczbe), zwiekszenie sprzedazy, wiecej (klientow|zapytan|sprzedazy|leadow), nowych klientow, pozyskiwani* klientow, oszczednosc*, oszczedzic, zaoszczedzic, obnizyc koszty, obnizenie kosztow, obnizamy, optymalizacj*, zoptymalizowac, usprawnic, usprawnieni*, widocznosc, widocznosci, pozycjonowani*, wyniki w google,
    pierwsza strona google, pierwszej stronie google, rozwoj firmy, rozwinac firme, wzrost (sprzedazy|o), do # %, nawet o #, bez ukrytych kosztow, rentownosc, zyskaj, zyskuja`,
  },
  {
    name: "meeting",
    phrases: `krotka rozmowa, krotka rozmowe, krotkiej rozmowy, krotkie spotkanie, krotkiego spotkania, # minut, # minutowa, umowic (rozmowe|spotkanie|krotka), umowienia spotkania, kiedy (pasuje|
    bedzie pasowac|moge zadzwonic|mozemy porozmawiac), dogodny termin, dogodnym terminie, własciwa osoba, wlasciwa osoba, odpowiednia osoba, osoba odpowiedzialna, osobe odpowiedzialna, osoba decyzyjna, kto odpowiada za, czy byłby pan zainteresowany, czy bylby pan zainteresowany, czy byliby panstwo zainteresowani, porozmawiac o (wspołpracy|wspolpracy|mozliwosciach), opowiedziec wiecej,
    pokazac jak, wymienic sie doswiadczeniami, link do kalendarza, prezentacja online`,
  },
  {
    name: "praise",
    phrases: `gratuluje, gratulacje, jestem pod wrazeniem, pod wrazeniem, zauwazyłem ze, zauwazylem ze, zauwazyłam ze, zauwazylam ze, zauwazyłem na, zauwazylem na, widze ze panstwa, sledze (panstwa|wasz|twoj), od dawna sledze, przeglada(ł|l)em (panstwa|wasza|twoja) strone,
    przegladajac (panstwa|wasza) strone, natknałem sie na, natknalem sie na, natrafi(ł|l)em na (panstwa|pana|twoj) (profil|strone|firme), zainteresował mnie, zainteresowal mnie, zainteresowała mnie, zainteresowala mnie, swietna robota, swietne tresci`,
  },
  {
    name: "proof",
    phrases: `zaufali nam, zaufało nam, zaufalo nam, wsrod naszych klientow, nasi klienci to, # lat doswiadczenia,
    wieloletnie doswiadczenie, wieloletniego doswiadczenia, lat na rynku, od # roku, lider rynku, liderem, wiodacy producent, wiodacym producentem, certyfikat iso, nasze realizacje, zadowolonych klientow, wspo(ł|l)pracujemy z (ponad|najwiekszymi|takimi), studium przypadku, case study, referencje na`,
  },
  {
    name: "opt-out",
    phrases: `wypisz sie, wypisac sie, rezygnacja z subskrypcji, zrezygnowac z (subskrypcji|newslettera|otrzymywania), anuluj subskrypcje, nie chcesz otrzymywac, nie chca panstwo otrzymywac, nie zycza sobie panstwo, otrzymujesz (te|ten) wiadomosc, otrzymujesz tego maila, wyswietl w przegladarce, newsletter, newslettera, polityka prywatnosci, wszelkie prawa zastrzezone,
    usuniecie z bazy, link rezygnacji`,
  },
  {
    name: "chase",
    phrases: `wracam do (tematu|mojej|poprzedniej), nawiazujac do (mojej|poprzedniej|ostatniej) wiadomosci, w nawiazaniu do (mojej|poprzedniego), ponawiam (wiadomosc|kontakt), przypominam sie, przypominam o (mojej|ofercie), poprzedni mail, poprzednia wiadomosc, moj ostatni mail, nie otrzymałem odpowiedzi, nie otrzymalem odpowiedzi,
    nie dostałem odpowiedzi, nie dostalem odpowiedzi, czy uda(ł|l)o sie (panstwu|zapoznac|przejrzec), czy miał pan okazje, czy mial pan okazje, czy mieli panstwo okazje, ostatnia proba kontaktu`,
  },
  {
    name: "links",
    phrases: `artykuł sponsorowany, artykul sponsorowany, artykułu sponsorowanego, artykulu sponsorowanego, artykuły sponsorowane, artykuly sponsorowane, wpis goscinny, wpisu goscinnego,
    wpisy goscinne, linkowani*, linkow zwrotnych, linki zwrotne, link zwrotny, link dofollow, wymiana linkow, publikacja artykułu, publikacja artykulu, baza (firm|mailingowa|danych firm|kontaktow|adresow), bazy (firm|mailingowe|kontaktow|adresow), domena na sprzedaz, influencer*, wspołpraca barterowa, wspolpraca barterowa, wspołprace barterowa, wspolprace barterowa`,
  },
  {
    name: "money-offer",
    phrases: `kupimy panstwa firme, kupimy firme, odkupimy, sprzedaz firmy, sprzedaza firmy, inwestor*, inwestycj* w panstwa, finansowani* (dla|firm|bez), kredyt*, pozyczk*, leasing dla, dotacj*, dofinansowani*, kapitał, kapital, kapitału, kapitalu, faktoring*, linia kredytowa, fundusz inwestycyjny, przejecie firmy, wycena firmy`,
  },
  {
    name: "recruiter",
    phrases: `kandydat*, rekrutacj*, rekruter*, oferta pracy, oferte pracy, oferty pracy, nowe wyzwania, nowych wyzwan, nowe wyzwanie zawodowe, stanowisko (w|na), na stanowisko, wynagrodzeni*, widełki, widelki, dla naszego klienta, agencja pracy, pracownicy tymczasowi, pracownikow tymczasowych, pracownicy z ukrainy, pracownikow z, leasing pracowniczy, profil zawodowy,
    panstwa profil, pana profil, pani profil, headhunt*, outsourcing pracownikow, wakat*`,
  },
  {
    name: "applicant",
    phrases: `szukam pracy, poszukuje pracy, podjac prace, chciałbym pracowac, chcialbym pracowac, chciałabym pracowac, chcialabym pracowac, praca dla, pracy w (panstwa|waszej), aplikuje, aplikowac, aplikacja na stanowisko, moje cv, cv w załaczniku, cv w zalaczniku, załaczam cv,
    zalaczam cv, przesyłam cv, przesylam cv, list motywacyjny, staz, stazu, praktyki, praktyk studenckich, praktyki zawodowe, moje doswiadczenie, moje umiejetnosci, ukonczyłem, ukonczylem, ukonczyłam, ukonczylam, absolwent*, do(ł|l)aczyc do (panstwa|waszego) zespo(ł|l)u, rozmowa kwalifikacyjna, rozmowe kwalifikacyjna, na rozmowe rekrutacyjna, szukacie pracownik*, przyjmujecie do pracy,
    czy przyjmujecie, dorywcz*`,
  },
  {
    name: "trouble",
    phrases: `nie działa, nie dziala, nie działaja, nie dzialaja, przestał działac, przestal dzialac, przestało działac, przestalo dzialac, przestała działac, przestala dzialac, nie moge sie zalogowac, nie moge zalogowac, hasło, haslo, hasła, hasla, logowani*, bład, blad, błedu, bledu, wyskakuje bład, wyskakuje blad, komunikat błedu,
    komunikat bledu, awaria, awarii, awarie, usterk*, zepsut*, uszkodzon*, wadliw*, reklamacj*, zawiesza sie, wyłacza sie, wylacza sie, nie włacza sie, nie wlacza sie, nie uruchamia sie, nie drukuje, nie da sie (zalogowac|otworzyc|wejsc), nie wyswietla sie, problem z (logowaniem|zamowieniem|kontem|urzadzeniem|programem), zgłoszenie nr, zgloszenie nr, numer zgłoszenia, numer zgloszenia,
    brakuje (czesci|srub|elementu), zły rozmiar, zly rozmiar, zły kolor, zly kolor, jak (zmienic|usunac|zresetowac|wyłaczyc|wylaczyc|ustawic)`,
  },
  {
    name: "customer",
    phrases: `moje zamowienie, mojego zamowienia, nasze zamowienie, naszego zamowienia, numer zamowienia, zamowienie nr, zamowienia nr, zamowieniem nr, status zamowienia, zamowiłem, zamowilem, zamowiłam, zamowilam, zamowilismy, kupi(ł|
    l)em u (was|panstwa), kupi(ł|l)am u (was|panstwa), zakupiłem, zakupilem, zakupiłam, zakupilam, zakupilismy, nie otrzymałem, nie otrzymalem, nie otrzymałam, nie otrzymalam, nie dotarł*, nie dotarl*, nie przyszł*, nie przyszl*, jeszcze nie (dotarł*|dotarl*|przyszł*|przyszl*|dostałem|dostalem|dostałam|dostalam), gdzie jest moja, gdzie jest moje, gdzie jest paczka, numer przesyłki,
    numer przesylki, zwrot (pieniedzy|towaru|srodkow), zwrotu (pieniedzy|towaru|srodkow), zwrocic (towar|produkt|pieniadze), anulowac (zamowienie|rezerwacje|umowe), anuluje, rezygnuje z, odstapieni* od umowy, wypowiedziec umowe, wypowiedzenie umowy, rozwiazac umowe, moje konto, mojego konta, mojej umowy, moja fakture, moja rezerwacja, moja rezerwacje, numer klienta, na gwarancji,
    zamontowany przez was, wymiana towaru, prze(ł|l)ozyc (wizyte|termin), skarg*`,
  },
  {
    name: "bill",
    phrases: `faktura, faktury, fakture, faktura vat, faktura korygujaca, faktur za, do zapłaty, do zaplaty, termin płatnosci, termin platnosci, wezwanie do zapłaty, wezwanie do zaplaty, przypomnienie o płatnosci, przypomnienie o platnosci, zaległosc, zaleglosc, zaległosci, zaleglosci, zaległa,
    zalegla, nieopłacon*, nieoplacon*, opłacon*, oplacon*, p(ł|l)atnosc (za|została|zostala|nr), potwierdzenie (przelewu|płatnosci|platnosci), numer konta, na konto, rachunek bankowy, paragon*, nota (korygujaca|ksiegowa), saldo, rozliczeni*, upływa termin, uplywa termin`,
  },
  {
    name: "broadcast",
    phrases: `nie przegap, sprawdz (oferte|teraz|nowosci|szczegoły|szczegoly), dowiedz sie wiecej, czytaj wiecej, zobacz wiecej, kliknij (tutaj|tu|w link), zarejestruj sie, zapisz sie, tylko (dzis|dzisiaj|teraz|do), ostatnia szansa, ostatnie dni, ostatnie miejsca, kod rabatowy, kod promocyjny, kodem, rabatu na, % taniej, taniej o, wyprzedaz*, promocj*, darmowa dostawa,
    nowosci w, nowa kolekcja, webinar*, zaproszenie na, zapraszamy na (webinar|szkolenie|konferencje|targi|spotkanie), black friday, drodzy (klienci|czytelnicy|subskrybenci), szanowni klienci, odkryj, skorzystaj z`,
  },
  {
    name: "automatic",
    phrases: `wiadomosc (wygenerowana automatycznie|automatyczna), wygenerowan* automatycznie, automatyczna odpowiedz, prosimy nie odpowiadac,
    prosze nie odpowiadac, nie odpowiadaj na, kod weryfikacyjny, kod (autoryzacyjny|jednorazowy|logowania), potwierdz (swoj|adres|email|konto), zresetuj hasło, zresetuj haslo, reset hasła, reset hasla, resetowani* hasła, resetowani* hasla, nowe logowanie, twoje (konto|zamowienie|hasło|haslo) (zostało|zostalo|jest), twoja (paczka|rezerwacja|płatnosc|platnosc) (została|zostala|jest),
    paczka (została|zostala|jest|czeka), zosta(ł|l)* (utworzon*|zaktualizowan*|przypisan*|wysłan*|wyslan*|potwierdzon*|zmienion*|przyjet*|nadan*|anulowan*), dziekujemy za (zamowienie|rejestracje|zakup|kontakt|zgłoszenie|zgloszenie), przyjelismy (zgłoszenie|zgloszenie|zamowienie), jestem (na urlopie|poza biurem|nieobecn*), przebywam na urlopie, na urlopie do, poza biurem, wracam #,
    nie dostarczono, wygasa, wygasnie`,
  },
  {
    name: "colleague",
    phrases: `czesc wszystkim, hej wszystkim, drodzy kolezanki, szanowni wspołpracownicy, szanowni wspolpracownicy, do wiadomosci zespołu, do wiadomosci zespolu, notatk* ze spotkania, protokoł ze, protokol ze, na zebraniu, na spotkaniu zespołu, na spotkaniu zespolu, harmonogram urlopow, wniosek urlopowy, wniosek o urlop, urlop*,
    zwolnienie lekarskie, pracuje z domu, praca zdalna dzis, delegacj*, dla klienta, klient (czeka|chce|pyta|dzwonił|dzwonil|prosi|potrzebuje|zaakceptował|zaakceptowal), klientka (czeka|chce|dzwoniła|dzwonila), mozesz (sprawdzic|wysłac|wyslac|przesłac|przeslac|przygotowac|zadzwonic|zamowic|podpisac|zerknac), wysłałes, wyslales, wysłałas, wyslalas, zamowiłes, zamowiles, zamowiłas, zamowilas,
    zadzwoniłes, zadzwoniles, oni (chca|czekaja|pytaja), powiedz (mu|jej|im), szef, szefa, kadry, intranet*`,
  },
  {
    name: "private",
    phrases: `kocham cie, kochanie, skarbie, buziak*, całus*, calus*, całuje, caluje, sciskam, mamo, tato, babciu, babcia, dziadek, dzieciaki, wszystkiego najlepszego, sto lat, imieniny, urodziny (mamy|taty|babci), wpadnij*, wpadniecie, wpadacie, na obiad, na kolacje,
    na piwo, grill*, widzimy sie (w|o|jutro), do zobaczenia, tesknie, co u ciebie, co słychac, co slychac, jak sie masz, zdjecia z wakacji, na wakacj*, kup (chleb|mleko), odbierz (dzieci|mnie), ciocia, wujek, kuzyn*`,
  },
  {
    name: "thanks",
    phrases: `dziekuje za (pomoc|spotkanie|rozmowe|odpowiedz|szybka|wiadomosc|wczoraj|wizyte|przesłanie|przeslanie|oferte), dziekujemy za (pomoc|spotkanie|rozmowe|
    odpowiedz|przesłanie|przeslanie|oferte), dzieki za (pomoc|wczoraj|spotkanie|info|odpowiedz), potwierdzam (termin|spotkanie|odbior|otrzymanie), potwierdzamy, pasuje mi, pasuje nam, do jutra, wszystko jasne, super dzieki, wybralismy (inna|innego), zdecydowalismy sie na (inna|innego), tym razem (nie|rezygnujemy), nie skorzystamy, inna oferte, innego wykonawce`,
  },
  {
    name: "survey",
    phrases: `ankiet*, wypełnij ankiete, wypelnij ankiete, wypełnienie ankiety, wypelnienie ankiety, krotka ankiete, kwestionariusz*, twoja opinia, panstwa opinia, panstwa opinie, ocen (nas|zakup|swoje), wystaw (opinie|ocene), zostaw opinie, jak oceniasz, jak oceniaja panstwo, badanie satysfakcji, podziel sie opinia, zajmie # minut`,
  },
  {
    name: "press-or-cause",
    phrases: `dziennikar*, redakcj*, redaktor*, artykuł o, artykul o, do artykułu, do artykulu, wywiad*, patronat*, materiał prasowy, material prasowy, informacja prasowa, notatka prasowa, praca (magisterska|licencjacka|inzynierska|dyplomowa), prace (magisterska|licencjacka|inzynierska|dyplomowa), pracy (magisterskiej|licencjackiej|dyplomowej), student*,
    jestem studentk*, fundacj*, stowarzyszeni*, zbiork*, darowizn*, darczync*, wsparcie finansowe, wolontariusz*, wolontariat*, sponsor*, charytatywn*, loteri* fantow*, nagrody na, petycj*, uchodzc*, hospicj*, schronisk*`,
  },
  {
    name: "law",
    phrases: `rodo, dane osobowe, danych osobowych, ochron* danych, usunieci* (danych|moich danych), prawo dostepu, administrator danych, kancelaria informuje,
    pozew, pozwu, sad, sadu, postepowani* sadow*, roszczeni*, odpowiedzialnosc prawna, prawa autorskie, naruszeni* (praw|regulaminu), znak towarowy, regulamin*, wezwanie przedsadowe, komornik*, urzad skarbowy`,
  },
  {
    name: "scam",
    phrases: `spadek po, odziedzicz*, spadkobierc*, beneficjent*, milion* (dolarow|euro|usd), wygrałes, wygrales, wygrała pani, wygrala pani, wygrał pan, wygral pan,
    loteri*, twoje konto zosta(ł|l)o (zablokowane|zawieszone|ograniczone), konto zostało zablokowane, konto zostalo zablokowane, odblokowac konto, dopłata do paczki, doplata do paczki, dopłaty do przesyłki, doplaty do przesylki, potwierdz dane, zaktualizuj dane, bitcoin*, kryptowalut*, poufna propozycja, pilna odpowiedz`,
  },
  {
    name: "owned",
    phrases: `kupiłem, kupilem, kupiłam, kupilam, kupilismy, zapłaciłem, zaplacilem, zapłaciłam, zaplacilam, zapłacilismy, zaplacilismy, opłaciłem, oplacilem, opłaciłam, oplacilam, zamowiłem, zamowilem, zamowiłam, zamowilam, zwrot pieniedzy, po zakupie, po opłaceniu, po oplaceniu, klucz licencyjny, kod aktywacyjny, aktywacj*, przed(ł|l)uzeni* (licencji|abonamentu),
    mam juz (konto|licencje|wersje), nie dosta(ł|l)em (klucza|kodu|maila)`,
  },
  {
    name: "for-nothing",
    phrases: `za darmo, darmow*, bezpłatnie, bezplatnie, bezpłatn*, bezplatn*, gratis, gratisow*, nieodpłatn*, nieodplatn*, oddam za, nic nie kosztuje, wersja darmowa, darmowa wersja, crack, z torrentow`,
  },
  {
    name: "supplier-pitch",
    phrases: `jestesmy producentem, jestesmy dystrybutorem, jestesmy importerem, produkujemy, eksportujemy, importujemy, dostarczamy, posiadamy (w ofercie|własna|wlasna|własny|wlasny|wolne moce|magazyn), mamy w (ofercie|magazynie), mamy do (sprzedania|zaoferowania), do zaoferowania, z magazynu, od producenta, prosto od producenta, ceny (od|promocyjne|producenta),
    wolne moce (produkcyjne|przerobowe), nasi (kierowcy|specjalisci|programisci|pracownicy), nasza (fabryka|gama|produkcja|kolekcja), nasze (ceny|produkty|usługi|uslugi), zostac panstwa dostawca, panstwa dostawca, kto u panstwa (zajmuje|odpowiada), probki (bezpłatnie|bezplatnie|gratis|za darmo), z kim moge rozmawiac`,
  },
  {
    name: "work-wanted",
    phrases: `szukam pracy, szukam zlecenia, szukam zlecen, poszukuje pracy, praca zdalna, umowa o prace, umowe o prace, etat, etatu, pensja, wynagrodzenie, zyciorys, cv, wolne stanowiska, zatrudnimy, zatrudnie, szukamy (pracownik*|kandydat*|osoby do), dołacz do zespołu, dolacz do zespolu, programista poszukiwany, staz*`,
  },
  {
    name: "seller-answers",
    phrases: `prosze (pisac|o wiadomosc|zadzwonic|kontaktowac sie) (na|do|pod|z), zapraszam (na|do|serdecznie|po), zapraszamy do (sklepu|kontaktu|zakupu), mozna (kupic|zamowic|pobrac) (na|u|w), moge (zaproponowac|zaoferowac|wysłac|wyslac|sprzedac), mozemy (zaproponowac|zaoferowac), dziekujemy za (zainteresowanie|zapytanie|wiadomosc), dziekuje za (zainteresowanie|
    zapytanie), w odpowiedzi na (zapytanie|pana|pani|panstwa), w za(ł|l)aczeniu (oferta|przesyłam|przesylam|przesyłamy|przesylamy), w za(ł|l)aczniku przesy(ł|l)am (oferte|cennik), przesy(ł|l)am (oferte|wycene|cennik), niestety nie (mamy|sprzedajemy|oferujemy|planujemy), nasz cennik, nasza strona, cena wynosi, koszt wynosi, pisz na, pisz smiało, pisz smialo`,
  },
  {
    name: "notice",
    phrases: `informujemy ze, informujemy o, uprzejmie informujemy, przypominamy, przypomnienie, komunikat, zawiadomieni*, ogłoszenie o, ogloszenie o, uwaga mieszkancy, zebrani*, walne zgromadzenie, porzadek obrad, przerwa w dostaw*, przerwy w dostawie, przeglad (techniczny|kominiarski|instalacji|gazowy), godziny otwarcia, nieczynne, bedzie nieczynn*, zamkniete w,
    zmiana (regulaminu|cennika|godzin), wyciag z konta, zostanie (zamkniet*|wyłaczon*|wylaczon*|przeprowadzon*|pobran*|dostarczon*), od dnia #, lokator*, wspolnota mieszkaniowa, wspolnoty mieszkaniowej, aktualizacj* regulaminu`,
  },
  {
    name: "your-goods",
    phrases: `(wasz|wasza|wasze|waszego|waszej|waszych|panstwa|pana|pani) (produkt|produkty|produktow|produktu|oferta|oferte|oferty|ofercie|cennik|
    cennika|katalog|katalogu|usług|uslug|usługi|uslugi|usługa|usluga|sklep|sklepu|sklepie|oprogramowanie|oprogramowania|program|programu|maszyny|maszyn|ceny|cen|kurs|kursy|kursu|szkolenia|model|modele|urzadzenie|urzadzenia|system|systemu|kolekcja|kolekcje|wina|meble|aplikacja|aplikacje|aplikacji|warsztat|pokoje|sala)`,
  },
  {
    name: "your-business",
    phrases: `(wasza|wasze|waszej|twoja|twojej|twoj|panstwa|pana|pani) (firma|firmy|firmie|firme|strona|strony|strone|witryna|klienci|klientow|zespoł|zespol|zespołu|zespolu|sprzedaz|sprzedazy|marka|marki|marke|biznes|biznesu|branza|branzy|pracownicy|pracownikow|procesy|profil|działalnosc|dzialalnosc|działalnosci|dzialalnosci|przedsiebiorstwo|organizacja|organizacji|
    koszty|rachunki|flota)`,
  },
  {
    name: "our-goods",
    phrases: `(nasz|nasza|nasze|naszego|naszej|naszych|naszym|naszymi) (produkt|produkty|produktow|rozwiazanie|rozwiazania|rozwiazan|platforma|platforme|platformy|oferta|oferte|usługi|uslugi|usług|uslug|oprogramowanie|agencja|agencji|system|eksperci|ekspertow|specjalisci|specjalistow|aplikacja|narzedzie|newsletter|technologia|technologii|
    portfolio|szkolenia|realizacje|katalog|asortyment)`,
  },
  {
    name: "our-company",
    phrases: `nasza firma, naszej firmy, nasza firme, naszej firmie, moja firma, mojej firmy, w naszej firmie, w imieniu firmy, jestesmy (firma|społka|spolka|startupem|zespołem|zespolem|organizacja|przedsiebiorstwem|instytucja), reprezentuje (firme|społke|spolke), nasz zespoł, nasz zespol, naszego zespołu,
    naszego zespolu, nasi klienci, naszych klientow, nasz klient, nasz projekt, pracuje w firmie, przedsiebiorstw*, startup*, na produkcji`,
  },
];
