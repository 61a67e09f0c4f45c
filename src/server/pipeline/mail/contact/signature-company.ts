import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { POSTNOMINALS } from "#server/pipeline/text/name-words.ts";
import { NON_NAME_WORDS } from "#server/pipeline/text/non-name-words.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

const ORGANIZATION =
  /(?<!\p{L})(?:universi[dt]\p{L}*|univ\.?|uniwersytet|univerzit\p{L}*|üniversitesi|yliopisto|egyetem|sveučilište|politechnika|politecnic[ao]|polytechn\p{L}*|akademi[ae]|institut[eo]?s?|instytut|enstitüsü|college|school|academy|accademia|academia|hochschule|schule|école|escuela|scuola|szkoła|center|centers|centre|centro|zentrum|centrum|merkezi|ministry|ministerium|ministère|ministerio|ministero|ministério|commission|council|association|associação|asociación|society|federation|foundation|fundación|fundação|stiftung|union|chamber|authority|agency|agentur|agence|agencia|hospital|clinic|klinik|laborator\p{L}+|museum|library|church|bank|government|city|county|state|corps|press|fund|pool|forum|group|partners|associates|bros|brothers|sons|works|company|cia|cooperative|ayuntamiento|mairie|comune di|gemeente|gemeinde|landkreis|stadtverwaltung|gobierno|prefeitura|município)(?!\p{L})|大学|大學|学院|研究所|研究院|医院|病院|银行|銀行|協会|协会|事務所|工務店|整骨院|ホテル|университет|институт|завод|фабрика|компания|агентство|банк|центр/iu;
const DEPARTMENT =
  /(?<!\p{L})(?:department|dept|division|directorate|office|unit|team|section|bureau|branch|program(?:me)?|services|strategies|abteilung|bereich|département|departamento|dipartimento|afdeling|dział|отдел|affairs|resources|relations|operations|administration|management|sourcing|procurement|controls|facult\p{L}+|fakult\p{L}+|facoltà|wydział|katedra|lehrstuhl|fachbereich|avdelning\p{L}*|oddělení)(?!\p{L})/iu;
const PARTNERSHIP =
  /^\p{Lu}[\p{L}.'’-]*[\p{L}.](?:,?\s\p{Lu}[\p{L}.'’-]*){0,4},?\s(?:&|\+|and|und|et|y|e|i|и)\s\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,2}$/u;
const PLACE =
  /,\s?(?:[A-Z]{2}|[A-Z]\.[A-Z]\.)\b|\s[A-Z]{2}$|(?:^|,\s?)(?:USA|U\.S\.A\.?|UK|United (?:States|Kingdom)|England|Scotland|Ireland|Royaume-Uni|Reino Unido|Regno Unito|Deutschland|Germany|Österreich|Austria|Schweiz|Switzerland|France|España|Spain|Italia|Italy|Portugal|Brasil|Brazil|Nederland|Netherlands|Belgi(?:um|ë|que)|Polska|Poland|Россия|Russia|Türkiye|Turkey|China|Japan|India|Canada|Australia|Finland|Sweden|Norway|Denmark|Mexico|México|Singapore|Hong Kong|中国|日本)\.?$/u;
const ADDRESS =
  /^\d+[\s,]|\d{3}|\b(?:street|road|avenue|ave|suite|floor|bldg|building|room|box|tower|plaza|stra(?:ß|ss)e|straat|rue|calle|via|ul|cad|mah|sok|str|hall(?=$|,))\b|(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|straat)(?:\s?\d{1,4}\s?[a-z]?)?$/iu;
/** "School of Medicine", below or above its university */
const PART_OF =
  /^(?:the\s)?(?:school|college|institute?o?|laborator\p{L}+|center|centre|centro|zentrum|centrum|scuola|école)\s(?:of|for|für|de|di|per|pour)\s/iu;
/** "acme GmbH", "acme Tools GmbH", "acme tools GmbH" */
const SMALL_WITH_FORM =
  /^(?!(?:the|at|of|from|for|by|and|der|die|das|bei|von|vom|und|für|im|la|le|el|de|da)\s)\p{Ll}[\p{L}\d.-]{1,40}(?:\s\p{Ll}{2,30})?(?:\s\p{Lu}\S{0,30}){0,3}\s(?:GmbH|gmbh|AG|[Ii]nc|[Ll]td|LLC|B\.?V|N\.?V|AB|SA|S\.?A\.?S|S\.?[Rr]\.?[Ll]|[Ss]p\. ?z ?o\. ?o|s\. ?r\. ?o|e\.V)\.?$/u;
/** "BDS-RD" is a department, "Neuer Wall 10" a street. */
const CODE =
  /^\p{Lu}{2,6}(?:\/\p{Lu}{2,6}|(?:-\p{Lu}{2,6})+)$|^(?=.*[\d+])\p{Lu}{2,6}(?:\/[\p{Lu}\d+-]{1,9})+$|\p{Ll}\s\d{1,4}\s?[a-z]?$|(?<!本)[部处處科课課室组組]$/u;
