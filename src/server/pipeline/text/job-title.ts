import { fold, foldedWords } from "#server/pipeline/text/fold.ts";
import { HONORIFICS } from "#server/pipeline/text/name-words.ts";
import { remembering } from "#server/pipeline/text/remembering.ts";

/** Words for roles; one of them makes a short text a job title. */
const ROLES = foldedWords(`
  ceo cto cfo coo cmo cio ciso cpo cro chro vp svp evp md gm chief president vice-president chairman chairwoman
  chairperson chair director directress manager head lead leader founder co-founder cofounder owner co-owner proprietor
  partner principal executive officer supervisor coordinator co-ordinator administrator assistant associate analyst
  consultant advisor adviser specialist expert engineer developer programmer architect designer scientist researcher
  technician technologist operator planner buyer purchaser accountant bookkeeper controller auditor treasurer secretary receptionist
  clerk representative rep agent broker strategist marketer editor writer copywriter journalist photographer producer
  lawyer attorney solicitor paralegal counsel physician surgeon dentist nurse therapist pharmacist veterinarian teacher
  lecturer professor dean headteacher trainer coach instructor recruiter salesman saleswoman salesperson merchandiser
  dispatcher foreman superintendent estimator surveyor realtor electrician plumber carpenter mechanic chef baker caterer
  concierge curator librarian intern trainee apprentice administrateur administratrice administrador administradora
  amministratore amministratrice technicien technicienne técnico técnica informático admin sysadmin fellow liaison trader scheduler
  underwriter adjuster appraiser inspector investigator examiner economist statistician chemist biologist geologist
  physicist mathematician translator interpreter reporter columnist correspondent publisher tester freelancer contractor
  comptroller commissioner chancellor provost registrar rector deputy delegate negotiator candidate student mentor
  webmaster resourcer spokesperson ambassador evangelist sommelier host stylist geschäftsführer geschäftsführerin geschäftsführung
  inhaber inhaberin gründer gründerin vorstand vorständin vorstandsvorsitzender vorstandsvorsitzende aufsichtsrat
  prokurist prokuristin leiter leiterin leitung abteilungsleiter abteilungsleiterin teamleiter teamleiterin teamleitung
  vertriebsleiter vertriebsleiterin verkaufsleiter verkaufsleiterin werkleiter betriebsleiter betriebsleiterin
  einkaufsleiter einkaufsleiterin projektleiter projektleiterin projektmanager projektmanagerin bauleiter filialleiter
  filialleiterin marketingleiter personalleiter personalleiterin bereichsleiter bereichsleiterin niederlassungsleiter
  geschäftsleiter geschäftsleiterin geschäftsleitung direktor direktorin sachbearbeiter sachbearbeiterin mitarbeiter
  mitarbeiterin assistent assistentin assistenz referent referentin berater beraterin einkäufer einkäuferin verkäufer
  verkäuferin außendienst innendienst vertriebsmitarbeiter kundenberater kundenbetreuer kundenbetreuerin ingenieur
  ingenieurin entwickler entwicklerin techniker technikerin meister meisterin architekt architektin rechtsanwalt
  rechtsanwältin notar notarin steuerberater steuerberaterin arzt ärztin zahnarzt zahnärztin apotheker apothekerin
  redakteur redakteurin sekretärin sekretär buchhalter buchhalterin disponent disponentin hausmeister koch köchin
  pressesprecher pressesprecherin beauftragter beauftragte bürgermeister bürgermeisterin präsident präsidentin
  vizepräsident vizepräsidentin aktuar aktuarin kassier kassierin obmann obfrau zeugwart prorektor dekan dekanin
  lehrkraft   chefarzt chefärztin oberarzt oberärztin pfarrer pfarrerin diakon volontär volontärin vorsitzender vorsitzende
  kassenwart schriftführer professorin dozent dozentin lehrer lehrerin schulleiter schulleiterin gesellschafter
  gesellschafterin stellvertreter
  directeur directrice gérant gérante présidente pdg dg daf drh responsable cheffe assistante ingénieure développeur
  développeuse architecte avocat avocate notaire médecin comptable secrétaire commercial commerciale vendeur vendeuse
  acheteur acheteuse conseiller conseillère consultante gestionnaire fondateur fondatrice cofondateur associé associée
  rédacteur rédactrice graphiste traducteur traductrice formateur formatrice propriétaire attaché attachée
  gerente directora jefe jefa encargado encargada propietario propietaria fundador fundadora socio socia presidenta
  ingeniero ingeniera desarrollador desarrolladora arquitecto arquitecta abogado abogada médico médica contador
  contadora contable secretario secretaria vendedor vendedora comprador compradora asesor asesora coordinador
  coordinadora asistente analista comercial ejecutivo ejecutiva direttore direttrice titolare fondatore dirigente
  responsabile impiegato impiegata ingegnere architetto avvocato commercialista segretaria venditore consulente
  assistente diretor diretora gestor gestora proprietário proprietária engenheiro engenheira advogado coordenador
  coordenadora
  eigenaar eigenaresse oprichter bedrijfsleider verkoper inkoper aankoper adviseur medewerker medewerkster hoofd verkoopleider
  accountmanager zaakvoerder bestuurder
  säljare inköpare ägare grundare vd ordförande projektledare försäljningschef direktør daglig leder salgssjef indehaver
  sælger indkøber toimitusjohtaja johtaja päällikkö myyntipäällikkö ostaja omistaja dyrektor prezes kierownik doradca
  zastępca właściciel właścicielka specjalista specjalistka handlowiec inżynier ředitel ředitelka jednatel majitel
  vedoucí riaditeľ konateľ igazgató ügyvezető vezető értékesítő proprietar vlasnik müdür müdürü kurucu genel sahibi
  uzman uzmanı mühendis
  директор менеджер руководитель начальник владелец основатель инженер специалист бухгалтер юрист секретарь заместитель
  президент председатель консультант администратор генеральный коммерческий διευθυντής διευθύντρια διευθύνων υπεύθυνος
  υπεύθυνη ιδιοκτήτης ιδρυτής πρόεδρος μηχανικός σύμβουλος λογιστής δικηγόρος councillor councilor councilman
  councilwoman alderman mayor archivist aide vice-chair trustee historian vicar curate churchwarden caretaker captain
  commodore parliamentarian postdoc beisitzer beisitzerin kassierer kassiererin kassenprüfer kassenprüferin
  schatzmeisterin schriftführerin pressewart jugendwart sportwart auszubildender auszubildende azubi turnwart turnwartin
  sprecher sprecherin ansprechpartner ansprechpartnerin entraîneur entraîneuse proviseur infirmière infirmier maire
  délégué déléguée chercheur chercheuse doctorant doctorante enseignant enseignante juriste webmestre animateur
  animatrice éducateur éducatrice coordinateur coordinatrice trésorier trésorière vice-présidente professeur professeure
  adjoint adjointe tesorero tesorera vicepresidente vicepresidenta expresidente subdirector subdirectora profesor
  profesora decano decana concejal concejala bibliotecario bibliotecaria bibliotecólogo bibliotecóloga catedrático catedrática
  investigador investigadora alcalde alcaldesa regidor regidora síndico auxiliar administrativo administrativa promotor
  promotora diputado diputada portavoz delegado delegada enfermero enfermera conserje representante tesoureiro
  tesoureira professora vogal conselheiro conselheira vereador vereadora reitor reitora prefeito prefeita pesquisador
  pesquisadora bolsista suplente orientador orientadora supervisora assessora tesoriere consigliere consigliera
  professoressa docente sindaco vicesindaco assessore segretario ricercatore ricercatrice revisore allenatore
  allenatrice coordinatore professore dottorando dottoranda voorzitter ondervoorzitter vicevoorzitter secretaris
  penningmeester bestuurslid praeses quaestor griffier deken docent leraar leerkracht burgemeester wethouder schepen
  hoofdredacteur adiunkt asystent asystentka wójt burmistrz sołtys księgowy księgowa inspektor radny radna rzecznik
  kassör sekreterare ledamot suppleant revisor sammankallande formand næstformand kasserer bestyrelsesmedlem sekretær
  nestleder styremedlem styreleder konsulent rådgiver lærer rektor formann varamedlem revisorsuppleant tränare lärare
  kanslist opettaja rehtori starosta účetní polgármester vaktmester bibliotekar saksbehandler
  sihteeri rahastonhoitaja wiceprezes skarbnik sekretarz przewodniczący przewodnicząca nauczyciel předseda předsedkyně
  místopředseda pokladník tajemník redaktor redaktorka šéfredaktor šéfredaktorka vydavatel vydavatelka učitel učitelka
  knihovník knihovnice instruktor instruktorin obmann kontaktperson contactpersoon
  kutató hallgató gyakornok elnök alelnök titkár pénztáros docens adjunktus munkatárs tanár tanácsadó доцент профессор
  maintainer teamlead avp v.p devops werkstudent werkstudentin fachinformatiker fachinformatikerin studienrat
  studienrätin przedstawiciel zástupce
  biostatistician bioinformatician postdoctoral post-doc consultor consultora comprador compradora encarregado encarregada
  sócio sócia técnico-comercial technico-commercial technico-commerciale dirigeante conducteur conductrice intendant
  intendante apoderado apoderada geometra ragioniere ondernemer onderzoeker promovendus ontwikkelaar werkvoorbereider
  utvecklare ingenjör doktorand forskare handläggare udvikler ingeniør utvikler innkjøper selger insinööri suunnittelija
  asiantuntija tutkija yrittäjä programista analityk konsultant nákupčí projektant konzultant konzultantka vývojář
  manažer manažerka asistent obchodník beszerző mérnök fejlesztő menedzser inginer consilier programator mühendisi
  yöneticisi sorumlusu danışman temsilcisi başkanı koordinatörü программист разработчик аналитик эксперт ассистент
  помощник снабженец технолог конструктор архитектор сотрудник аспирант логист закупщик маркетолог зам нач
  преподаватель учитель казначей заведующий заведующая مدير مديرة رئيس مهندس مهندسة مؤسس محاسب مستشار مسؤول`);
