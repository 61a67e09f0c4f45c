import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Dutch. */
export const DUTCH: readonly Concept[] = [
  {
    name: "ask",
    phrases: `kunt u, kunnen jullie, kan iemand, kun je, kan je, zou u, zouden jullie, zou je, zou iemand, wilt u (mij|ons|contact|bellen|langskomen), willen jullie (ons|mij|contact), graag (een|uw|jullie|wat|meer|contact|bericht|een offerte|informatie|een belletje|een prijs|offerte|prijs), graag ontvang*, ik hoor graag, wij horen graag, we horen graag, hoor graag, laat (u|me|mij|ons|het) (weten|even), laat me weten, laat maar weten, stuur (mij|me|ons|maar|even|svp), stuurt u, sturen jullie, bel (mij|me|ons|even) , belt u (mij|me|ons), terugbellen, teruggebeld, mail (mij|me|ons), is het mogelijk, zou het mogelijk zijn, kan het ook, mag ik (een|uw|jullie|langskomen|vragen), mogen wij, wat moet ik, hoe kan ik, hoe kunnen we, hoe kunnen wij, hoe werkt dat, bij wie (moet|kan) ik, met wie kan ik, ik verzoek u, wij verzoeken u, verzoek om, ik zie uw, wij zien uw, zie ik graag, alvast bedankt voor (uw|de|het|een)`,
  },
  {
    name: "do-you-sell",
    phrases: `hebben jullie (ook|nog|een|die|deze|iets|ruimte|plek|tijd|voorraad), heeft u (ook|nog|een|die|deze|iets|ruimte|plek|tijd), heb je (nog|ook) , doen jullie (ook|aan), doet u (ook|aan), leveren jullie, levert u, verkopen jullie, verkoopt u, verhuren jullie, verhuurt u, maken jullie, maakt u, bieden jullie, biedt u, verzorgen jullie, repareren jullie, repareert u, werken jullie, plaatsen jullie, plaatst u, installeren jullie, bezorgen jullie, bezorgt u, nog (op voorraad|te koop|te huur|leverbaar|verkrijgbaar|vrij), op voorraad, verkrijgbaar, is er (nog|ook) (plek|plaats|een|ruimte), zijn er nog, hoe lang duurt, hoe snel, wanneer kunnen jullie, wanneer kunt u, wat zijn de (mogelijkheden|kosten|levertijden|opties|voorwaarden), welke (maten|kleuren|modellen|opties|versie), kan dat bij jullie, is dat iets voor jullie`,
  },
  {
    name: "ability",
    phrases: `kunnen jullie (dit|dat|die|het|ons|mij|een|hem|haar) (maken|doen|repareren|leveren|helpen|verzorgen|printen|drukken|plaatsen|vertalen), kunt u (dit|dat|die|het|ons|mij|een) (maken|doen|repareren|leveren|helpen|verzorgen|plaatsen|vertalen), lukt dat, is dat te doen, is het te repareren, nog te repareren, zien jullie (kans|mogelijkheden), ziet u (kans|mogelijkheden), wie kan (dit|dat|ons|mij|er|een), is er iemand die`,
  },
  {
    name: "buyer-self",
    phrases: `ik run, ik heb een (winkel|zaak|restaurant|cafe|bedrijf|praktijk|boerderij|tuin|huis|salon|garage|boot|busje|hond), wij hebben een (winkel|zaak|restaurant|cafe|bedrijf|praktijk|boerderij|tuin|huis|hotel|loods|kantoor|school|appartement*), we hebben een (winkel|zaak|restaurant|bedrijf|praktijk|boerderij|tuin|huis|loods|kantoor), wij zijn een (school|hotel|restaurant|vereniging|stichting|gezin|klein|kleine|praktijk|kerk|gemeente|aannemer|makelaar|importeur|groothandel|advocatenkantoor|huisartsenpraktijk|kinderopvang|vve), we zijn een (school|hotel|vereniging|stichting|klein|kleine|praktijk), wij zijn met #, we zijn met #, ik ben (eigenaar|eigenaresse|inkoper|beheerder|voorzitter|zzp), ik beheer, wij beheren, wij runnen, wij verhuizen, we verhuizen, wij openen, we openen, ik open, wij gaan (verbouwen|verhuizen|trouwen|openen), we gaan (verbouwen|verhuizen|trouwen|openen|uitbreiden), wij verbouwen, we trouwen, wij trouwen, namens (een|de|onze), voor een klant, onze klant, mijn klant, onze opdrachtgever`,
  },
  {
    name: "goods",
    phrases: `stoelen, stoel, bureau, bureaus, tafel, tafels, kasten, kast, stellingen, schappen, ramen, kozijnen, deuren, deur, poort, hek, hekwerk, gordijnen, zonwering, rolluiken, tegels, vloer, vloeren, laminaat, parket, buizen, kleppen, pompen, pomp, motor, motoren, lagers, schroeven, bouten, kabels, sensoren, machine, machines, draaibank, heftruck, aggregaat, compressor, pallets, dozen, kartons, flessen, etiketten, zakken, tassen, bekers, mokken, shirts, truien, werkkleding, schoenen, helmen, handschoenen, cement, zand, grind, hout, staal, aluminium, kunststof, rubber, glas, bakstenen, dak, dakpannen, dakgoot, schutting, schuur, keuken, badkamer, ketel, cv ketel, radiatoren, warmtepomp, zonnepanelen, panelen, accu, accus, lampen, verlichting, laptops, schermen, printers, tablets, telefoons, cameras, koelkast*, vriezer*, ovens, wijn, bier, koffie, thee, kaas, taart, taarten, bloemen, kaarsen, speelgoed, boeken, folders, posters, spandoek*, borden, busje, vrachtwagen, aanhanger, trekker, boot, fietsen, fiets, banden, onderdelen, onderdeel, meubels, bank, bedden, matras*, tent, tenten, podium, apparatuur, gereedschap, monsters`,
  },
  {
    name: "service",
    phrases: `schoonmaak, catering, fotograaf, fotografie, vertaling, vertaler, tolk, accountant, boekhouder, boekhouding, administratie, advocaat, juridisch advies, notaris, architect, taxatie, keuring, loodgieter, elektricien, dakdekker, aannemer, schilder, schilderwerk, stukadoor, timmerman, hovenier, tuinman, tuinaanleg, boomverzorger, verhuizing, verhuizer, opslag, transport, koerier, steiger, lassen, laswerk, drukwerk, bedrukken, ontwerp, vormgever, website, webshop, logo, ontwikkeling, hosting, beheer, onderhoud, onderhoudscontract, servicecontract, reparatie, reparaties, beveiliging, uitzendkrachten, advies, adviseur, training, cursus, cursussen, lessen, les, workshop, coach, coaching, therapie, fysio*, dj, bandje, spreker, zaal, zaaltje, ruimte, vergaderruimte, kamer, kamers, huisje, appartement, hotel, rondleiding, reis, verzekering, polis, salarisadministratie, oppas, ongediertebestrijding, ontruiming`,
  },
  {
    name: "deeds",
    phrases: `plaatsen, vervangen, repareren, herstellen, opknappen, verbouwen, renoveren, installeren, aanleggen, snoeien, kappen, schilderen, behangen, stuken, verhuizen, leegruimen, ontruimen, afvoeren, isoleren, monteren, slopen, stofferen, vertalen, drukken, bouwen, ontwerpen, schoonmaken, inrichten, nakijken, doorlichten`,
  },
  {
    name: "quantity",
    phrases: `# (stuks|st|exemplaren|meter|m2|vierkante meter|kg|liter|flessen|dozen|pallets|gebruikers|licenties|werkplekken|personen|man|paar), een stuk of #, een paar honderd, een tiental, ongeveer #, circa #, zon #, aantallen, aantal, oplage, minimale afname, minimum afname, staffel*`,
  },
  {
    name: "delivery",
    phrases: `levering (in|op|aan|uiterlijk|franco), geleverd (in|op|franco), levertijd, levertijden, leverdatum, bezorging, bezorgd in, franco, verzendkosten, voor eind (januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december), uiterlijk (in|op|eind|begin|maandag|vrijdag|week), afhalen, ophalen in`,
  },
  {
    name: "our-need",
    phrases: `onze nieuwe, ons nieuwe, mijn nieuwe, voor onze (winkel|zaak|praktijk|school|bruiloft|tuin|keuken|loods|werkplaats|medewerkers|leden|vereniging|camping|boot), voor ons (kantoor|bedrijf|huis|restaurant|hotel|feest|team|gezin|museum), voor mijn (zaak|winkel|tuin|moeder|praktijk|bedrijf|huis|verjaardag|dochter|zoon), we zoeken, wij zoeken, we hebben nodig, er moet (een|nog), er moeten, er mag (een|wel), toe aan een, hard nodig, missen nog, ontbreekt nog`,
  },
  {
    name: "decides",
    phrases: `voordat (we|wij|ik) (bestel*|beslis*|teken*|besluit*|kiez*|koop*|boek*), voor we (beslissen|bestellen|tekenen), we overwegen, wij overwegen, ik overweeg, ik twijfel, we twijfelen, we vergelijken, wij vergelijken, orienter*, aan het vergelijken, budget is, ons budget, we willen overstappen, wil wel proberen, uitproberen, een keer proberen, als het bevalt, als de prijs, eerst zien`,
  },
  {
    name: "order-now",
    phrases: `doe mij, doe ons, doe er maar, ik neem er, wij nemen er, we nemen er, ik bestel, wij bestellen, we bestellen, bij deze (bestel|bestellen|de bestelling), ik wil (er|graag|wel) (#|een|twee|bestellen|boeken|reserveren|huren|kopen|inschrijven), wij willen (er|graag|wel) (#|een|bestellen|boeken|reserveren|huren|kopen), we willen (graag|er) (bestellen|boeken|reserveren|huren|kopen), akkoord met (de|uw|jullie) offerte, ga maar door, zet ons op de lijst, schrijf ons in, reserveer`,
  },
  {
    name: "own-trouble",
    phrases: `(onze|ons|mijn) (ketel|dak|lift|machine|oven|koelkast|server|poort|badkamer|vloer|busje|muur|heftruck|vaatwasser|pomp) , is kapot, gaat kapot, stuk gegaan, lekt, lekkage, schimmel, vocht in, verzakt, houdt ermee op, heeft het begeven, komen er niet (uit|meer uit), lukt ons niet, we redden het niet, loopt vast, uit zijn jasje, gaat met pensioen, is gestopt, versleten, aan vervanging toe`,
  },
  {
    name: "head-count",
    phrases: `# (personen|man|mensen|gasten|kinderen|volwassenen|medewerkers|leden|leerlingen|deelnemers), we zijn met (zijn|#|ons|zn), met zijn (tweeen|drieen|vieren|zessen|achten|tienen), een man of #`,
  },
  {
    name: "occasion",
    phrases: `bruiloft, trouwerij, verjaardag, jubileum, doop, feestje, feest voor, beurs, opening van, verhuizing, personeelsfeest, bedrijfsuitje, kerstborrel, congres, evenement, uitvaart, afscheid, schoolreis, kamp, open dag, nieuw pand, nieuwbouw`,
  },
  {
    name: "own-life",
    phrases: `mijn (moeder|vader|man|vrouw|dochter|zoon|oma|opa|zus|broer|schoonmoeder|vriend|vriendin), onze (dochter|zoon|kinderen|hond|oma|kleinkinderen), ons (kindje|huis|gezin), bij ons thuis`,
  },
  {
    name: "still-free",
    phrases: `nog (vrij|beschikbaar|te huur|te koop|plek|plaats|plekken), is (hij|het|die) nog, zijn jullie (nog|dan) vrij, bent u (nog|dan) vrij, hebben jullie nog (plek|plaats|ruimte), tweede week van, in het weekend van`,
  },
  {
    name: "switch",
    phrases: `we werken nu met, wij werken nu met, momenteel gebruiken, nu gebruiken we, we gebruiken nu, wij gebruiken nu, onze huidige (leverancier|partij|boekhouder|software|pakket|contract), het huidige (pakket|contract), contract loopt af, willen overstappen, overstappen van, nu nog in excel, alles nog op papier`,
  },
  {
    name: "resell",
    phrases: `dealer, dealers, wederverkoper, wederverkopers, doorverkopen, distributeur, importeur, groothandel, in onze winkel, in onze winkels, in ons assortiment, inkoopprijs, inkoopvoorwaarden, dealerprijs, dealervoorwaarden, consignatie, jullie producten`,
  },
  {
    name: "carry-goods",
    phrases: `klanten vragen, onze klanten vragen, mijn klanten vragen, er wordt naar gevraagd, in de winkel verkopen, jullie producten voeren, uw producten voeren, opnemen in ons`,
  },
  {
    name: "tender",
    phrases: `aanbesteding, inschrijving, bestek, offerteaanvraag, prijsaanvraag, inschrijven op, offerte aanvraag, meervoudig onderhands, marktconsultatie, uitvraag, indienen voor`,
  },
  {
    name: "referral",
    phrases: `op aanraden van, aangeraden, aanbevolen door, via (een|mijn|onze) (vriend|collega|buurman|buurvrouw|kennis), gaf mij uw, gaf me jullie, uw naam, jullie naam, ik zag (jullie|uw), we zagen (jullie|uw), ik las (over|dat), op jullie (site|website) , op uw (site|website) gezien, jullie bus zien`,
  },
  {
    name: PASSED_ON,
    phrases: `heeft gebeld, belde (net|vanmorgen|over|voor), wil teruggebeld, terugbelverzoek, wil graag een offerte, via het contactformulier, nieuw bericht via, aanvraag via, voicemail, gemiste oproep, vraagt of we`,
  },
  {
    name: "vendor-search",
    phrases: `weet iemand (een|een goede|wie), kent iemand (een|een goede), heeft iemand een (tip|goede|adres), wie weet een, wie kent een, wie heeft er ervaring met, tips voor een, adres voor, gezocht, gezocht iemand, op zoek naar (een|iemand|bedrijf|partij)`,
  },
  {
    name: "licences",
    phrases: `licenties, gebruikers, werkplekken, abonnement voor, betaalde versie, volledige versie, proversie, enterprise`,
  },
  {
    name: "papers",
    phrases: `catalogus, prijslijst, folder, brochure, datasheet, technische fiche, demonstratie, proefperiode, gratis proberen, proefplaatsing, monster, monsters, staal, stalen, plaatsbezoek, opname ter plekke, proforma`,
  },
  {
    name: "contact-wish",
    phrases: `afspraak maken, een afspraak, langskomen, langs komen, komen kijken, telefoonnummer van, wie kan ik bellen, even overleggen, kennismaken`,
  },
  {
    name: "offer",
    phrases: `wij zijn gespecialiseerd, wij leveren (al|aan|hoogwaardige), wij helpen (bedrijven|ondernemers|u|organisaties), wij ontwikkelen, onze oplossing, ons aanbod, ons assortiment, wij stellen graag (ons|onze), vrijblijvend, aanbieding, actie, korting op, profiteer, introduceren wij, graag kennis laten maken, helpen u graag`,
  },
  {
    name: "probe",
    phrases: `bent u op zoek naar, zoekt u, heeft u wel eens, heeft u al, wist u dat, bent u tevreden, staat u open, zou u interesse hebben, wie is bij u, bent u de juiste, mag ik u`,
  },
  {
    name: "benefit",
    phrases: `meer (klanten|omzet|bezoekers|leads), kosten besparen, bespaar, besparen op, tot # korting, hoger in google, beter vindbaar, zonder verplichtingen, gegarandeerd, groei van uw, op maat`,
  },
  {
    name: "meeting",
    phrases: `kort belletje, kort gesprek, # minuten, telefonisch overleg, wanneer schikt, komt het uit, digitale koffie, kop koffie`,
  },
  { name: "opt-out", phrases: `uitschrijven, afmelden, schrijf u uit, niet meer ontvangen, geen mail meer` },
  {
    name: "chase",
    phrases: `heeft u al kunnen kijken, heeft u mijn mail, kom ik even terug op, nog even terugkomen op, naar aanleiding van mijn mail, herinnering aan mijn, al kunnen bekijken`,
  },
  { name: "recruiter", phrases: `kandidaat, kandidaten, vacature, vacatures, werving, functie, detachering, cv van` },
  {
    name: "applicant",
    phrases: `solliciteer, sollicitatie, motivatie, mijn cv, stage, stageplek, stageplaats, ik zoek werk, open sollicitatie, bijbaan`,
  },
  {
    name: "customer",
    phrases: `mijn bestelling, onze bestelling, bestelnummer, ordernummer, ik heb (besteld|ontvangen|geretourneerd), we hebben (besteld|ontvangen), niet ontvangen, nog niet (binnen|geleverd|ontvangen), retour, retourneren, garantie, klacht, opzeggen, opzegging, abonnement stoppen, het pakket`,
  },
  {
    name: "bill",
    phrases: `factuur, facturen, factuurnummer, betaling van, openstaand, openstaande, betalingsherinnering, aanmaning, creditnota, overgemaakt, rekeningnummer, iban, vervaldatum`,
  },
  {
    name: "broadcast",
    phrases: `nieuwsbrief, lees meer, in deze editie, ontdek, bekijk online, mis het niet, wij nodigen u uit, meld je aan, schrijf je in, klik hier, agenda voor`,
  },
  {
    name: "automatic",
    phrases: `niet beantwoorden, automatisch bericht, automatisch gegenereerd, afwezig, afwezigheid, ben ik niet aanwezig, op vakantie tot, ontvangstbevestiging`,
  },
  {
    name: "colleague",
    phrases: `hoi allemaal, hallo allemaal, beste collegas, collega s, vergadering, notulen, agendapunt, overleg van, ter info, rooster, verlof, vrij nemen, de baas, zoals besproken, even kortsluiten`,
  },
  {
    name: "private",
    phrases: `liefs, kusjes, xxx, dikke kus, schat, lieverd, mam, pap, oma, opa, gefeliciteerd, vanavond, eten bij, tot zaterdag`,
  },
  {
    name: "thanks",
    phrases: `bedankt voor (de|het|uw|jullie), dank voor (de|het|uw|jullie), hartelijk dank, heel blij met, super bedankt, toch maar niet, we hebben gekozen voor, hebben voor een ander, is al opgelost`,
  },
  { name: "survey", phrases: `enquete, vragenlijst, onderzoek naar, scriptie, afstudeer*, uw mening, hoe tevreden` },
  {
    name: "press-or-cause",
    phrases: `journalist, interview, artikel over, persbericht, donatie, doneren, inzameling, vrijwilligers, sponsoring, sponsor, petitie, goede doel`,
  },
  {
    name: "law",
    phrases: `persoonsgegevens, avg, inzageverzoek, verwijdering van mijn, ingebrekestelling, dagvaarding, bezwaar, belastingdienst, boete, aansprakelijk`,
  },
  {
    name: "owned",
    phrases: `ik heb (gekocht|betaald), wij hebben (gekocht|betaald|aangeschaft), bij jullie gekocht, bij u gekocht, mijn abonnement, mijn account, mijn licentie, vorig jaar gekocht`,
  },
  {
    name: "supplier-pitch",
    phrases: `wij produceren, wij fabriceren, wij importeren, wij verkopen, uit voorraad leverbaar, scherpe prijzen, concurrerende prijzen, uw leverancier worden, graag leverancier, partij aan te bieden`,
  },
  {
    name: "notice",
    phrases: `mededeling, let op, herinnering, wij informeren u, per # verandert, met ingang van, vanaf # gelden, zijn wij gesloten, onderhoud aan`,
  },
  {
    name: "your-goods",
    phrases: `(uw|jullie) (product|producten|pakket|software|cursus|prijslijst|dienst|wijn|winkel|model|machine|lijn|zaal|aanbod|collectie|kamer|diensten|tarieven|taarten|stoelen)`,
  },
  {
    name: "your-business",
    phrases: `(uw|jullie) (bedrijf|onderneming|team|website|site|omzet|merk|klanten|organisatie|branche|vindbaarheid)`,
  },
  {
    name: "our-goods",
    phrases: `(onze|ons) (nieuwe|nieuwste) (product|producten|dienst|catalogus|software|collectie|platform|oplossing), onze oplossingen, onze diensten`,
  },
];
