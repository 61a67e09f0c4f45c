import { KINDS } from "#server/pipeline/text/company-name.ts";
import { foldedWords } from "#server/pipeline/text/fold.ts";

/**
 * Words from headings, buttons, departments, trades and places that are capitalized like names. One of them is still
 * accepted as a family name after a known given name or a form of address.
 */
export const NON_NAME_WORDS: ReadonlySet<string> = KINDS.union(
  foldedWords(`
  preschool pre-school kindergarten playgroup nursery iletişim hakkımızda kontakty kapcsolat yhteystiedot contato
  cottage house villa farm manor grange
  faculty fakultät facultad faculté facoltà faculdade fakultet wydział investors journal statistics
  cottage house villa farm manor grange auditório centro prêmio premio edifício edificio comprovante airport
  calendario calendário eventos quejas sugerencias enlaces rápidos canais atendimento ofício bairro rua candidato
  assistência noticias notícias servicios serviços políticas horario horarios horário avisos inscripción inscrição
  convocatoria documentos descargas evaluación galería galeria objetivo mapa sitio bestuur vorstand
  styrelsen bestyrelsen zarząd
  member members district lane park street road avenue tower optics manual tech time box hall guidelines data taller klub
  dział oddział siedziba spółki biuro serwis sprzedaż sprzedaży zapisy kursy urząd referat ośrodek zakład aktualności
  oferta usługi wydział sekretariat regulamin pomoc studenci ärenden föreningens öppettider välkommen medlemmar nyheter
  avdelning afdeling bestyrelse åbningstider styre oddělení provozovna vedení úřední hodiny ügyfélszolgálat nyitvatartás
  hochschulgruppe anlagen anexo conclusão conduta região setor plantel chemistry admissions graduate graduates
  institut orchestre chorale ensemble maison atelier galerie garage domaine château camping gîte salon paroisse ferme
  boutique plomberie menuiserie imprimerie cantina dipartimento consultorio secretaría consultório escritório secretaria
  friseur landhaus pension verlag grundschule gymnasium pfarrei lehrstuhl fachbereich praktijk advocatenkantoor faculteit
  vakgroep hurtownia warsztat katedra starostwo autoservis ústav fakulta frisør tannlege skole barnehage kirke bageri
  forening højskole tandlæge tandläkare skola förskola frisör kyrka förening kirkko koulu apteekki yhdistys laitos
  tiedekunta osasto étterem iskola óvoda panzió gyógyszertár ügyvédi iroda alapítvány egyesület tanszék egyetem intézet
  önkormányzat okulu eczanesi kliniği restoran otel derneği vakfı belediyesi fakültesi bölümü müdürlüğü ticaret inşaat
  școala grădinița pensiunea restaurantul asociația fundația primăria facultatea vrtić ljekarna apoteka ordinacija udruga
  udruženje ustanova odjel gostilna šola društvo občina школа гимназия кафе ресторан отель клиника аптека салон студия
  кафедра факультет институт союз музей театр відділення відділ лікарня avenida av avda travessa praça alameda rodovia ulica
  strasse bulevar aleja náměstí utca caddesi sokak mahallesi улица проспект бульвар вулиця gatan vägen veien
  volunteering tournament resort resorts inn lodge cottages fanpage
  historia meetings schedule organizer commission planning standard pacific sharing straat huisnummer boys fahrplan
  fahrstrecke bestenliste emergenze unico numero topics guestbook under construction last modified
  a an and or the of for with from to in on at by is are we you your our us my me it this that these those here there how
  what when where why who which more most all any each every no not new best free now next back previous last first top
  about contact contacts home menu login log sign register subscribe unsubscribe newsletter search read learn view show see
  click download upload send submit apply buy order get start started try book request call write email e-mail mail message
  phone tel telephone fax mobile address website web site page blog news press media events event webinar careers career
  jobs job faq help support service services product products solution solutions pricing price prices plan plans shop store
  cart checkout account profile settings privacy policy terms conditions cookie cookies legal notice imprint copyright rights
  reserved disclaimer sitemap accessibility feedback overview features feature gallery portfolio projects project partner
  partners partnership client clients customer customers company companies corporate business enterprise industry industries
  technology technologies software hardware digital cloud data platform system systems network security solutions analytics
  marketing sales finance accounting legal hr human resources research development engineering design production quality
  management operations logistics procurement purchasing administration department division directorate team teams staff people leadership board
  directors committee council foundation association institute university college school academy hospital clinic laboratory laboratories center
  centre office offices headquarters branch location locations address street road avenue city town state country region
  opening hours monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december today tomorrow yesterday week month year north south east west central international
  global national regional local european american german french british group holding holdings limited bank insurance
  consulting consultants agency studio studios labs lab restaurant hotel cafe bar bakery garden pharmacy dental practice
  hello hi dear guten gute schönen schöner tag buenos buenas bonne regards sincerely thanks thank best kind cheers greetings yours welcome please yes
  general inquiry inquiries enquiry enquiries information info reception secretary technical customer
  quote offer offers deal deals discount sale special story stories case study studies white paper report guide resources
  resource documentation docs api status community forum social facebook twitter linkedin instagram youtube xing google
  microsoft apple amazon android windows chrome power energy electric auto automotive motors machine machinery tools metal
  steel wood stone water air food fashion beauty health care medical sport sports travel tours event catering cleaning
  building construction aerospace defense defence wireless proprietary confidential real estate property properties architecture interior transport shipping delivery storage supply
  trading trade export import wholesale retail industrial manufacturing engineering printing packaging textile chemical
  training education coaching course courses workshop mission vision values history culture world life work working
  meet meeting follow share like join find discover explore continue close open save cancel ok accept reject decline
  united states kingdom germany france spain italy austria switzerland netherlands belgium europe america asia africa
  australia canada china japan india brazil mexico russia poland sweden norway denmark finland ireland scotland wales
  england portugal greece turkey berlin hamburg munich münchen frankfurt köln cologne düsseldorf stuttgart leipzig dresden
  london manchester paris lyon marseille madrid barcelona valencia rome milan vienna wien zürich geneva amsterdam brussels
  york angeles francisco chicago boston seattle texas california florida tokyo osaka beijing shanghai hong kong singapore
  dubai delhi mumbai sydney melbourne toronto
  der die das den dem des ein eine einer eines und oder für mit von aus bei nach auf im am zum zur über unter wir sie ihr
  ihre unser unsere unseren uns kontakt kontakte kontaktdaten telefonnummer impressum datenschutz datenschutzerklärung agb startseite aktuelles neuigkeiten
  leistungen angebot angebote produkte produkt dienstleistungen service unternehmen firma team mitarbeiter ansprechpartner
  ansprechpartnerin geschäftsführung vertrieb verkauf einkauf buchhaltung verwaltung personal technik produktion werkstatt
  lager versand entwicklung forschung qualität leitung abteilung sekretariat empfang zentrale büro standort standorte filiale
  anfahrt öffnungszeiten telefon adresse anschrift straße platz stadt land haus hof montag dienstag mittwoch donnerstag
  freitag samstag sonntag januar februar märz april mai juni juli august oktober dezember mehr weiter zurück hier alle neu
  jetzt anfrage termin buchen bestellen warenkorb konto anmelden abmelden registrieren suche hilfe fragen antworten presse
  karriere stellen stellenangebote verein stiftung verband amt behörde gericht kammer bank versicherung praxis klinik
  apotheke schule hochschule universität herzlich willkommen freundlichen grüßen grüße mfg lieber liebe geehrte geehrter
  sehr verantwortlich inhaltlich vertreten vertretungsberechtigt registergericht handelsregister umsatzsteuer haftung
  le la les un une des du de et ou pour avec par sur dans chez nous vous notre nos votre vos accueil contactez contacter
  mentions légales confidentialité conditions générales vente produits services entreprise société équipe direction
  commercial comptabilité ressources humaines siège bureau adresse rue ville pays horaires lundi mardi mercredi jeudi
  vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre voir plus suite
  retour panier compte connexion inscription recherche aide actualités presse recrutement emploi devis demande nouveau
  bonjour cordialement merci propos savoir lire télécharger envoyer éditeur hébergeur hébergement publication
  el los las una unos y o para con por sobre en nosotros nuestro nuestra nuestros aviso política privacidad inicio contacto
  contactar empresa equipo productos servicios dirección calle ciudad país horario lunes martes miércoles jueves viernes
  sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre más ver leer
  volver carrito cuenta buscar ayuda noticias prensa trabajo presupuesto solicitud nuevo hola saludos gracias ventas
  administración contabilidad recursos humanos atención cliente departamento sede oficina
  il lo gli una e o per con di chi siamo contatti azienda prodotti servizi negozio via città paese orari note legali
  indirizzo ufficio vendite amministrazione carrello cerca notizie lavora noi nostro
  over ons onze bedrijf producten diensten winkel nieuws vacatures afdeling verkoop adres openingstijden
  о нас контакты контакт компания главная новости услуги продукция товары адрес телефон отдел продаж магазин политика
  конфиденциальности вакансии офис центр общество группа завод
  επικοινωνία εταιρεία αρχική προϊόντα υπηρεσίες σχετικά νέα
  شركة مؤسسة اتصل بنا الرئيسية خدمات منتجات من نحن عنوان هاتف قسم المبيعات
  amtsgericht landgericht registergericht finanzamt vereinsregister handelsregister nagar`),
);

/** Endings of abstract nouns, for languages that capitalize nouns or headings. */
export const ABSTRACT_ENDING =
  /(?:tion|tions|tionen|ungen|.{3}ung|erei|heit|keit|schaft|schaften|ismus|ment|ments|ness|ology|ologie|ización|ciones|zione|zioni|ção|ções|tät|ité|idad|ship|ware|tech|soft)$/u;