const CONNECTIVE =
  /^(?:of|the|and|for|und|für|fuer|der|die|das|des|am|im|in|et|de|du|la|le|les|pour|y|del|los|e|do|da|dos|di|della|per|van|voor|en|het|i|w|&|\+|-|on|at|to)$/iu;

/** Scores how likely a signature piece is the company (0 if it is not one). `own` are labels of the writer's domains. */
export function companyScore(piece: string, own: readonly string[]): number {
  if (piece.length < 2 || piece.length > 120 || /^\d+[\s,]|\b(?:[A-Z]{2}|P\.C)\.?\s{1,3}\d{4,5}/u.test(piece)) return 0;
  const name = readCompanyName(piece);
  if ((name !== null && hasLegalForm(name)) || isSmallCompany(piece)) return 5;
  if (ADDRESS.test(piece) || POSTNOMINALS.has(fold(piece.split(",", 1)[0] ?? "").replace(/\.+$/u, ""))) return 0;
  if (
    (!isNamed(piece) && !own.includes(fold(piece.split(" ", 1)[0] ?? ""))) ||
    (PLACE.test(piece) && !/^\p{Lu}{4,}\s\p{Lu}{2}$/u.test(piece))
  )
    return 0;
  if (own.some((label) => isSpelled(piece, label))) return 4;
  const isTitle = readJobTitle(piece) !== null;
  if (isCouple(piece)) return 0;
  if (PARTNERSHIP.test(piece) && !isTitle && !DEPARTMENT.test(piece) && !isOfWork(piece, "some")) return 2.75;
  if (ORGANIZATION.test(piece) && !isTitle) return DEPARTMENT.test(piece) ? 2.5 : PART_OF.test(piece) ? 2.9 : 3;
  // "Ross Investors" begins with a given name.
  const isOfTrade = NON_NAME_WORDS.has(fold(piece.slice(piece.lastIndexOf(" ") + 1)));
  if (!isOfTrade && (readPersonName(piece)?.certainty ?? 0) >= 0.75) return 0;
  if (name !== null) return DEPARTMENT.test(piece) ? 2 : 2.5;
  if (CODE.test(piece) || /\bcertified\b/iu.test(piece) || isOfWork(piece, "every")) return 0;
  return DEPARTMENT.test(piece) ? 1 : 1.5;
}

/** "Anna & Bob" */
function isCouple(piece: string): boolean {
  const names = piece.split(/\s(?:&|and|und|et|y|e|en|i|og|och|и)\s/u);
  return names.length === 2 && names.every((name) => readPersonName(name)?.certainty === 0.4);
}

export function isSmallCompany(piece: string): boolean {
  return SMALL_WITH_FORM.test(piece);
}

/** "購買部", "営業課": a Japanese department next to its company. */
const DEPARTMENT_BEHIND = /(?<=\S)\s(?:\S{1,12}[部課室팀]|本社|本店|\S{0,8}(?:支店|営業所))$/u;

/** The company name within a piece, without a department, a place after a comma or a slogan after the legal form. */
export function companyIn(piece: string): string {
  const name = readCompanyName(piece);
  if (name !== null && hasLegalForm(name)) return name.replace(DEPARTMENT_BEHIND, "");
  // "For Acme Engineers"
  const whole = piece.replace(/^(?:for|für)\s(?=\p{Lu})/iu, "");
  const [first = "", second = ""] = whole.split(/,\s/u);
  return second !== "" && !ORGANIZATION.test(second) && !/\s(?:&|and)\s/u.test(second) ? first : whole;
}

/** "Research & Development" is not a partnership. */
function isOfWork(piece: string, share: "some" | "every"): boolean {
  const words = piece.split(/\s+/u).filter((word) => /^(?!(?:and|und)$)\p{L}{3,}$|^(?!IT$)\p{Lu}{2}$/u.test(word));
  return words.length > 0 && words[share]((word) => NON_NAME_WORDS.has(fold(word)));
}

function isNamed(piece: string): boolean {
  const words = piece.split(/\s+/u);
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}\p{sc=Hebrew}]/u.test(piece))
    return piece.length <= 24 && !/[：，、。]|です|ます|メール/u.test(piece);
  return (
    words.length <= 10 &&
    !/(?<!\p{L})\?|\?$|[!;:…"“”<>]|[a-z]\.$/u.test(piece) &&
    /\p{Lu}/u.test(piece) &&
    words.every((word) => CONNECTIVE.test(word) || /\p{Lu}|^[«"(]?\d/u.test(word))
  );
}

/**
 * Whether a piece spells a domain label: "Acme Tools" spells "acme" (acme.com), "Massachusetts Institute of Technology"
 * spells "mit".
 */
function isSpelled(piece: string, label: string): boolean {
  const words = fold(piece)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:the|of|and|for|und|für|de|et|y|di)$/u.test(word));
  const joined = words.join("");
  const initials = words.map((word) => word.charAt(0)).join("");
  if (label.length < 3) return words.includes(label);
  return (
    joined.startsWith(label) ||
    (joined.length >= 4 && label.startsWith(joined)) ||
    words.includes(label) ||
    (words.length >= 3 && initials === label)
  );
}
