import type { Concept } from "./concept.ts";

/** What buyers do with words. */
export const WANTING: readonly Concept[] = [
  {
    name: "need",
    says: "needs or is looking for something",
    phrases: `need, needs, needed, needing, require, requires, required, requiring, want, wants, wanted, wanna, looking for, look for, looking to,
      looking at, lookin for, searching for, search for, in search of, in need of, in the market for, on the lookout for, hoping to, after a, shopping (for|around), trying to find, seeking,
      could use (a|some), must have, requirement for, have a requirement, we are after, interested in (a|an|buying|purchasing|ordering|getting|using|trying|hiring|booking|renting|having|your|the|learning|more),
      brauche, brauchen, braucht, benotig*, suche, suchen, sucht, auf der suche nach, bedarf, mochte, mochten, wurde gern*, wurden gern*,
      hatte gern*, hatten gern*, interessier*, interesse an, haben interesse, wir planen, ich plane,
      besoin d*, avons besoin, ai besoin, cherche, cherchons, cherchent, recherche, recherchons, a la recherche, souhaite, souhaitons,
      souhaiterions, souhaiterais, voudrais, voudrions, aimerais, aimerions, interesse par, interesses par, interessee par, envisageons,
      necesito, necesitamos, necesita, necesitaria*, busco, buscamos, buscando, quiero, queremos, quisiera*, querria*, me gustaria, nos gustaria,
      estoy interesad*, estamos interesad*, me interesa*, nos interesa*, interesados en, precisamos, requerimos, requiero`,
  },
  {
    name: "buy",
    says: "wants to buy, order, hire or book",
    phrases: `buy, buying, purchase, purchasing, to order, order (#|some|a|one|two|three|more|another), place an order, placing an order, want to order, acquire, procure, procurement, source, sourcing,
      rent, renting, hire (you|a|an|some|someone|your), book (you|a|an|the|your|for|us), booking, subscribe to your, sign up for your, license your, licence for, upgrade to, roll out, outsource,
      commission (a|you|an), lease, leasing, import, restock, reorder, re-order, commander, acheter, louer, acquerir, reserver, faire appel a,
      kaufen, bestellen, erwerben, beziehen, mieten, buchen, beauftragen, anschaffen, anschaffung, beschaffen, abnehmen, kauf von, bestellung aufgeben,
      achat, acquisition d*, commande d*, passer commande, location d*, comprar, adquirir, pedir, encargar, alquilar, contratar, reservar, hacer un pedido, compra de`,
  },
  {
    name: "price",
    says: "asks about prices or a quote",
    phrases: `price, prices, pricing, pricelist, price list, pricelists, cost, costs, quote, quotes, qoute, quotation, quotations, quoted, estimate, estimation, estimates, rates, rate card, tariff, how much,
      proforma, pro forma, best price, ballpark, price range, discount, discounts, bulk price*, per unit, fee, fees, charge for, you charge, rough idea of cost, cif, fob, exw, ddp,
      preis, preise, preisen, preisliste*, preisanfrage, kosten, kostet, was kostet, angebot, angebote, offerte, kostenvoranschlag, konditionen, rabatt, mengenrabatt, staffelpreis*, stuckpreis,
      prix, devis, tarif, tarifs, cout, couts, combien, grille tarifaire, offre de prix, remise*, chiffrage, chiffrer, cotation,
      precio, precios, presupuesto, cotizacion, cotizar, cotizacione*, tarifa, tarifas, cuanto cuesta*, cuanto cobran, cuanto sale, cuanto vale, descuento*, costo, coste, lista de precios`,
  },
  {
    name: "ask",
    says: "asks the reader to do something",
    phrases: `could you, can you, would you, could u, can u, can ya, could someone, can someone, could anybody, can anyone, could we, can we, can i, could i, may i, may we, send me, send us, send over, send through,
      let me know, let us know, lmk, get back to (me|us), provide (us|me), share (your|a|the|some), quote us, quote me, quote for, call me, call us, ring me, give me a (call|ring|shout|bell), reach out to me, contact me, contact us, advise,
      tell me, tell us, get in touch, be possible to, is it possible, have someone, ask someone, put me through, put me in touch, forward me, email me, drop me, reply with, give us, give me, grateful if, appreciate if, hear from you, pls send, plz send, pls, plz, kindest,
      konnten sie, konnen sie, konnt ihr, konntet ihr, kannst du, wurden sie, schicken sie, senden sie, teilen sie, ich bitte um, wir bitten um, bitten wir, bitte ich, um ruckruf, rufen sie, melden sie sich, um zusendung, lassen sie, erbitten, bitten um, nennen sie,
      pourriez vous, pouvez vous, pourrait on, peut on, merci de, veuillez, envoyer, envoyez, transmettre, faire parvenir, me rappeler, nous rappeler, me contacter, nous contacter, indiquer, communiquer, preciser, dites moi,
      podria*, pueden, puede, podeis, puedes, seria posible, es posible, enviarme, enviarnos, envienos, envieme, mandarme, mandarnos, me envia*, nos envia*, me mande*, me pase*, indicarme, indicarnos, agradeceria*, ruego, rogamos, facilitar*, informarme, digame, me llam*, contactarme, hagannos, me dig*`,
  },
  {
    name: "do-you-sell",
    says: "asks what the reader sells or can do",
    phrases: `do you (guys|) (offer|sell|have|carry|make|ship|deliver|stock|supply|provide|do|support|rent|take|handle|accept|export|work|cater|manufacture|install|run|print|cover|give|teach|repair|integrate|build|produce|come|hire|keep|still|know if you),
      are you (guys|) (able to|available|taking on|free on|open on|licensed|certified|accepting), does (your|it|the|this) (system|software|tool|platform|product|plan|app|model|machine|work|come|include|integrate|support|fit|ship), is (it|this|that|the) (still|) (available|in stock|possible|compatible), are (they|these|those) (still|) available, any availability, availability for, what (sizes|colours|colors|models|options|plans|kind of|is the minimum|is your minimum|would it),
      in stock, u have, u guys, you have any, you guys, how long (does|would|is|will), how soon, how quickly, how does (it|your|this), which (model|plan|version|option*|package), got any, u do, you do, you ship, you deliver, could you (make|do|supply|offer|ship|deliver|cater|build|install|handle|help), can you (make|do|supply|offer|ship|deliver|cater|build|install|handle|print|support|produce|provide),
      bieten sie, haben sie, liefern sie, verkaufen sie, fuhren sie, machen sie, habt ihr, macht ihr, liefert ihr, bietet ihr, verkauft ihr, vermieten sie, ubernehmen sie, sind sie in der lage, gibt es, ware es moglich, ist es moglich, verfugbar, lieferbar, ubernehmt ihr, ab welcher, wie lange, welche,
      proposez vous, avez vous, vendez vous, livrez vous, faites vous, seriez vous, etes vous, est il possible, serait il possible, disponible*, livrez, proposez, louez vous, acceptez vous, fabriquez vous, intervenez vous,
      ofrecen, tienen, venden, hacen envios, envian, disponen, teneis, vendeis, ofreceis, trabajan con, fabrican, realizan, alquilan, haceis, hacen, enviais, disponibilidad`,
  },
  {
    name: "papers",
    says: "asks for a catalogue, samples, a demo or details",
    phrases: `catalog, catalogue, catalogues, brochure, brochures, datasheet*, data sheet*, spec sheet*, sample, samples, samplekit, demo, demonstration, trial, test account, proof of concept, poc, presentation of your, product list, stock list, portfolio,
      more information, more info, further information, further details, more details, info on, info about, information on, information about, details of, details about, details on, walk us through, walkthrough, sandbox,
      katalog, prospekt, broschure, datenblatt, muster, probe*, testzugang, testversion, demotermin, infomaterial, informationen, unterlagen, weitere infos, vorfuhrung, vorstellung,
      brochure, documentation, echantillon*, demo, demonstration, essai, fiche technique, renseignement*, informations, plus d informations,
      catalogo, muestra, muestras, demostracion, prueba, ficha tecnica, informacion, mas informacion, folleto, mas detalles`,
  },
  {
    name: "quantity",
    says: "names a quantity or an amount of work",
    phrases: `# (x|pcs|pc|pieces|units|unit|sets|set|kg|kgs|kilos|tons|tonnes|ton|mt|litres|liters|l|m|meters|metres|meter|mm|cm|sqm|m2|sq|sqft|ft|inch|boxes|cartons|pallets|pallet|cases|bottles|bags|rolls|sheets|
      containers|container|copies|pages|words|seats|users|licenses|licences|licence|license|devices|laptops|chairs|desks|tables|people|persons|guests|pax|pupils|students|attendees|staff|rooms|nights|bedrooms|employees|agents|vans|trucks|
      cars|windows|doors|shirts|tshirts|t|hoodies|mugs|machines|stores|locations|sites|stuck|st|stk|personen|mitarbeiter*|lizenzen|platze|nutzer|arbeitsplatze|qm|gaste|paletten|kartons|flaschen|exemplare|meter|tonnen|
      pieces|unites|personnes|postes|licences|utilisateurs|convives|palettes|cartons|bouteilles|exemplaires|invites|salaries|unidades|uds|piezas|personas|licencias|usuarios|invitados|cajas|botellas|puestos|kilos|toneladas|metros|alumnos|empleados),
      # x, x #, # to #, qty, qty #, quantity, quantities, menge, stuckzahl, quantite*, cantidad*, moq, minimum order, mindestmenge, mindestbestell*, minimum de commande, pedido minimo, annual volume, a dozen, couple of, per month, per year, per week, pro monat, pro jahr, par mois, par an, al mes, al ano, a pallet, full container, bulk, in bulk, wholesale`,
  },
  {
    name: "delivery",
    says: "asks about delivery, stock or lead time",
    phrases: `lead time*, leadtime, delivery time*, delivery to, deliver to, delivered to, ship to, shipping to, shipping cost*, shipment to, freight to, turnaround, lieferzeit*, lieferung nach, liefertermin, versand nach, versandkosten, lieferfrist,
      delai*, livraison a, livraison en, frais de port, plazo* de entrega, plazo*, envio a, envios a, gastos de envio, entrega en, payment terms, zahlungsbedingung*, conditions de paiement, formas de pago, warranty, garantie, garantia, installation, incl delivery, including delivery, drawing*, zeichnung*, plan joint, plano*, specs, specification*, spezifikation*, dimensions, material grade`,
  },
  {
    name: "tender",
    says: "is a tender or a comparison of vendors",
    phrases: `rfp, rfq, rfi, itt, tender, tenders, tendering, bid, bids, bidder*, request for (quotation|quote|proposal|proposals|information), invitation to (tender|bid|quote), shortlist*, short list, evaluating, evaluation of, comparing, comparison, (two|three|four|several|other|few|different) (suppliers|vendors|providers|quotes|companies|offers), submission deadline, submit (your|a) (proposal|bid|offer|quotation), scope of work, statement of work, procurement, proposal for, vendor selection, supplier registration, approved supplier,
      ausschreibung*, angebotsabgabe, anfrage, leistungsverzeichnis, vergleichsangebot*, anbieter, appel d offres, cahier des charges, consultation, consultons, prestataire*, fournisseur*, licitacion, concurso, pliego*, proveedor*, propuesta economica, propuesta`,
  },
  {
    name: "resell",
    says: "wants to sell the reader's products",
    phrases: `distributor*, distribution, distribute your, distributing your, dealer*, dealership, reseller*, resell, reselling, stockist*, retailer*, retail your, represent your, carry your, sell your, selling your, stock your, your distributor, agent for your, agents in, exclusive rights, exclusivity, territory, trade account, trade price*, white label your, franchise, become a (partner|dealer|reseller|distributor|stockist), wholesale (price*|terms|account|catalog*), import your, our stores, our shops,
      vertriebspartner*, handler, handlerkonditionen, wiederverkauf*, vertrieb ihrer, ihre produkte (vertreiben|verkaufen|in unser*), handelsvertretung, generalvertretung, alleinvertrieb, revendeur*, revendre, distribuer, distributeur*, distribution de vos, grossiste, importer vos, distribuir, distribuidor*, revender, revendedor*, mayorista*, representar, vender sus productos, representacion`,
  },
  {
    name: "switch",
    says: "compares with what the writer has now",
    phrases: `currently (use|using|with|on|have|buy|work), we use, now use, are using, been using, switch from, switching from, switch to you, migrate from, moving from, move away from, replace our, replacing our, replace the, replacement for, not happy with, unhappy with, fed up with, alternative to, alternatives to, outgrown, contract (ends|is ending|runs out|expires|with our), existing (system|supplier|provider|vendor), current (system|supplier|provider|vendor|solution|software|contract), let us down, went bust, derzeit nutzen, nutzen derzeit, bisheriger, bisherigen, wechseln, umsteigen, ersetzen, ablosen, actuellement, utilisons, remplacer, changer de, quitter, cambiar de, sustituir, reemplazar, utilizamos, usamos, our spreadsheet*, excel sheets, by hand, manually`,
  },
  {
    name: "referral",
    says: "was sent by someone or found the reader",
    phrases: `recommended (you|your|by|that), recommendation, referred (me|us|by|to), told (me|us) (about|you|that you), suggested (you|your|i|we|that), gave me your (name|number|contact|details|email), got your (name|number|contact|details|email), passed (me|on) your, found you (on|via|through|online|in), found your (website|company|site|shop|page|details|contact|number), saw your (stand|booth|ad|advert*|van|work|website|products|listing|video|talk|post), came across your (products|store|shop|catalog*), speaks highly, heard good things, heard about you, via google, through google, on google,
      empfohlen, empfehlung, im internet gefunden, uber google, auf der messe, auf ihrer website, auf ihrer homepage, auf ihrer seite, bin ich auf sie, recommande*, conseille*, trouve votre, vu votre, sur votre site, sur internet, au salon, recomendo, recomendado*, recomendaron, visto en su, encontre su, he visto su, vi su, en su web, en su pagina, en la feria`,
  },
  {
    name: "occasion",
    says: "names a project, an event or a deadline for it",
    phrases: `planning (a|an|to|our|my), we are opening, opening (a|our), launching (a|our), renovat*, refurb*, extension, moving office*, new office, wedding, birthday party, anniversary, christmas party, conference, retreat, exhibition, our event, trade show, relocat*, start up, starting (a|our|up), budget of, our budget, budget is, max budget, by (monday|tuesday|wednesday|thursday|friday|next week|the end|end of|january|february|march|april|may|june|july|august|september|october|november|december), asap, a.s.a.p, as soon as possible, urgent*, end of (month|the month|q#|year|the year), next (month|spring|summer|autumn|fall|winter|year|season), deadline, in time for, dringend, so schnell wie moglich, zeitnah, schnellstmoglich, bis (ende|montag|freitag|zum), neubau, umbau, sanier*, hochzeit, betriebsfeier, weihnachtsfeier, tagung, messestand, eroffn*, geburtstag, fete, mariage, seminaire, renovation, ouverture, urgent, rapidement, des que possible, d ici, boda, evento, reforma, apertura, inaugur*, cuanto antes, lo antes posible, urgente, cumpleanos, comunion`,
  },
];
