import { fold, foldedWords } from "#server/pipeline/text/fold.ts";
import { endOfLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { remembering } from "#server/pipeline/text/remembering.ts";

/** Words that end an organization's name when it has no legal form. */
const TRADE_WORDS = foldedWords(`
  group gruppe groupe grupo gruppo holding holdings partners partner associates consulting consultants consultancy solutions
  technologies technology technik systems systeme systèmes software labs lab studio studios agency agentur agence agencia
  media verlag publishing logistics logistik logistique spedition transport transporte industries industrie industrial
  engineering ingenieure architects architekten architectes engineers manufacturing werke werk fabrik manufaktur
  maschinenbau metallbau stahlbau holzbau bau elektro elektrotechnik sanitär haustechnik pharma biotech labor laboratories
  foods bakery bäckerei metzgerei brewery brauerei restaurant hotel catering kitchen farms farm vineyard weingut
  clinic klinik klinikum hospital praxis apotheke pharmacy dental kanzlei rechtsanwälte lawyers attorneys advokater notaire
  bank versicherung insurance university universität université universidad college school schule institut institute
  academy akademie foundation stiftung association verband verein club e.v chamber council ministry stadtwerke
  gemeinde interiors furniture möbel design designs motors automotive autohaus garage services service trading traders
  supplies supply wholesale großhandel handel import export ventures capital invest investments realty immobilien
  properties homes construction builders contractors electrical plumbing roofing landscaping cleaning security events
  travel reisen tours print druck druckerei printing textiles fashion cosmetics energy energie solar power analytics
  robotics dynamics networks digital & co & sons & söhne & fils bros brothers sons`);
/** Words that begin an organization's name in languages that put the kind first: "Farmacia Ferran". */
export const KINDS = foldedWords(`
  agência agenzia albergo apteka asociación associação associazione autoescuela autoscuola ayuntamiento biblioteca contraloría
  bibliothèque boulangerie cámara câmara clínica clinique clube coiffeur colegio colégio collège comité comitê comune
  confederación confederação conseil consejo conselho consiglio cooperativa coopérative école église escola escuela
  facoltà facultad faculdade farmácia farmacia federación federação fédération federazione fondation fondazione fundação
  fundación fundacja gemeente gimnasio groupe grupo gruppo hospedaria hostal hôpital hôtel iglesia igreja instituto
  instytut istituto legislatura librairie librería liceo lycée mairie ministère ministerio ministério ministero museo museu musée
  ordine ospedale panadería parafarmacia parrocchia parroquia paróquia pharmacie prefeitura przedszkole ristorante
  restaurante scuola sindacato sindicato stichting stowarzyszenie syndicat szkoła união unión union unione universidad
  universidade università université uniwersytet urząd vereniging brf bufete cabinet despacho estudio farnost gmina kancelaria
  klub obec parafia spolek spółdzielnia studio svaz towarzystwo związek boucherie pâtisserie auberge théâtre cercle amicale
  pizzeria trattoria osteria panificio agriturismo locanda autofficina società ferretería notaría sociedad padaria pousada
  sociedade advocacia gasthof gasthaus bäckerei kanzlei autohaus weingut musikschule tischlerei schreinerei metzgerei
  zahnarztpraxis kirchengemeinde bakkerij slagerij huisartsenpraktijk tandartspraktijk notariskantoor basisschool gabinet
  restauracja pensjonat zajazd piekarnia cukiernia drukarnia księgarnia przychodnia lékárna ordinace restaurace penzion
  škola pekárna nadace gymnázium ravintola`);
const SENTENCE =
  /[!?;…，「]|\s\d{4}\s\p{Ll}{3}|(?:^|\s)\p{Ll}{3,}\.\s|[.:]\s+\p{Lu}\p{Ll}+\s\p{Ll}|(?<!\p{L})(?:is|are|was|ist|sind|est|sont|es|son|jest|są|je|jsou|är|er|we|our|wir|unsere|nous|nuestro)(?!\p{L})|(?:ました|ます|です|ください|このメール)/u;
const GREETING =
  /^(?:(?:herzlich )?willkommen (?:beim?|auf|in|im)(?: de[rmn])?|welcome to(?: the)?|bienvenid[oa]s? al?|bienvenue (?:à|chez|au|sur)|benvenut[oi] (?:an?|su|da|in|al|nel)|welkom bij)\s/iu;
/** "Our Company", unlike "Acme Company" */
const NO_OWN_WORD =
  /^(?:(?:Our|Your|The|This|An?|Also|About|Home|Limited|Parent|Title|Any|My|»)\s){1,3}(?:Company|Limited|Co\.?|Corporation|Inc\.?)$/iu;
const CALL = /\b(?:find|follow|contact|call|visit|join|email)\s(?:us|me)\b/iu;
const SPELLED_FORM =
  /^(?:Soci[eé]\p{Ll}+|Società|Spółka|Gesellschaft)(?:\s(?:\p{Ll}+|Haftung))+\s\(?(?:\p{Lu}[\p{Lu}.]+|GmbH|Sp\. z \S*\s?\S*)\)?$/u;
const MAX_LENGTH = 100;

/**
 * Reads a short text as the name of a company or other organization, by its legal form (many countries) or by a last
 * word that only organizations use. Drops anything after the legal form, such as an address or slogan. Returns null for
 * anything else, including a sentence that mentions a company.
 */
export const readCompanyName = remembering((text): string | null => {
  const opening = text.slice(0, MAX_LENGTH * 3);
  if (opening.includes("@")) return null;
  const written = opening
    .replace(/\s+/gu, " ")
    .trim()
    .replace(GREETING, "")
    .replace(/^\d{1,2}[.)]\s/u, "")
    .replace(
      /[\s,|–-]+(?:all rights|alle rechte|tous droits|todos l?os|tutti i diritti|wszelkie prawa|все права)\s.*$/iu,
      "",
    )
    .replace(/^(?:(?:©|\(c\)|copyright)\s?)*(?:\d{4}(?:\s?[-–]\s?\d{4})?)?\s?(?:by\s)?/iu, "")
    .replace(
      /^(?:company|firma|firmenname|unternehmen|herausgeber|betreiber|anbieter|société|entreprise|éditeur(?: du site)?|raison sociale|dénomination(?: sociale)?|empresa|titular|raz[oó]n social|denominaci[oó]n social|azienda|titolare|ragione sociale|bedrijf|компания|公司|会社名?|회사)\s?[:：]\s?/iu,
      "",
    );
  if (written.length < 2 || /https?:|www\./iu.test(written)) return null;
  const end = endOfLegalForm(written);
  const name = tidy(end === null ? written : withFollowingForms(written, end));
  if (
    name.length < 3 ||
    name.length > MAX_LENGTH ||
    SENTENCE.test(name) ||
    CALL.test(name) ||
    NO_OWN_WORD.test(name) ||
    !/^[\p{Lu}\p{Lo}\p{N}«"„“]|^\p{Ll}+\p{Lu}/u.test(name)
  )
    return null;
  if (end !== null) return hasOwnWord(name, written) ? name : null;
  const isOfKind = KINDS.has(fold(name.split(" ", 1)[0] ?? ""));
  // An address follows the comma.
  const named = isOfKind ? (name.split(",", 1)[0] ?? "") : name;
  const words = named.split(" ");
  const last = fold(words.at(-1) ?? "").replace(/[.,]+$/u, "");
  const isOfTrade = isOfKind || (words.length <= 6 && TRADE_WORDS.has(last));
  return words.length >= 2 && isOfTrade && words.every(isNameWord) ? named : null;
});

/** Legal forms can be chained: "GmbH & Co. KG", "Co., Ltd.", "Inc. (Canada)". */
function withFollowingForms(text: string, end: number): string {
  const rest =
    /^(?:\.?\s?(?:&|\+|und|and|et|,)?\s?(?:Co\.?|Cie\.?|Comp\.?|KG(?:aA)?|OHG|Ltd\.?|LTD\.?|Limited|Inc\.?|INC\.?|LLC|Şti\.?|(?:de|DE) C\.?V\.?|i\.\s?L\.))+\.?/u.exec(
      text.slice(end),
    );
  return text.slice(0, end + (rest?.[0].length ?? (/[.)]/u.test(text[end] ?? "") ? 1 : 0)));
}

/** A legal form alone ("GmbH", "Société anonyme (SA)") is not a name. */
function hasOwnWord(name: string, written: string): boolean {
  return (
    (name.includes(" ") && !SPELLED_FORM.test(name)) || /[\p{sc=Han}\p{sc=Hangul}\p{sc=Arabic}㈱㈜]/u.test(written)
  );
}

function isNameWord(word: string): boolean {
  return (
    /^(?!\d+\/\d)[\p{Lu}\p{N}&+«"(]/u.test(word) ||
    /^(?:und|and|et|y|e|of|the|d[aeiou]s?|del|dell[aeo]|des|l[aeo]s?|für|for|van|von|der|den|\p{Ll}+\p{Lu}.*)$/u.test(
      word,
    )
  );
}

function tidy(name: string): string {
  return name.replace(/^[\s,|•·–—-]+|[\s,|•·:–—-]+$/gu, "");
}
