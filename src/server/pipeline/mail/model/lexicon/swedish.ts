import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Swedish. */
export const SWEDISH: readonly Concept[] = [
  {
    name: "ask",
    phrases: `kan ni (skicka|aterkomma|ge|lamna|offerera|hora|ringa|beratta|hjalpa|maila|mejla|kontakta|upplysa|saga), kan du (skicka|aterkomma|ge|ringa|beratta|maila|mejla|hjalpa), kan nagon, skulle ni kunna, skulle du kunna, skulle vi kunna, skulle jag kunna, gar det att, ar det mojligt, finns det mojlighet, vanligen (skicka|aterkom|kontakta|ring|lamna|offerera|meddela|sand),
    hor av (er|dig), hor garna av, aterkom garna, aterkom med, ring mig, ring garna, ring upp, bli uppringd, skicka (garna|mig|oss|over|pris|offert|information), maila mig, mejla mig, kontakta mig, kontakta oss, meddela (mig|oss|pris), beratta (garna|mer|for), sag till, tar garna emot, tacksam for (svar|offert|pris|information|hjalp|aterkoppling|besked), tacksam om, tacksamma for, tacksamma om,
    onskar (offert|pris|fa|en offert|bli|information|prisuppgift|kontakt), vill garna (ha|fa|veta|hora), vi vill ha, jag vill ha, emotser, ser fram emot (ert svar|er offert|svar|ditt svar|ett prisforslag), hoppas pa svar, hur gor (jag|man|vi), vem (kan|ska|bor) (jag|vi), undrar (om|vad|hur|over|vilka|ifall), jag undrar, vi undrar`,
  },
  {
    name: "do-you-sell",
    phrases: `har ni (mojlighet|nagra|nagon|nagot|kvar|den|det|tid|lediga|plats|ett|en|aven|fortfarande|pa lager), saljer ni, hyr ni ut, levererar ni, skickar ni, gor ni, erbjuder ni, tillverkar ni, lagar ni, reparerar ni, monterar ni, installerar ni, kor ni, jobbar ni med, arbetar ni med, utfor ni, trycker ni, tar ni (emot|pa er|hand om|uppdrag|er an), atar ni er,
    sysslar ni med, finns (den|det|de|dessa) (kvar|i|pa|att|att kopa|fortfarande), finns i lager, pa lager, i lager, gar att (kopa|bestalla|fa|hyra), vad tar ni, vad har ni for, vilka (storlekar|farger|modeller|alternativ|villkor|priser|tider), hur lang tid, hur lang leveranstid, hur snabbt, hur snart, nar kan ni, fortfarande till salu, till salu, finns att kopa, finns att hyra, var kan (jag|
    man|vi) (kopa|bestalla|fa tag), ar den fortfarande, ar ni certifierade, ar ni intresserade av att (gora|utfora|offerera)`,
  },
  {
    name: "ability",
    phrases: `kan ni (gora|laga|fixa|reparera|leverera|trycka|bygga|sy|baka|komma|hamta|montera|installera|ta emot|ta hand|oversatta|renovera|frakta|stada|mala|slipa|svetsa|tillverka|ordna|ta fram|skicka till|kora|bara|matcha|specialtillverka),
    kan du (laga|fixa|reparera|bygga|sy|komma|mala|gora), klarar ni, hinner ni, har ni kapacitet, gar det att (laga|fa|bestalla|hyra|boka|kopa|reparera|anpassa|ordna|trycka|hamta|renovera), kan man (kopa|bestalla|hyra|boka|fa|hamta|betala|lamna), pa matt, mattbestall*, mattanpass*, specialbestall*, enligt (ritning|skiss|bifogad), inklusive montering, med tryck, med gravyr`,
  },
  {
    name: "buyer-self",
    phrases: `jag driver, vi driver, jag ager, vi ager, vi ar (en liten|ett litet|en skola|ett hotell|en forening|en bostadsrattsforening|en familj|ett gang|ett par|en grupp|ett foretag som|en restaurang|en forskola|ett team pa|en kommun|ett byggforetag), jag har (en liten|ett litet|en butik|ett hus|en villa|en restaurang|en salong|ett cafe|en gard|en sommarstuga|
    en lagenhet|en tomt|en bat), vi har (en liten|ett litet|en butik|ett hus|en villa|en restaurang|ett hotell|en gard|en lokal|en verkstad|ett kontor|kopt), jag ska (oppna|starta|gifta|bygga|flytta|renovera), vi ska (oppna|starta|gifta|bygga|flytta|renovera|ha|anordna|arrangera|kopa), vi bygger, vi renoverar, vi planerar att, jag planerar att, haller pa att (bygga|renovera|starta|oppna),
    vi gifter oss, inkopare, inkopsavdelning*, inkopsansvarig, for var kunds rakning, for en kunds rakning, a (var|min) kunds vagnar`,
  },
  {
    name: "goods",
    phrases: `stolar, stol, skrivbord, bord, fonster, dorr, dorrar, gardiner, persienner, kakel, klinker, golv, parkett, laminat, mattor, hyllor, lastpall*, pallar, kartonger, flaskor, etiketter, pasar, kassar, muggar, trojor, t shirts, jackor,
    skor, stovlar, arbetsklader, hjalmar, handskar, pumpar, pump, motor, motorer, ventiler, kullager, packningar, bultar, skruvar, kablar, sensorer, maskin, maskiner, svarv, pressar, truck, truckar, gaffeltruck, elverk, kompressor*, container*, cement, grus, sand, virke, stal, plat, aluminium, plast, gummi, glas, tegel, takpannor, takplat, hangrannor, grind, grindar, staket, mobler, kok,
    badrum, panna, pannor, element, solceller, batterier, lampor, belysning, dator, datorer, skarmar, skrivare, servrar, surfplattor, projektor, kylskap, frys, ugn, ugnar, vin, kaffe, honung, ris, socker, mjol, ost, tarta, tartor, blommor, ljus, leksaker, bocker, broschyrer, affischer, skyltar, stamplar, pokaler, slap, slapvagn, traktor, bat, cykel, cyklar, dack, reservdel*, soffa, soffor,
    sang, sangar, madrass*, partytalt, talt, scen, utrustning, verktyg`,
  },
  {
    name: "things",
    phrases: `bankskiv*, markis*, pergola, vaxthus, uterum, altan, marksten, stenplattor, isolering, hiss, hissar, kran, gravmaskin, minigravare, grasklippare, motorsag, varmepump*, luftvarmepump*, luftkonditionering, flakt*, filter, slang*, munstycke*, blandare, diskho, badkar, dusch*, toalett*, bajamaj*,
    cistern, tank, tankar, vag, vagar, mikroskop, hogtalare, kamera, kameror, dronare, laddbox*, laddstolp*, vaxelriktare, diskmaskin*, degblandare, kvarn, kaffemaskin*, kassaregister, kassasystem, forpackning*, burkar, sackar, bankar, skap, garderob*, piano, flygel, fiol, gitarr, elsparkcykel, kajak*, segel, sadel, foder, fron, plantor, godsel, jord, bikupor, jast, olja, olivolja, kryddor,
    choklad, notter, kott, fisk, bukett*, krans, kransar, tval, handdukar, sangklader, tyg, tyger, garn, lader, dragkedj*, forkladen, klanning*, kostym*, ringar, medaljer, flagg*, klistermark*, dekaler, rullstol*, horapparat*, glasogon, munskydd, implantat, lim, farg, lack, gjutgods, fjadrar, kugghjul, remmar, kedjor, formverktyg, prototyp*`,
  },
  {
    name: "service",
    phrases: `stadning, stad, catering, fotograf*, videograf, oversattning*, oversattare, tolk, redovisning*, bokforing, revisor*, revision, jurist, advokat*, arkitekt*, besiktning*, vardering, rormokare, vvs, elektriker, taklaggare, malare, malning, snickare, tradgardsskotsel, tradgardsmastare, flytt, flyttfirma, flytthjalp, magasinering, transport, frakt, bud, byggstallning*,
    svetsning, frasning, pulverlackering, brodyr, tryckeri, grafisk design, hemsida, webbplats, webbutveckling, logotyp*, hosting, it support, it drift, serviceavtal, underhall, reparation*, vaktare, bemanning, konsult*, utbildning, kurs, kurser, lektioner, workshop, forelasare, forelasning, coach*, fysioterap*, massage, dj, band, moderator, lokal, konferenslokal, festlokal, rum, dubbelrum,
    stuga, boende, overnattning, hotell, resa, forsakring, lonehantering`,
  },
  {
    name: "deeds",
    phrases: `bortforsling, rojning, dodsbo*, rivning, putsning, dranering, omdragning, elinstallation, tradfallning, stubbfrasning, beskarning, skadedjur*, sanering, sotning, sotare, lassmed, bargning, gravyr, gravering, omkladsel, kladsel, pianostamning, bouppteckning, arvskifte, testamente,
    framtidsfullmakt, bodelning, skilsmassa, visum, korrekturlasning, deklaration, bokslut, brollopsfotograf*, filmning, buffe, bartender, busstransport, hyrbuss, buss till, fortullning, kalibrering, provning, svarvning, gjutning, anodisering, forzinkning, laserskarning, # d utskrift, tappning, rostning, migrering, apputveckling, penetrationstest, dataraddning, grafisk profil, forsta hjalpen,
    laxhjalp, sprakkurs, tandlakare, veterinar*, vaccination, hundpensionat, hunddagis, begravning*, gravsten*, notarie, montering, installation, renovering*, snorojning, fonsterputs*, flyttstad*, byte av (fonster|tak|panna|dorrar|avlopp|kok)`,
  },
  {
    name: "quantity",
    phrases: `# (st|stycken|styck|ex|exemplar|kg|ton|liter|meter|kvm|m|mm|pallar|kartonger|flaskor|licenser|anvandare|personer|gaster|
    anstallda|platser|rum|par|sackar|lador), ca #, cirka #, ungefar #, ett tiotal, ett hundratal, ett par hundra, nagra stycken, en handfull, antal, kvantitet*, volym*, upplaga, storre parti, storre mangd*, storre antal, minsta order, minsta antal, minimiorder, per manad, per ar, per vecka, i manaden, om aret, arsvolym, mangdrabatt, grossist*, en hel pall`,
  },
  {
    name: "delivery",
    phrases: `leveranstid*, leverans till, levereras till, leverans (i|senast|inom), frakt till, fraktkostnad*, fraktpris, leveransvillkor, leveransdatum, hamta sjalv, hemleverans, betalningsvillkor, garanti, garantitid, inklusive frakt, inkl frakt, fritt levererat, ritning*, bifogad ritning, bifogar ritning, kravspecifikation*, specifikation*, matt, matten, dimensioner,
    skickas till`,
  },
  {
    name: "our-need",
    phrases: `(var|vart|vara|min|mitt|mina) (nya|gamla|lilla|nuvarande|) (kontor|skola|hotell|restaurang|butik|butiker|hus|villa|lagenhet|tradgard|projekt|bygge|verkstad|fabrik|lager|kok|badrum|tak|klinik|cafe|gard|brollop|fest|budget|behov|personal|anstallda|medlemmar|gaster|elever|forening|bostadsrattsforening|brf|fordonsflotta|produktion|kund|sommarstuga|
    tomt|bat|foretag|verksamhet|salong|forskola|event), till (kontoret|butiken|skolan|restaurangen|brollopet|koket|tradgarden|huset|sommarstugan|foreningen|verkstaden|personalen|vart|var|min|mitt), for (eget bruk|var rakning|var verksamhet), vi behover, jag behover, vi ar i behov, behover hjalp med`,
  },
  {
    name: "decides",
    phrases: `innan (jag|vi) (bestaller|koper|bestammer|bokar|betalar|skriver), om ni (kan|har) sa (koper|bestaller|tar), i sa fall, i sadana fall (koper|vill|tar|bestaller), om (priset|det gar|det passar), jag tar, vi tar, jag skulle ta, vi skulle ta, jag koper, vi koper, jag bestaller, vi bestaller, kan betala, betalar (kontant|med|via), swish, handpenning, delbetal*,
    redo att (bestalla|kopa|skriva|boka|borja), valjer mellan, velar mellan, funderar pa (att kopa|att bestalla|att boka|att skaffa|att byta|om), hur (bestaller|koper|bokar|betalar|anmaler) (jag|man|vi), hur gar (det|jag|vi|man) (till|vidare|tillvaga), hur blir (jag|vi) (kund|medlem|aterforsaljare), nar kan (ni|du|vi|jag) (borja|komma|starta|leverera|hamta|fa)`,
  },
  {
    name: "order-now",
    phrases: `jag vill bestalla, vi vill bestalla, vill bestalla, vill kopa, vill boka, vill hyra, onskar bestalla, onskar boka, onskar kopa, skulle vilja (bestalla|kopa|boka|hyra|anmala), harmed bestall*, vi bestaller harmed, bestallning av, bestaller #, jag tar (#|tva|tre|fyra|en), skicka #, skicka (mig|oss) (#|tva|tre|fyra|fem|en|ett), vanligen (leverera|boka|registrera|
    anmal), boka (in|oss|mig|ett|en), skriv upp (mig|oss), anmal (mig|oss), anmala (mig|oss), proforma, proformafaktura, reservera`,
  },
  {
    name: "own-trouble",
    phrases: `(pannan|taket|hissen|servern|kylen|frysen|ugnen|spisen|diskmaskinen|tvattmaskinen|pumpen|varmepumpen|grinden|staketet|bilen|datorn|skrivaren|toaletten|avloppet|kranen|roren) (har|ar|lacker|gick|fungerar|funkar|startar|dog|
    droppar|ger|la), lacker, lacka, vattenlack*, vattenskad*, oversvamning, mogel, fukt i, fuktskad*, stopp i (avloppet|toaletten|handfatet), igensatt, rattor, moss, getingar, getingbo, myror i, vaggloss, tappat nyckel*, utelast, sprucken, spruckit, gatt sonder, gick sonder, har pajat, pajade, gett upp, lagt av, rasat, utsliten, utslitet, uttjant, maste bytas, behover bytas, lamnade aterbud,
    backade ur, hoppat av, hoppade av, har slutat, gatt i pension, gick i pension, lagt ner, konkurs, ingen (svarar|vill|kan|saljer|ringer|dyker), hittar (ingen|inte|ingenstans), far inte tag pa, svart att hitta, blivit utan, star utan`,
  },
  {
    name: "head-count",
    phrases: `# (personer|pers|gaster|barn|vuxna|deltagare|elever|anstallda|rum|sangar|lagenheter|butiker|kor|hastar|bilar|platser|
    sittande|kuvert|medlemmar|enheter), for # personer, for # pers, till # personer, (tva|tre|fyra|fem|sex|sju|atta|nio|tio|tolv|femton|tjugo|trettio|fyrtio|femtio|hundra) (personer|gaster|barn|vuxna|stycken|deltagare), vi ar #, vi blir #, vi ar (tva|tre|fyra|fem|sex|atta|tio|cirka|ca|ungefar), vi blir (cirka|ca|ungefar|runt|kring), ett sallskap pa, sallskap om, en grupp pa, grupp om #,
    runt # personer, # i veckan, # i manaden, # om aret, # per dag`,
  },
  {
    name: "occasion",
    phrases: `brollop*, fodelsedag*, arsdag, jubileum*, julbord*, julfest, personalfest, firmafest, kick off, kickoff, konferens*, massa, massan, event, studentfest, studenten, invigning*, renover*, nybygg*, tillbyggnad, ombyggnad, nytt kontor, nya lokaler, oppnar (en|ny|var|butik|restaurang), var budget,
    budget pa, budgeten ar, max budget, bradskande, brattom, akut, snarast, sa snart som mojligt, sa fort som mojligt, omgaende, till (varen|sommaren|hosten|vintern|jul|midsommar|pask), innan (jul|sommaren|semestern|midsommar|helgen), fore (jul|sommaren|midsommar), senast (fredag|mandag|den), nasta (vecka|manad|ar|var|sommar), i slutet av (manaden|aret|veckan)`,
  },
  {
    name: "own-life",
    phrases: `min (mamma|pappa|fru|man|sambo|dotter|son|syster|bror|mormor|morfar|farmor|farfar|chef|hund|katt|hast|klient|kund|butik|salong|bat|firma|dotters|sons|fastman|fastmo), mitt (barn|barnbarn|cafe|hus|kok|stall), mina (barn|foraldrar|kunder|hastar), var (dotter|son|forening|kor|klubb|skola|forsamling|klass|hund|by|brollopsdag), vart (brollop|barn|lag|hus|hotell|kok|
    cafe), vara (barn|medlemmar|gaster|kunder|elever), gifta oss, gifter oss, begravning, minnesstund, dop, dopet, konfirmation*, mohippa, svensexa, inflyttningsfest, studentskiva, avtackning, pensionsfest, slakttraff, klassfest, tjejhelg, midsommarfest, kraftskiva`,
  },
  {
    name: "still-free",
    phrases: `lediga (platser|tider|rum|datum|bord|stugor|biljetter), ledig (tid|plats|stuga|lokal), ledigt (rum|bord|datum|den|i|for), finns det (lediga|ledigt|plats|platser|kvar|nagon ledig|nagra lediga|rum|tid|fortfarande), plats for (#|tva|fyra|oss), platser kvar, biljetter kvar, har ni (ledigt|lediga|plats|oppet|tid|nagon tid|nagot ledigt|bord|rum), boka (bord|rum|tid|
    plats|stuga|lokalen|en tid), bord for, rum for, # natter, en natt, for en helg, tid for (besok|klippning|undersokning), fortfarande (kvar|ledig|ledigt|tillganglig), finns den kvar, ar den sald`,
  },
  {
    name: "switch",
    phrases: `idag (anvander|har|koper|jobbar) vi, vi anvander (idag|i dag|nu|just), anvander i dag, nuvarande (leverantor*|system|avtal|losning|byra|partner), var nuvarande,
    befintlig (leverantor|losning), befintliga (system|avtal), byta (leverantor|system|fran|till|ut|byra|redovisningsbyra|revisor|bank), byter (leverantor|system|fran), flytta over, migrera fran, ersatta (var|vart|vara|den|det|dagens), ersattning for, ersattare till, alternativ till, inte nojda med, missnojda med, missnojd med, avtalet (loper|gar) ut, vuxit ur, i excel, manuellt, for hand`,
  },
  {
    name: "resell",
    phrases: `aterforsalj*, distributor*, distribuera, distribution av, agent for, agentur, generalagent, ensamratt, exklusivitet, grossistpris*, inkopspris*, salja (era|er|ert) (produkter|sortiment|vin), salja vidare, vidareforsalj*, importera, importor, handelsmarginal, marginal*, franchise, bli (aterforsaljare|distributor|partner|agent), prislista for aterforsaljare,
    foretagsrabatt, foretagskonto`,
  },
  {
    name: "carry-goods",
    phrases: `kunder (fragar|efterfragar|vill|undrar), kunderna (fragar|efterfragar|vill), kunder som fragar, efterfragas, fragar efter (er|era|ert), i (var|min) (butik|webshop|webbutik|affar|restaurang|gardsbutik|salong|region), i vara butiker, i (vart|mitt) (sortiment|cafe|hotell), ta in (era|er|ert|i), ta in i sortimentet, till (var|
    min) (butik|webshop|webbutik|affar), i hyllan, pa hyllan, delikatess*, gardsbutik, presentbutik, inredningsbutik, webbutik, webshop, forsta order, forstaorder, provorder, minsta order, kommission, inkopspris, grossistpris, stamkunder`,
  },
  {
    name: "tender",
    phrases: `anbud, anbuden, anbudsforfragan, anbudsunderlag, anbudstid, anbudsgivare, forfragningsunderlag, upphandling*, upphandlar,
    offertforfragan, prisforfragan, begar offert, begara offert, begar in offert*, ta in offerter, tar in offerter, tagit in offert*, flera offerter, tre offerter, jamfor (offerter|leverantorer|priser), jamfora (offerter|leverantorer|priser|olika), direktupphandling, ramavtal, avropa, avrop, forfragan om (pris|offert), lamna (anbud|offert|pris pa), inkomma med (anbud|offert|pris),
    utvardering av (leverantorer|anbud), utvarderar (leverantorer|olika|system), sista anbudsdag, sista dag for, uppdragsbeskrivning, leverantorsval, kravstallning, tilldelning, tilldelningsbeslut`,
  },
  {
    name: "referral",
    phrases: `rekommenderad*, rekommenderade (er|dig|oss|mig), rekommenderat (er|dig|oss), blev rekommenderad*, fatt (ert|ditt|er) (namn|nummer|tips), fick (ert|ditt|er) (namn|
    nummer|kontakt|mail), fick tips om, fatt tips om, tipsade om, tipsad om, hittade (er|dig|ert|din|era), hittade (er|dig) (pa|via|genom), sag (er|ert|era|din|pa er|att ni) (annons|monter|hemsida|skylt|bil|arbete|saljer|har|gor|hyr), sag pa (er|hemsidan|facebook|instagram), hort (gott|bra|talas) om er, horde (talas|om) er, via google, via en (van|bekant|kollega|granne), pa er hemsida,
    pa er sida, pa facebook, pa instagram, pa massan, en (van|bekant|kollega|granne) (tipsade|rekommenderade|har|sa), goda omdomen, bra omdomen`,
  },
  {
    name: PASSED_ON,
    phrases: `ringde (och|in|angaende|fran|om), har ringt, ringt och, vill bli (uppringd|kontaktad), onskar bli (uppringd|kontaktad), ber om (att bli|offert|pris|aterkoppling|ett samtal), bad om (att|offert|pris),
    ring upp (honom|henne|kunden), ny forfragan, nytt meddelande, nytt arende fran, ny lead, nytt lead, kontaktformular, kontaktformularet, formular pa, inskickat via, skickat fran (hemsidan|formularet), offertforfragan fran, telefonmeddelande, missat samtal, rostmeddelande, rostbrevlada, vidarebefordrar, skickar vidare, kund som (vill|undrar|fragar|ringde|soker), kunden (undrar|fragar|onskar),
    lamnade sitt nummer, pa uppdrag av`,
  },
  {
    name: "vendor-search",
    phrases: `soker (nagon|en|ett foretag|en firma|leverantor|leverantorer|hantverkare|konsult|hjalp|en som|efter|tips|utvecklare|snickare|elektriker|fotograf), letar efter (nagon|en|ett|leverantor|foretag|firma|en firma), nagon som (kan|vet|saljer|gor|har tips|kan tanka|vill), nan som (kan|vet|saljer|gor|har), kanner nagon,
    vet nagon, vet ni nagon, kan nagon (rekommendera|tipsa|hjalpa), rekommendera (nagon|en|ett), tips pa (en|nagon|bra|foretag|firma|leverantor|hantverkare), har ni tips, tipsa om, bra (hantverkare|firma|snickare|elektriker|leverantor) (i|som|pa), leverantor*, underleverantor*, entreprenor, entreprenorer, hantverkare, frilansare, kopes, sokes, betalar bra, betalar garna, mot betalning`,
  },
  {
    name: "licences",
    phrases: `licens*, abonnemang*, prenumeration pa, per anvandare, antal anvandare, provperiod, testperiod, testkonto, testversion, gratis provperiod, molnet, molnbaser*, molntjanst*, crm, affarssystem*, bokningssystem*, kassasystem*, lonesystem*, ekonomisystem*, tidrapportering*, arendehanteringssystem*, mjukvara, programvara, programvaror, integration mot, integrationer,
    api, plugin, bildrattigheter, nyttjanderatt, upphovsratt till, ratten att (anvanda|publicera|visa), visningsratt*, tillstand att (anvanda|publicera|visa), tryckrattigheter`,
  },
  {
    name: "papers",
    phrases: `katalog, katalogen, produktkatalog, broschyr, produktblad, datablad, varuprov, prover, provbitar, prislista, prislistan, demo, demonstration, visning av, testkonto, mer information,
    mer info, ytterligare information, information om, info om, mer detaljer, lasa mer om, produktlista, sortimentslista, referensbilder, referenser, presentation av er, sakerhetsdatablad, provkollektion, tygprov`,
  },
  {
    name: "contact-wish",
    phrases: `kontakta (er|mig|oss|dig), komma i kontakt, kontaktuppgift*, kontaktperson, kontaktvag, telefonnummer, ert nummer, ditt nummer, ring mig,
    ringa er, ringa upp, ringas upp, hur nar (jag|vi|man), na (er|dig|mig) pa, mitt nummer, nas pa, mejladress, mailadress, skicka pm, pm a mig, skriv till mig, via mail, via mejl, pa telefon, per telefon, prata med (nagon|er|en saljare), vem (pratar|kontaktar|ansvarar), boka (ett mote|ett samtal|tid for ett mote|in ett mote), traffas, diskutera vidare, komma forbi, kom garna forbi,
    hembesok`,
  },
  {
    name: "offer",
    phrases: `vi erbjuder, jag erbjuder, vi kan erbjuda, erbjuda (er|dig|ditt|ert), vill erbjuda, vi hjalper (foretag|er|dig|bolag|kunder), vi levererar, vi ar specialiserade, specialiserade pa, specialister pa, vi ar (en byra|en ledande|ett team|marknadsledande|leverantor), jag heter och representerar, representerar, presentera (mig|oss|vart|var), vill presentera,
    vart erbjudande, erbjudande, specialerbjudande, kostnadsfri*, kostnadsfritt, gratis (konsultation|analys|prov|radgivning), utan (forpliktelser|bindningstid|kostnad), formanlig*, konkurrenskraftig*, basta pris, hog kvalitet, till bra priser, samarbete med er, inleda ett samarbete, skraddarsydda losningar`,
  },
  {
    name: "probe",
    phrases: `behover ni (hjalp|fler|personal|battre|nya), behover du (hjalp|fler|nya), letar ni efter, soker ni, ar ni (nojda|intresserade|i behov|oppna), ar du (intresserad|nojd|ratt person|oppen), hur (hanterar|arbetar|jobbar|loser) ni, hur mycket (betalar|lagger) ni, vad betalar ni, anvander ni (idag|redan|er), vem (hos er|ansvarar|ar ansvarig), har ni funderat pa,
    har du funderat, har ni tankt pa, tank om, forestall dig, vill ni (oka|spara|fa fler|minska), vill du (oka|spara|fa fler|veta hur), nar gar ert avtal`,
  },
  {
    name: "benefit",
    phrases: `oka (er|ert|din|forsaljningen|omsattningen|trafiken|synlighet), okad (forsaljning|synlighet|trafik|lonsamhet|effektivitet), fler (kunder|leads|forfragningar|besokare), nya kunder, spara (tid|pengar|upp|in),
    spara #, sanka (kostnader|era|kostnaderna), minska (kostnader|era|kostnaderna), effektivisera, effektivare, optimera, optimering, synas pa google, synlighet, sokmotoroptimering, ranka hogre, tillvaxt, lonsamhet, konvertering*, resultat pa, besparing*`,
  },
  {
    name: "meeting",
    phrases: `kort (samtal|mote|telefonsamtal|avstamning), # minuter, # minuters, boka (ett kort|in ett kort|en demo|
    en tid i min), tid for ett (kort|samtal|mote), ett digitalt mote, teamsmote, ta en kaffe, over en kaffe, nar passar det, passar det (pa|med|nasta), vore det intressant, ar det intressant, skulle det vara intressant, kan det vara av intresse, av intresse for er, ratt person, ratt kontaktperson, vem som ansvarar, ansvarig for (inkop|fragor|it|marknad), visa hur, beratta mer om hur,
    min kalender, hora mer om`,
  },
  {
    name: "praise",
    phrases: `imponerad*, grattis till, stort grattis, gillar (er|det ni|ert|din), sag att ni (ar|har|soker|vaxer|nyligen|just), la marke till, lade marke till, jag ser att ni, noterade att ni, noterat att ni, foljt (er|ert|din), snubblade over, er profil, din profil, er imponerande, fantastiskt jobb, snygg hemsida`,
  },
  {
    name: "proof",
    phrases: `bland vara kunder, vara kunder inkluderar, kunder som (volvo|ikea|ericsson), # ars erfarenhet, ars erfarenhet, lang erfarenhet, sedan #, grundades, ledande leverantor, marknadsledande, marknadsledare, nojda kunder, kundcase, referenskunder, betrodda av, iso certifierad*, prisbelont*, har hjalpt (over|fler|hundratals)`,
  },
  {
    name: "opt-out",
    phrases: `avregistrera, avregistrering, avprenumerera, avanmala, avsluta prenumeration*, inte langre (vill|fa|ta emot), vill du inte (ha|fa|langre), vill ni inte (ha|fa), du far detta (mail|mejl|utskick|nyhetsbrev), visa i webblasar*, las i webblasar*, oppna i webblasar*, nyhetsbrev, nyhetsbrevet, integritetspolicy, alla rattigheter, utskick`,
  },
  {
    name: "chase",
    phrases: `foljer upp, uppfoljning pa (mitt|mailet), mitt (forra|tidigare|senaste) (mail|mejl|meddelande), aterkommer angaende, hann du (lasa|titta|kika), hann ni (lasa|titta|kika), har du hunnit, har ni hunnit, inte hort nagot, ej hort nagot, paminnelse om mitt, sista forsok*, jag mailade, jag mejlade, ville bara folja`,
  },
  {
    name: "links",
    phrases: `gastinlagg, gastblogg*, sponsrat inlagg, sponsrade inlagg, sponsrad artikel, lankbygg*, lankutbyte, bakatlank*, backlinks, lankar till er, kopa lank*, annonsera pa (er|din) (sida|blogg), e postlist*, adresslist*, kontaktlist*, beslutsfattare, foretagsregister, influencer*, domannamn, domanen ar till salu`,
  },
  {
    name: "money-offer",
    phrases: `kopa (ert|ditt) (foretag|bolag), forvarva, forvarv, salja (ert|ditt) (foretag|bolag), foretagsforsaljning, foretagsvardering, investerare, investera i, investering i ert, riskkapital, finansiering, foretagslan, lan till, kredit, kreditlina, factoring, fakturakop, kapital till, agarskifte`,
  },
  {
    name: "recruiter",
    phrases: `kandidat, kandidater, rekrytering*, rekryterare, rekryterar, bemanningsforetag, bemanningsbolag, tjansten som, roll som, rollen som, ny utmaning, nya utmaningar, karriarmojlighet, nasta steg i karriaren, lediga tjanster, lon, headhunt*, uthyrning av personal, hyra in personal, konsultprofil*, tillganglig konsult, tillgangliga konsulter, for var kund soker,
    din bakgrund, din erfarenhet av, cv pa`,
  },
  {
    name: "applicant",
    phrases: `soker jobb, soker arbete, soker sommarjobb, soker praktik, soker tjansten, ansoka, ansokan, jobbansokan, mitt cv, bifogar cv, bifogat cv, personligt brev, praktikplats, praktik hos, praktikant, lia plats, lia praktik, sommarjobb, extrajobb, larling, examensjobb, min erfarenhet, mina meriter, utbildad till,
    nyexaminerad, jobba hos er, arbeta hos er, soker ni personal, anstallningsintervju, pa intervju, letar efter jobb`,
  },
  {
    name: "trouble",
    phrases: `fungerar inte, funkar inte, fungerar ej, slutat fungera, slutade fungera, gar inte att (logga|oppna|starta|ladda|skriva|ansluta|spara|betala), kan inte (logga|oppna|komma in|se|starta|ladda|ansluta), logga in, inloggning*, losenord*,
    felmeddelande*, felanmal*, felkod, fel pa (min|var|maskinen), nagot fel, hanger sig, kraschar, startar inte, laddar inte, trasig*, sonder, defekt*, skadad*, skadat, saknas delar, saknas en del, fel (storlek|farg|vara|produkt|del), reklamation*, reklamera*, driftstorning*, arendenummer, arende nr, problem med (min|mitt|var|inloggning|att), hur (andrar|tar|aterstaller|stanger|lagger) jag`,
  },
  {
    name: "customer",
    phrases: `min bestallning, var bestallning, min order, var order, ordernummer, order nr, bestallningsnummer, jag bestallde, vi bestallde, jag har bestallt, vi har bestallt, jag kopte, vi kopte, jag har kopt, kopt av er, kopte av er, kopt hos er, kundnummer, inte fatt (min|mitt|var|paketet|leverans*|varan|nagon), inte kommit, ej levererad*, vantar fortfarande,
    fortfarande inte, var ar (min|mitt), nar kommer (min|mitt|var|leveransen), sparning, returnera, retur, aterbetalning, pengarna tillbaka, angra (kop|mitt|bestallning), angerratt, avboka, avbokning, avbestalla, saga upp (mitt|vart|min|avtalet|abonnemanget), uppsagning, mitt konto, vart konto, mitt abonnemang, min bokning, var bokning, min faktura, garantiarende, pa garantin, klagomal,
    byta (varan|storlek), boka om, som ni (levererade|monterade|installerade|salde), dubbeldebiterad`,
  },
  {
    name: "bill",
    phrases: `faktura, fakturor, fakturan, fakturanummer, forfallen, forfallodatum, forfaller, betalningspaminnelse, paminnelse faktura, kravbrev, inkasso, betalning (mottagen|avser|har), inbetalning, utbetalning, kvitto, kreditfaktura, kontoutdrag, bankgiro, plusgiro, autogiro,
    ocr, att betala, saldo, obetald*, leverantorsreskontra, inkopsorder, betalats`,
  },
  {
    name: "broadcast",
    phrases: `las mer, klicka har, anmal dig, anmal er, anmalan senast, sakra din plats, kop nu, shoppa nu, handla nu, missa inte, sista chansen, bara idag, endast idag, just nu, rabattkod, kampanj*, rea, rean, % rabatt, spara %, fri frakt, nyheter i, nyhet, veckans, manadens, webinar*,
    webbinarium, inbjudan, valkommen till (webbinar*|seminarium|massan|arets), vi bjuder in, upptack, kara (kund|lasare|medlem), hej alla kunder, black friday, early bird, program och anmalan`,
  },
  {
    name: "automatic",
    phrases: `svara inte pa, gar ej att svara, gar inte att svara, automatiskt (meddelande|svar|genererat|mejl|mail), autosvar, detta ar ett automat*, verifieringskod, engangskod,
    bekrafta din (e|mail|mejl|adress), aterstall ditt losenord, aterstalla losenord, ny inloggning, din (order|bestallning|bokning|betalning|prenumeration) (ar|har|kommer), ditt (paket|konto|losenord|arende) (ar|har|kommer), tack for (din|er) (bestallning|order|bokning|betalning|anmalan|registrering), vi har tagit emot (din|ditt|er|ert), har (skapats|uppdaterats|skickats|bekraftats|tilldelats|
    slutforts|godkants|andrats), ar pa semester, har semester, pa semester till, ar foraldraledig, inte pa kontoret, ater pa kontoret, tillbaka den, tillbaka pa kontoret, gar ut den, kunde inte levereras`,
  },
  {
    name: "colleague",
    phrases: `hej alla, hej allihopa, till alla medarbetare, basta kollegor, for kannedom, fyi, protokoll fran, minnesanteckning*, motesanteckning*, vart mote, pa motet,
    mandagsmote*, avstamningsmote, semesteransokan, sjuk idag, vabbar, vab, jobbar hemifran, tidrapport, kunden (vill|vantar|ringde|har|behover|fragar), till kunden, hos kunden, de (vantar|vill ha|undrar|ringde), har du (skickat|bestallt|hunnit|gjort|ringt|pratat), kan du (kolla|godkanna|signera|fixa|dubbelkolla|tacka), offerten till, chefen, intranatet, nyanstalld, agenda for`,
  },
  {
    name: "private",
    phrases: `alskar dig, puss, pussar, puss och kram, kram, kramar, kramis, gumman, alskling, hjartat, mamma, pappa, mormor, farmor, morfar, farfar, moster, faster, kusin, barnen, grattis pa fodelsedagen, ha den aran, saknar dig, hur mar du, hur ar laget, hur har du det, ses ikvall, ses pa lordag, pa middag, pa fika, grilla, grillning, semesterbilder, fira jul, till stugan,
    kop (mjolk|brod), hamta barnen, polare`,
  },
  {
    name: "thanks",
    phrases: `tack for (hjalpen|svaret|igar|senast|motet|samtalet|ditt|ert|snabbt|maten|besoket|informationen|all), tackar for (svaret|hjalpen|motet), stort tack for, passar bra, passar oss, passar mig, det blir bra, later bra, vi ses (da|pa|imorgon|i morgon), bekraftar, vi bekraftar, jag bekraftar, ser fram emot att ses, toppen tack,
    perfekt tack, vi har valt (en annan|att|annan), valt att ga vidare med, tackar nej, tacka nej, avstar, annan leverantor den har gangen`,
  },
  {
    name: "survey",
    phrases: `enkat*, undersokning*, kundundersokning, fyll i enkaten, svara pa (nagra|var|enkaten), vad tycker du, vad tyckte du, din asikt, dina synpunkter, era synpunkter, lamna (ett omdome|en recension|feedback), betygsatt, hur nojd,
    hur sannolikt, feedback pa, tar # minuter`,
  },
  {
    name: "press-or-cause",
    phrases: `journalist*, reporter, redaktion*, artikel om, intervju*, pressmeddelande, pressfraga, podd, student vid, studenter vid, ar student, studerar pa, examensarbete, uppsats, kandidatuppsats, masteruppsats, skolarbete, gymnasiearbete, forskningsprojekt, sponsor*, sponsra*, sponsring, donation*, donera, skanka,
    insamling*, valgorenhet*, ideell*, lotteri, priser till (lotteri*|vart), volontar*, behovande, flyktingar, stiftelse, namninsamling`,
  },
  {
    name: "law",
    phrases: `gdpr, dataskydd*, personuppgift*, registerutdrag, radera (mina|alla), radering, ratten att bli, integritetsskydd*, stamning, stamningsansokan, tingsratt*, domstol*, upphovsratt*, varumarkesintrang, intrang, rattsliga atgarder,
    ombud for, juridiskt ombud, skadestand*, konsumentverket, reklamationsnamnd*, bestrid*, kronofogden, polisanmal*`,
  },
  {
    name: "scam",
    phrases: `arv efter, arvinge, formanstagare, miljoner (dollar|euro|kronor) (till|fran|som), du har vunnit, lotterivinst, vinnare av, ditt konto (har|ar|kommer) (sparrats|sparrat|begransats|att), kontot sparras, verifiera ditt konto, uppdatera dina (uppgifter|
    betalningsuppgifter), bitcoin, krypto*, bank id omedelbart, konfidentiellt forslag, obetald tullavgift, paketet vantar pa betalning`,
  },
  {
    name: "owned",
    phrases: `jag kopte, jag har kopt, vi kopte, vi har kopt, har betalat, betalade, jag bestallde, pengarna tillbaka, aterbetalning, aterbetala, licensnyckel*, aktiveringskod, aktivera min, fornya (min|var), efter kopet, har redan (licens|
    kopt|betalat|abonnemang)`,
  },
  {
    name: "for-nothing",
    phrases: `gratis, kostnadsfritt, kostnadsfri, utan kostnad, bortskankes, skankes, gratisversion*, gratis version, till skanks, donationer, crackad`,
  },
  {
    name: "supplier-pitch",
    phrases: `vi (tillverkar|producerar|importerar|exporterar|odlar|saljer|distribuerar|rekryterar|bemannar|utvecklar|finansierar|rostar), ledig kapacitet,
    direkt fran (fabrik|tillverkare|producent|lager), fran vart lager, fran eget lager, priser fran, paketpris, vara (priser|produkter|konsulter|tjanster|kandidater|viner), var (fabrik|kollektion|produktion|byra|plattform|losning), bli er leverantor, som leverantor till er, vem hos er (ansvarar|skoter|koper), vem ansvarar for inkop, skicka prover, gratis prover, introduktionspris*,
    introduktionserbjudande, vilka volymer`,
  },
  {
    name: "work-wanted",
    phrases: `soker jobb, soker arbete, jobb, jobba hos, anstallning, heltid, deltid, lon, lediga jobb, ledig tjanst, vi anstaller, vi soker (dig|medarbetare|en medarbetare), cv, platsannons, sommarjobb, praktik`,
  },
  {
    name: "seller-answers",
    phrases: `tack for (din|er|ditt|ert) (forfragan|intresse|mail|mejl|meddelande|fraga), tack for visat intresse, valkommen (att|med) (kontakta|hora|bestalla|fragor|din), kontakta (garna|oss pa), du kan (kopa|bestalla|kontakta|ladda|maila|hitta), ni kan (kopa|bestalla|kontakta|hitta), har kommer (offert|offerten|prislista|var), bifogar (offert|prislista|var|katalog),
    bifogat finner, offert bifogas, tyvarr (har vi|kan vi|saljer vi|inte), priset ar, kostar #, vi har inne, finns i lager pris, pa var hemsida, pa var webbplats, se var`,
  },
  {
    name: "notice",
    phrases: `vi informerar, information till (boende|medlemmar|hyresgaster|alla|kunder), vi vill informera, observera att, paminnelse om, paminner om, meddelande till, kallelse, kallas till, arsmote*,
    foreningsstamma, bolagsstamma, dagordning, oppettider, stangt, haller stangt, helgstangt, vattenavstangning, stromavbrott, planerat underhall, underhallsarbete, kommer att (stangas|utforas|genomforas|debiteras|levereras), hyresgast*, boende i, andrade villkor, uppdaterade villkor, nya villkor, trader i kraft, fran och med den, kontoutdrag, besiktning sker`,
  },
  {
    name: "your-goods",
    phrases: `(er|ert|era|din|ditt|dina) (produkt|produkter|sortiment|prislista|priser|katalog|tjanst|tjanster|utbud|system|programvara|app|maskiner|maskin|modell|modeller|kurs|kurser|utbildning|utbildningar|butik|webshop|lokal|lokaler|rum|stugor|vin|viner|mobler|kollektion|verkstad|erbjudande|losning|plattform|paket|material|villkor), offert fran er, pris fran er`,
  },
  {
    name: "your-business",
    phrases: `(er|ert|era|din|ditt|dina) (foretag|verksamhet|hemsida|webbplats|kunder|team|forsaljning|omsattning|varumarke|bransch|anstallda|medarbetare|personal|organisation|marknadsforing|synlighet|profil|bolag|tillvaxt|kostnader|rekrytering|arbetsplats|avtal), foretag som ert, bolag som ert`,
  },
  {
    name: "our-goods",
    phrases: `(var|vart|vara) (nya|senaste|unika|) (produkt|produkter|losning|losningar|plattform|tjanst|tjanster|programvara|mjukvara|verktyg|byra|experter|specialister|erbjudande|sortiment|system|app|teknik|nyhetsbrev|utbildningar|konsulter|portfolj|webbinarium|metod|kollektion), vara kunder far`,
  },
  {
    name: "our-company",
    phrases: `vart foretag, vart bolag, mitt foretag, mitt bolag, min firma, var firma, var organisation, vi ar (ett foretag|ett bolag|ett startup|en organisation|en byra|ett team), vart team, vara kunder, var kund, vara anvandare, vart projekt, jag arbetar pa, jag jobbar pa, pa uppdrag av, skriver fran, foretag i, startup, enskild firma, aktiebolag`,
  },
];