const PHRASES =
  /\b(?:vice president|managing (?:director|member)|c\.?e\.?o\.?|account executive|(?:board|committee|council) member|member at large|członek zarządu|hallituksen jäsen|human resources|customer success|business development|product owner|scrum master|public relations|sales|vertrieb|einkauf|verkauf|procurement|purchasing|chargée? de|chargée?(?= d['’])|member of (?:the )?technical staff)(?!\p{L})/iu;
const UNSPACED =
  /(?:经理|經理|总监|總監|总裁|總裁|董事长|董事|主任|主管|工程师|工程師|顾问|销售|采购|业务员|采购员|销售员|課長代理|研究员|创始人|负责人|助理|会计|律师|教授|社長|代表取締役|取締役|部長|課長|係長|主任|担当|店長|所長|室長|マネージャー|ディレクター|エンジニア|대표이사|대표|이사|부장|차장|과장|대리|팀장|연구원|실장|사장|매니저|관리자|담당자)$/u;
const LABEL =
  /^(?:(?:job )?title|position|role|function|funktion|beruf|poste|fonction|cargo|puesto|ruolo|функция|должность|职位|职务|役職|직책|직위|المنصب)\s?[:：]\s?/iu;
/** Sentences about work, buttons and department headings are not titles. */
const SENTENCE =
  /^(?:and|or|und|et|y|joined|for|für|pour)\s|[!?…@]|\bhttps?:|\b(?:certified|gold|silver|solutions?|professional) partner\b|\b(?:is|are|was|has|have|will|we|our|you|your|he|she|they|ist|sind|(?<!red )hat|wir|unser\w*|ihr\w*|ich|sie|est|sont|nous|votre|vous|es|son|somos|su|with|since|contact|call|meet|find|hire|our)\b/iu;
/** Only the capital letter: "i" means "and" in Polish, Croatian and Catalan. */
const FIRST_PERSON = /(?:^|\s)I(?=\s|['’])/u;
const DEPARTMENT_ONLY =
  /^(?:sales|vertrieb|einkauf|verkauf|procurement|purchasing|human resources|public relations|business development|customer success)$/iu;
/** "12 Rue du Président Wilson" */
const HOUSE_NUMBER = /^\d{1,4}[a-z]?,?\s\p{L}/iu;
/** Streets are named after occupations: "Baker Street". A head office is a place, too. */
const PLACE = /^(?:street|st\.?|road|rd\.?|avenue|ave\.?|lane|drive|square|court|offices?\]?)$/iu;
const MAX_LENGTH = 90;
const MAX_WORDS = 10;

/**
 * Reads a short text (a signature line, a cell, the line below a name) as a job title in many languages. Returns it as
 * written, without a leading label; null for anything else, including sentences.
 */
export const readJobTitle = remembering((text): string | null => {
  const opening = text.slice(0, MAX_LENGTH * 3);
  // Rejects contact details first, the most common non-titles.
  if (/@|\d{3}/u.test(opening)) return null;
  const written = opening
    .replace(/\s+/gu, " ")
    .trim()
    .replace(LABEL, "")
    .replace(
      /^[\s,|•·(–—-]+|(?:\s(?:of|for|at|de|der|für|(?:ООО|ОАО|ЗАО|ПАО|АО|ТОВ|ТОО)[\s«"].*))?[\s,;|•·–—-]*$/giu,
      "",
    );
  if (
    written.length < 2 ||
    written.length > MAX_LENGTH ||
    SENTENCE.test(written) ||
    (FIRST_PERSON.test(written) && /\p{Ll}/u.test(written))
  )
    return null;
  if (HOUSE_NUMBER.test(written)) return null;
  if (UNSPACED.test(written)) return written.length <= 20 ? written : null;
  const words = written.split(/[\s/&,|+()]+/u).filter((word) => word !== "");
  if (words.length > MAX_WORDS) return null;
  const isRole =
    words.some((word, at) => isRoleWord(word) && !PLACE.test(words[at + 1] ?? "")) ||
    (PHRASES.test(written) && !DEPARTMENT_ONLY.test(written) && words.length <= 5);
  return isRole &&
    !/(?<!\b(?:Sr|Jr|Asst|Assoc|Exec|Dir|Mgr|Dy|Dept|Gen|Wiss|Adm|Tech|Sc|Eng|Ing|ds))[.:]\s\p{Lu}/u.test(written)
    ? written
    : null;
});

function isRoleWord(word: string): boolean {
  const folded = fold(word)
    .replace(/[.,:;]+$/u, "")
    .replace(/(?:\(in\)|\*in|:in|_in|-?innen|\/in)$/u, "");
  // "Software-Developer"
  if (ROLES.has(folded) || ROLES.has(folded.slice(folded.lastIndexOf("-") + 1))) return true;
  // German and Nordic compounds end in the role: "Exportleiterin", "Softwareentwickler", "Markedschef".
  const isCompound =
    folded.length > 8 && !/\p{Ll}\p{Lu}/u.test(word) && !/(?:partner|fellow|tecnic[oa])$/u.test(folded);
  return isCompound && endsInRole(folded);
}

function endsInRole(word: string): boolean {
  for (let at = 3; at <= word.length - SHORTEST_ENDING; at += 1) if (ROLES.has(word.slice(at))) return true;
  return COMPOUND_ENDING.test(word);
}

/** In letters; shorter roles also end other words. */
const SHORTEST_ENDING = 6;
/** Endings that aren't roles. */
const COMPOUND_ENDING =
  /(?:fuhrer|fuhrerin|kauffrau|kaufmann|sjef|leder|direktør|konsulent|radgiver|wart|wartin|ansvarig|ansvarlig|leider|paallikko|johtaja|munkatars|forvalter|fachkraft|chef|chefin|beamter|beamtin|saljare|koordinator|koordinatorin|instruktor|instruktorin|contactpersoon)$/u;

/** Forms of address under "Title", and what an account or a guest may do under "Role". */
const NO_TITLES: ReadonlySet<string> = new Set([
  ...HONORIFICS,
  ...`lead customer contact user member admin administrator subscriber visitor guest viewer editor attendee organizer
  presenter panelist participant fh kfm sc bsc msc phd mba`.split(/\s+/u),
]);

/** Not forms of address, as "Title" often has, or an account's role. */
export function canBeTitle(value: string): boolean {
  return fold(value)
    .split(/[\s.()-]+/u)
    .some((word) => !/^[a-z]?$/u.test(word) && !NO_TITLES.has(word));
}

/** "Dr.", "Prof. Dr.-Ing." and "Ms", but not "Professor", which is also a job. */
export function isFormOfAddress(value: string): boolean {
  return !canBeTitle(value) && readJobTitle(value) === null;
}
