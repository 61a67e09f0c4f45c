import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Italian. */
export const ITALIAN: readonly Concept[] = [
  {
    name: "ask",
    phrases: `potete, potreste, puoi, potresti, puo (dirmi|dirci|inviarmi|inviarci|mandarmi|mandarci|darmi|farmi|indicarmi|richiamarmi|venire), potrebbe, potrebbero, mi sa dire, mi sapete dire, sapete dirmi, ci fate sapere, mi fate sapere, mi faccia sapere, fatemi sapere, fateci sapere, mi dica, mi dite, ditemi, vi chiedo, le chiedo, vi chiediamo, le chiediamo, chiedo (se|un|informazioni|gentilmente), chiediamo, si puo (avere|fare|prenotare|ordinare|comprare|pagare|venire), e possibile, sarebbe possibile, vi prego di, vi preghiamo, la prego di, la preghiamo, inviatemi, inviateci, mandatemi, mandateci, inviarmi, inviarci, mandarmi, mandarci, mi mandate, ci mandate, mi invia, ci invia, ricevere (un|una|il|la|maggiori|informazioni|un preventivo|la vostra), richiamatemi, richiamateci, mi richiami*, mi richiamate, mi contatti, mi contatta, contattatemi, a chi mi devo, a chi posso, a chi devo rivolgermi, con chi posso parlare, resto in attesa, restiamo in attesa, in attesa di (un|una|vostro|vostra|suo|sua|gentile|riscontro), attendo (vostre|sue|notizie|un|riscontro), gradirei, gradiremmo, come (posso|possiamo|faccio|si fa) (a|per)`,
  },
  {
    name: "do-you-sell",
    phrases: `avete (ancora|anche|in casa|in magazzino|disponibil*|un|una|dei|delle|posto|qualcosa|modo), ne avete, ce l avete, fate (anche|consegne|spedizioni|sconti|prezzi|preventivi|lavori|corsi|noleggio), spedite, consegnate, vendete (anche|a|ai|al), noleggiate, affittate, producete, realizzate, montate, installate, riparate, lavorate (con|anche|per), accettate, c e (ancora|un|una|posto|modo|la possibilita), ci sono (ancora|posti|sconti|tempi), quali (modelli|misure|colori|tempi|opzioni|sono i), che (misure|colori|modelli|tempi) avete, quanto ci vuole, quanto tempo (ci vuole|serve|occorre), tempi di consegna, e disponibile, siete (disponibili|aperti|liberi|in grado), siete liberi, lo fate, la fate, li fate, le fate, vi occupate (anche|di)`,
  },
  {
    name: "ability",
    phrases: `riuscite a, riuscireste a, riesce a, sareste in grado, siete in grado di, potete (fare|farmi|farci|riparare|realizzare|montare|stampare|tradurre|consegnare|occuparvi|venire|passare|fornire|adattare), potreste (fare|farmi|venire|passare|occuparvi|fornire), qualcuno di voi, c e qualcuno che, chi (puo|potrebbe|mi puo|sa) (fare|aiutare|riparare|sistemare|occuparsi), sapreste`,
  },
  {
    name: "buyer-self",
    phrases: `gestisco, gestiamo, abbiamo (un|una|due|tre) (negozio|ristorante|bar|studio|officina|azienda|casa|sede|sedi|negozi|appartament*|giardino|capannone|dipendent*|hotel|albergo), abbiamo (bisogno|in programma), ho (un|una|due) (negozio|ristorante|bar|studio|officina|azienda|casa|appartamento|giardino|agriturismo|albergo|furgone|camion|barca|gatto|cane|bambin*), siamo (in #|in due|in tre|in quattro|in dieci) , siamo (uno studio|una scuola|un hotel|un albergo|un ristorante|una ditta|una cooperativa|un associazione|una piccola|un piccolo|una famiglia|un comune|una parrocchia|un agenzia|rivenditori|importatori), sono (titolare|il titolare|la titolare|proprietari*|responsabile|amministratore|amministratrice|un privato|una privata|un artigiano|un libero), mi occupo (di|degli acquisti), ci sposiamo, ci stiamo (trasferendo|sposando|allargando), stiamo (aprendo|ristrutturando|cercando|valutando|costruendo|organizzando|per aprire), sto (aprendo|ristrutturando|cercando|valutando|organizzando|costruendo), apriamo, per conto di, per un nostro cliente, per un cliente, un mio cliente, nostro cliente`,
  },
  {
    name: "goods",
    phrases: `sedie, sedia, tavol*, scrivani*, armadi, scaffal*, finestre, infissi, porte, portone, cancello, tende, tapparelle, piastrelle, pavimento, parquet, tubi, valvole, pompe, pompa, motore, motori, cuscinetti, viti, bulloni, cavi, sensori, macchina, macchine, macchinari*, tornio, muletto, carrello, generatore, compressore, bancali, pallet, scatole, cartoni, bottiglie, etichette, buste, sacchetti, tazze, magliette, felpe, divise, scarpe, caschi, guanti, cemento, sabbia, legno, legname, acciaio, alluminio, plastica, gomma, vetro, mattoni, tetto, grondaie, recinzione, caldaia, termosifoni, condizionator*, pannelli, batterie, lampade, portatil*, stampant*, telecamere, frigorifer*, forno, forni, vino, vini, birra, olio, formagg*, caffe, torta, torte, fiori, candele, giocattoli, libri, volantini, manifesti, striscioni, targhe, furgone, rimorchio, trattore, barca, biciclett*, gomme, ricambi, mobili, divano, letti, materassi, attrezzatur*, gazebo, palco, luci, campione, campioni`,
  },
  {
    name: "service",
    phrases: `pulizia, pulizie, catering, fotograf*, traduzion*, traduttore, interprete, commercialista, contabilita, revisore, avvocato, consulenza legale, notaio, architetto, geometra, perizia, idraulico, elettricista, muratore, imbianchin*, giardinier*, giardinaggio, potatura, trasloco, traslochi, deposito, trasporto, trasporti, spedizioniere, corriere, ponteggio, falegname, saldatura, verniciatura, stampa, ricamo, grafica, sito web, sito internet, logo, sviluppo, assistenza informatica, contratto di assistenza, manutenzione, riparazion*, vigilanza, consulente, consulenz*, corso, corsi, lezioni, formazione, laboratorio, terapia, fisioterap*, musica dal vivo, animazione, sala, camera, camere, appartamento, hotel, agriturismo, gita, viaggio, assicurazione, polizza, buste paga, noleggio, disinfestazione, smaltimento, sgombero`,
  },
  {
    name: "deeds",
    phrases: `ristruttura*, rifare (il|la|i|le), sistemare, riparare, sostituire, cambiare (il|la|i|le), montare, montaggio, smontare, installare, posare, posa, tagliare, potare, dipingere, imbiancare, verniciare, traslocare, svuotare, smaltire, restaurare, foderare, tradurre, stampare, progettare, realizzare, costruire, demolire, isolare, collegare`,
  },
  {
    name: "quantity",
    phrases: `# (pezzi|pz|copie|metri|mq|metri quadri|kg|litri|bottiglie|scatole|bancali|utenti|postazioni|licenze|persone|paia|sedie), un centinaio, una decina, una ventina, una trentina, una cinquantina, una dozzina, un paio di, circa #, quantita, quantitativo, lotto, minimo d ordine, ordine minimo`,
  },
  {
    name: "delivery",
    phrases: `consegna (a|in|entro|franco|al|presso), tempi di consegna, data di consegna, spedizione (a|in|per), franco (fabbrica|destino|magazzino), resa, spese di spedizione, trasporto compreso, entro (il|fine|la fine|maggio|giugno|luglio|settembre|natale|pasqua), ritiro in sede, passiamo a ritirare`,
  },
  {
    name: "our-need",
    phrases: `la nostra (nuova|seconda|piccola) , il nostro (nuovo|prossimo|secondo) , la mia nuova, il mio nuovo, per il nostro (negozio|ufficio|matrimonio|studio|ristorante|capannone|evento|stabilimento|gruppo|laboratorio|condominio), per la nostra (sede|azienda|scuola|ditta|festa|officina|casa|cucina|associazione), per il mio (negozio|studio|ristorante|giardino|compleanno|ufficio|laboratorio), per la mia (casa|ditta|azienda|attivita|officina|famiglia), ci serve, ci servono, ci servirebbe*, mi servono, mi servirebbero, ci occorr*, mi occorr*, ci manca, ci mancano, mi manca`,
  },
  {
    name: "decides",
    phrases: `prima di (ordinare|decidere|comprare|firmare|prenotare|acquistare|confermare|partire), stiamo valutando, sto valutando, siamo indecisi, stiamo confrontando, confrontiamo, confronto, dobbiamo decidere, devo decidere, abbiamo budget, il budget e, budget di, vogliamo passare a, vorrei provare, vorremmo provare, provarlo, se il prezzo, se va bene, se possibile ordin*, mi convince, ci convince, ha un senso per`,
  },
  {
    name: "order-now",
    phrases: `ne prendo, ne prendiamo, lo prendo, lo prendiamo, la prendo, ne ordiniamo, ordino, ordiniamo, vogliamo ordinare, confermo (l ordine|la prenotazione|che), confermiamo, procediamo, procedete, potete procedere, prenoto, prenotiamo, mi iscrivo, ci iscriviamo, iscrivermi, iscriverci, vorrei (prenotare|iscrivere|fissare|comprare|acquistare|noleggiare|affittare), vorremmo (prenotare|ordinare|fissare|comprare|acquistare|noleggiare|affittare|provare|avere), mandatemi la proforma, inviateci la proforma, datemi l iban`,
  },
  {
    name: "own-trouble",
    phrases: `(la nostra|il nostro|la mia|il mio) (caldaia|tetto|ascensore|macchina|forno|frigo|impianto|server|cancello|bagno|pavimento|furgone|muro|muletto|lavastoviglie|tapparella) , si e (rotto|rotta|bloccat*|staccat*), perde acqua, infiltrazion*, umidita, muffa, non ce la facciamo, non riusciamo piu, non ci stiamo piu, e da buttare, cade a pezzi, ha smesso di, ha chiuso, va in pensione, ci ha lasciati a piedi, stufi di, stufo di`,
  },
  {
    name: "head-count",
    phrases: `# (persone|ospiti|bambini|invitati|adulti|dipendenti|iscritti|alunni|coperti|partecipanti), siamo in #, saremo in #, saremo una*, siamo una (ventina|decina|trentina|quindicina)`,
  },
  {
    name: "occasion",
    phrases: `matrimonio, nozze, compleanno, battesimo, comunione, laurea, anniversario, festa di, fiera, inaugurazione, apertura, trasferimento, trasloco, cena aziendale, convegno, congresso, evento, nuova sede, pensionamento, sagra, gita scolastica`,
  },
  {
    name: "own-life",
    phrases: `mia (mamma|madre|moglie|figlia|nonna|sorella|suocera), mio (padre|papa|marito|figlio|nonno|fratello|suocero), i miei (genitori|figli), le mie figlie, casa nostra, casa mia, il nostro cane, il mio cane, in pensione`,
  },
  {
    name: "still-free",
    phrases: `ancora (disponibil*|liber*|in vendita|in affitto|posto|posti), e libero, e libera, siete liberi, avete posto, avete ancora posto, avete disponibilita, c e posto, ci sono ancora posti, per la settimana, per il weekend, quando avreste`,
  },
  {
    name: "switch",
    phrases: `al momento usiamo, attualmente usiamo, adesso usiamo, ora usiamo, usiamo ancora, finora abbiamo, il nostro attuale (fornitore|gestionale|contratto|programma|software), il fornitore attuale, il contratto scade, vogliamo cambiare, vorremmo cambiare, cambiare fornitore, passare da, lavoriamo ancora con, facciamo tutto (a mano|con excel|su carta)`,
  },
  {
    name: "resell",
    phrases: `rivendit*, rivendere, distributore, distributori, importatore, importiamo, grossista, ingrosso, nel nostro negozio, nei nostri negozi, nei nostri punti vendita, condizioni per rivenditori, listino rivenditori, sconto rivenditori, conto vendita, esclusiva per, i vostri prodotti`,
  },
  {
    name: "carry-goods",
    phrases: `i (nostri|miei) clienti (chiedono|ci chiedono|cercano|vogliono), me lo chiedono, ce lo chiedono, ce li chiedono, vorrei venderl*, vorremmo venderl*, tenere i vostri, avere i vostri prodotti`,
  },
  {
    name: "tender",
    phrases: `gara, bando, capitolato, appalto, manifestazione di interesse, richiesta di offerta, richiesta di preventivo, affidamento, invito a presentare, trattativa, rdo, presentare un offerta`,
  },
  {
    name: "referral",
    phrases: `mi ha parlato di voi, ci ha parlato di voi, mi e stato consigliat*, ci e stato consigliat*, consigliati da, consigliato da, mi hanno consigliato, ci hanno consigliato, mi ha dato il vostro (numero|nome|contatto), ho avuto il vostro, vi ho trovat*, vi abbiamo trovat*, ho visto (il vostro|da voi|sul vostro|la vostra), abbiamo visto (il vostro|la vostra), tramite un amico, passaparola`,
  },
  {
    name: PASSED_ON,
    phrases: `ha chiamato (il|la|un|una|il signor|la signora), ha telefonato, chiede di essere richiamat*, da richiamare, vuole essere richiamat*, messaggio in segreteria, chiamata persa, richiesta dal sito, dal modulo di contatto, nuovo messaggio dal sito, vuole un preventivo`,
  },
  {
    name: "vendor-search",
    phrases: `conoscete (un|una|qualcuno|dei), qualcuno conosce, qualcuno sa, sapete di qualcuno, mi consigliate, cerco (un|una|qualcuno|ditta|artigiano), cerchiamo (un|una|qualcuno|ditta|fornitore|partner), cercasi (ditta|artigiano|fornitore|sala|furgone), chi mi consiglia, avete qualcuno da consigliare`,
  },
  {
    name: "licences",
    phrases: `licenze, postazioni, utenze, abbonamento per, versione (completa|aziendale|enterprise|a pagamento|pro)`,
  },
  {
    name: "papers",
    phrases: `catalogo, listino, scheda tecnica, schede tecniche, brochure, campionatura, dimostrazione, prova gratuita, periodo di prova, versione di prova, sopralluogo, proforma, capitolato`,
  },
  {
    name: "contact-wish",
    phrases: `un recapito, numero di telefono, con chi parl*, fissare un (appuntamento|incontro|sopralluogo), prendere (un appuntamento|appuntamento), passare a vedere, venire a vedere, ci sentiamo, un appuntamento`,
  },
  {
    name: "offer",
    phrases: `vi offriamo, vi proponiamo, le proponiamo, proponiamo, siamo (specializzati|leader|produttori di|un agenzia specializzata), la nostra offerta per voi, i nostri prodotti, la nostra gamma, ci occupiamo di, da oltre # anni, aiutiamo (le aziende|le imprese|i professionisti), possiamo aiutar*, saremmo lieti di, presentarvi, presentarle, in allegato la nostra offerta, offerta speciale, promozione, approfitta, approfittate`,
  },
  {
    name: "probe",
    phrases: `state cercando, avete mai pensato, avete gia un, siete soddisfatti, vi interesserebbe, le interesserebbe, potrebbe interessar*, siete interessati a, vuole scoprire, volete scoprire, chi si occupa da voi, e lei la persona, sareste aperti`,
  },
  {
    name: "benefit",
    phrases: `aumentare (le vendite|il fatturato|i clienti|la visibilita), ridurre i costi, risparmiare fino, fino al # di sconto, senza impegno, gratis per, risultati garantiti, primo posto su google, piu clienti, nuovi clienti, crescita, soluzioni su misura`,
  },
  {
    name: "meeting",
    phrases: `una breve (chiamata|telefonata|call), # minuti (di|per|al telefono), una call, quando avrebbe tempo, quando le farebbe comodo, appuntamento telefonico, fissiamo una`,
  },
  {
    name: "opt-out",
    phrases: `disiscriv*, cancellarsi, cancellati dalla, non vuole piu ricevere, non desidera piu, per non ricevere piu, annulla iscrizione`,
  },
  {
    name: "chase",
    phrases: `ha avuto modo di (leggere|vedere), avete avuto modo, torno a scriver*, le riscrivo, vi riscrivo, faccio seguito, in riferimento alla mia mail, un gentile riscontro alla`,
  },
  {
    name: "recruiter",
    phrases: `candidati, candidato, selezione del personale, ricerca di personale, posizione, figura professionale, profilo, assunzione, ricerchiamo`,
  },
  {
    name: "applicant",
    phrases: `mi candido, candidatura, curriculum, in allegato il mio cv, offro la mia, cerco lavoro, cerco un impiego, colloquio, disponibilita immediata`,
  },
  {
    name: "customer",
    phrases: `il mio ordine, il nostro ordine, ordine n, numero ordine, ho (ordinato|ricevuto|restituito), abbiamo (ordinato|ricevuto), non e (arrivato|arrivata|ancora arrivato), reso, sostituzione, garanzia, reclamo, rimborso, disdetta, disdire, recedere, il pacco`,
  },
  {
    name: "bill",
    phrases: `fattura, fatture, bonifico, pagamento della, saldo, sollecito, scadenza, scaduta, scadute, nota di credito, estratto conto, ricevuta, iban`,
  },
  {
    name: "broadcast",
    phrases: `newsletter, in questo numero, leggi tutto, scopri, scopri di piu, vi aspettiamo, vi invitiamo, non perder*, iscriviti, clicca qui, novita, saldi`,
  },
  {
    name: "automatic",
    phrases: `non rispondere a questa, messaggio automatico, risposta automatica, fuori ufficio, saro assente, sono in ferie, generata automaticamente`,
  },
  {
    name: "colleague",
    phrases: `ciao a tutti, ragazzi, riunione, verbale, ordine del giorno, vi giro, ti giro, come da accordi, in ufficio, ferie, turni, il capo, mi confermi, ne parliamo`,
  },
  {
    name: "private",
    phrases: `un bacio, baci, un abbraccio, tesoro, amore, ti voglio bene, la mamma, il papa, i nonni, buon compleanno, stasera, cena da noi, pizza`,
  },
  {
    name: "thanks",
    phrases: `grazie (per|di|ancora|mille per|della|del), vi ringrazio, la ringrazio, ringraziamo per, siamo molto contenti, tutto perfetto, abbiamo deciso di non, abbiamo scelto un altr*, ho gia risolto`,
  },
  {
    name: "survey",
    phrases: `questionario, sondaggio, tesi di laurea, due minuti per, la tua opinione, il suo parere`,
  },
  {
    name: "press-or-cause",
    phrases: `giornalista, intervista, articolo su, comunicato stampa, donazione, raccolta fondi, volontari, sponsorizza*, patrocinio, petizione`,
  },
  {
    name: "law",
    phrases: `dati personali, gdpr, cancellazione dei dati, diffida, avvocato di controparte, violazione, notifica, sanzione, agenzia delle entrate, pec`,
  },
  {
    name: "owned",
    phrases: `ho (comprato|acquistato|preso|pagato), abbiamo (comprato|acquistato|preso|pagato), comprato da voi, acquistato da voi, il mio abbonamento, la mia licenza, il mio account`,
  },
  {
    name: "supplier-pitch",
    phrases: `produciamo, fabbrichiamo, importiamo e, vendiamo, disponiamo di, abbiamo in pronta consegna, prezzi competitivi, prezzi vantaggiosi, diventare vostro fornitore, diventare vostri fornitori, collaborare con voi come`,
  },
  {
    name: "notice",
    phrases: `si comunica, si informa, vi informiamo, la informiamo, avviso, promemoria, si ricorda, a partire dal, resteremo chiusi, chiusura`,
  },
  {
    name: "your-goods",
    phrases: `il vostro (modello|prodotto|programma|software|corso|listino|servizio|vino|olio|negozio), la vostra (macchina|linea|sala|offerta|collezione|camera), i vostri (prodotti|vini|corsi|prezzi|modelli|servizi|scaffali), le vostre (macchine|sedie|torte|condizioni)`,
  },
  {
    name: "your-business",
    phrases: `la vostra (azienda|attivita|impresa|squadra|pagina|presenza|visibilita), il vostro (sito|team|business|fatturato|marchio|settore), i vostri clienti`,
  },
  {
    name: "our-goods",
    phrases: `il nostro (nuovo|ultimo) (prodotto|servizio|catalogo|software), la nostra (nuova|ultima) (collezione|linea|piattaforma|soluzione), le nostre soluzioni, i nostri servizi`,
  },
];
