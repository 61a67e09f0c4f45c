import type { Concept } from "./concept.ts";

/** People: the writer's side, the reader's side, and what belongs to either. */
export const PEOPLE: readonly Concept[] = [
  {
    name: "us",
    phrases: `we, i, our, us, my, me, mine, ours, wir, ich, uns, unser*, mein*, mir, mich, nous, je, j, notre, nos, mon, ma,
      mes, moi, nosotros, nuestr*, mi, mis, yo`,
  },
  {
    name: "you",
    phrases: `you, your, yours, u, ur, ya, sie, ihr, ihre*, ihnen, euch, euer*, eure*, du, dein*, dir, dich, vous, votre, vos,
      tu, te, ton, usted, ustedes, vuestr*, su, sus, os, le, les`,
  },
  {
    name: "your-goods",
    phrases: `your (current|full|latest|best|standard|wholesale|new|own|) (price*|pricing|rates|rate card|quote|quotation|offer|catalog*|brochure|range|product*|
      service*|machine*|software|solution*|platform|app|tool|system|plan*|package*|menu|stock|inventory|availability|
      model*|line|collection|equipment|material*|work|portfolio|rental*|course*|training*|lead time*|moq|terms|fees|licen*|
      enterprise plan|demo|api|units|goods|items|samples|wine*|coffee|tea|beer*|oil|cheese*|furniture|studio|venue|
      workshop*|class*|room*|boat*|tour*|garage|showroom|store|shop|sales (team|department|people)),
      you (guys|) (offer|sell|make|stock|manufacture|carry|produce|supply|provide|build|rent|ship|deliver|do),
      (ihr|ihre|ihren|ihrem|ihrer|ihres|eure|euer|euren) (aktuelle*|komplette*|) (produkt*|preis*|angebot*|leistung*|software|losung*|katalog*|
      sortiment*|maschine*|dienst*|artikel*|preisliste*|kurs*|gerat*|anlage*|programm|werkstatt|raum*|shop|laden),
      (votre|vos) (produit*|tarif*|prix|offre*|catalogue*|service*|logiciel*|solution*|machine*|gamme*|prestation*|devis|
      boutique|atelier|vin*|modele*|article*|materiel), (su|sus|vuestro*|vuestra*) (producto*|precio*|catalogo*|servicio*|
      software|solucion*|oferta*|tarifa*|presupuesto|maquina*|gama|articulo*|tienda|modelo*|curso*)`,
  },
  {
    name: "your-business",
    phrases: `your (company|business|team|website|site|brand|customers|clients|revenue|sales|marketing|growth|organi*ation|
      audience|industry|competitor*|ranking*|traffic|conversion*|pipeline|online presence|web presence|visibility|staff|employees|hiring|recruit*|
      operations|workflow*|leads|prospects|roi|costs|budget|inbox|roadmap|strategy|role|experience|background|profile|
      linkedin|homepage|domain|blog|readers|post|article|content|page*|facilit*|office|needs|requirements|goals|challenges|infrastructure|
      security|data|network|fleet|warehouse|supply chain|back office|accounting|payroll|engineers|developers|
      practice|firm|listing*|reviews|social media|channel),
      (ihr|ihre|ihren|ihrem|ihrer|ihres|eure|euer|euren) (unternehmen*|firma|website|webseite|kunden|mitarbeiter*|team|umsatz|marketing|vertrieb|
      marke|branche|prozesse|homepage|internetseite|erfolg|reichweite|online*|sichtbarkeit|betrieb|profil|zielgruppe),
      (votre|vos) (entreprise|societe|site|clients|equipe*|chiffre|activite|marque|marketing|visibilite|croissance|
      collaborateurs|besoins|referencement|profil|structure), (su|sus|vuestra|vuestro) (empresa|negocio|web|sitio|clientes|
      equipo|marca|ventas|visibilidad|pagina|facturacion|sector|perfil|organizacion)`,
  },
  {
    name: "our-goods",
    phrases: `our (new|own|latest|award winning|innovative|proprietary|) (product*|service*|solution*|platform|software|tool*|agency|experts|
      specialists|clients|customers include|network of|methodology|approach|technology|ai|app|portfolio|database|factory|products|engineers|
      developers|writers|designers|consultants|team of|packages|program*|offering*|course|webinar|report|whitepaper|newsletter|
      rates start|prices start|price list is|pricing starts|case stud*|audience|readers|members),
      (unser|unsere|unseren|unserem|unserer) (losung*|plattform|software|tool|agentur|produkt*|leistung*|dienstleistung*|
      experten|angebot|kunden|portfolio|newsletter|referenz*), (notre|nos) (solution*|plateforme|logiciel|agence|produit*|
      service*|offre*|experts|clients|expertise|outil), (nuestra|nuestro|nuestros|nuestras) (solucion*|plataforma|software|
      agencia|producto*|servicio*|expertos|oferta*|herramienta|boletin|experiencia)`,
  },
  {
    name: "our-need",
    phrases: `our (small|new|second|next|annual|upcoming|current|existing|old|entire|own|) (office*|school|hotel*|clinic|restaurant|cafe|
      bakery|farm|workshop|plant|lab*|store*|shop*|warehouse|church|gym|house|home|garden|kitchen|roof|wedding|event|conference|
      project*|site in|branch*|canteen|salon|studio|club|department|supplier|vendor|provider|system|erp|crm|fleet|vans|trucks|production|line|
      employees|staff|users|students|guests|members|facility|building|tender|budget|management|board|cto|boss|procurement|
      requirement*|specification*|drawing*|needs|volume*|annual consumption|wedding day),
      my (small|new|) (business|shop|restaurant|company|house|wife|husband|daughter|son|garden|bathroom|kitchen|roof|boat|van|car|bike|
      cafe|boss|manager|director|practice|clinic|wedding|project|studio|office|farm|school|band|book|website|budget),
      (unser|unsere|unseren|unserem|unserer|mein|meine|meinen|meiner) (buro|firma|werk|hotel|schule|praxis|kanzlei|
      projekt|betrieb|haus|garten|bad|kuche|halle|lager|restaurant|cafe|hochzeit|fuhrpark|verein|neubau|mitarbeiter|
      standort*|produktion|geschaft|laden|bestehende*|jetzige*|aktuelle*), (notre|nos|mon|ma) (bureau*|hotel|ecole|
      restaurant|entreprise|projet|usine|atelier|maison|boutique|mariage|chantier|cabinet|flotte|salaries|magasin*|entrepot|
      association|cuisine|exploitation), (nuestra|nuestro|nuestros|mi|mis) (empresa|hotel|restaurante|colegio|tienda*|fabrica|taller|
      proyecto|oficina*|boda|casa|clinica|almacen|finca|negocio|obra|planta|cliente|flota|cocina)`,
  },
];
