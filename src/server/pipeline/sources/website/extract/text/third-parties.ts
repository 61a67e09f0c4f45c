import { remembering } from "#server/pipeline/text/remembering.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";

/** Third parties that a page is legally required to name, by the words that introduce them. */
const THIRD_PARTIES: readonly (readonly [RegExp, string])[] = [
  [
    /\bweb\s?-?(?:master|administrator|admin)\b(?<!\p{L}\s?[/&]\s?web\s?-?master(?=$))|\bweb ?site (?:manager|administrator|problems|feedback|comments)\b/iu,
    "it belongs to the website's operator",
  ],
  [
    /\b(?:web)?hosting\b|\bhosted by\b|\bhoster\b|\bhébergeur\b|\bhébergement\b|\bhébergé (?:par|chez)\b|\balojamiento web\b|\balojado (?:por|en)\b|\bproveedor de (?:hosting|alojamiento)\b|\bhosting provider\b|\bserverbetreiber\b/iu,
    "it belongs to the hosting company",
  ],
  [
    /datenschutz-?\s?beauftragte|\bdata protection officer\b|\bprivacy officer\b|\bdpo\b|délégué[e]? à la protection des données|\bdelegado de protección de datos\b|\bresponsabile della protezione dei dati\b|\bfunctionaris (?:voor )?gegevensbescherming\b|\bencarregado de proteção de dados\b|\binspektor ochrony danych\b/iu,
    "it belongs to the data protection officer",
  ],
  [
    /aufsichtsbehörde|datenschutzbehörde|\bsupervisory authority\b|\bregulatory authority\b|\blicensing authority\b|autorité de (?:contrôle|surveillance)|autoridad de control|agencia española de protección|autorità (?:di controllo|garante)|zuständige (?:kammer|behörde)|\b(?:ärzte|rechtsanwalts|steuerberater|architekten|handwerks|zahnärzte|apotheker|notar|ingenieur)kammer\b|industrie- und handelskammer|\bcnil\b|landesbeauftragte|\bbafin\b|berufsaufsicht/iu,
    "it belongs to an authority",
  ],
  [
    /verbraucherschlichtung|schlichtungsstelle|streitschlichtung|streitbeilegung|\barbitration (?:board|body)\b|\bdispute resolution\b|\bombudsm[ae]n\b|\bmédiat(?:eur|ion)(?! (?:cultur|scientif|familial|numériq|social))\b|resolución de (?:litigios|conflictos)|\bgeschillencommissie\b/iu,
    "it belongs to an arbitration board",
  ],
  [
    /\b(?:web)?design(?:ed)?\s*(?:by|von|und|and|&|:)|\bwebdesign\b|\b(?:website|site|web|page|seite) (?:by|von|par|por|di|made by|built by|created by|designed by|developed by)\b|\b(?:technische )?(?:umsetzung|realisierung|realisation|programmierung|webentwicklung|konzeption)\b|\bréalisation\b|\bcréation (?:du site|web)\b|\bconception (?:du site|web|et réalisation)\b|\bdiseño (?:web|y desarrollo)\b|\bdesarrollo web\b|\bpowered by\b|\bdeveloped by\b|\b(?:desarrollado|diseñado|desenvolvido|criado) por\b|\b(?:realizzato|sviluppato) da\b|\b(?:développé|réalisé) par\b|\b(?:ontwikkeld|gemaakt) door\b|\bprojekt i wykonanie\b|\brealizzazione\b|\bsito (?:web )?(?:realizzato|creato)\b|\bweb agency\b/iu,
    "it belongs to the web agency",
  ],
  [
    /bild(?:nachweis|quellen|rechte)|fotonachweis|\bphoto credits?\b|\bimage credits?\b|crédits? photo|créditos? fotográficos?|\bfotos?:|\bphotos?:/iu,
    "it's in a photo credit",
  ],
];

/** "Phone: …" below "Our host is:" */
const LISTED = /^\p{L}[^:：]{1,30}\s?[:：]\s?\S/u;
const LONGEST_INTRODUCTION = 120;
const LONGEST_OPENING = 40;
const BINDING = /officer|authority|website's operator/u;
/** Words that indicate the text is about the page's owner again. */
const OWNER_AGAIN =
  /^(?:kontakt|contact(?:o|ez-nous| us)?|anschrift|adresse|impressum|angaben gemäß|vertreten durch|verantwortlich|herausgeber|anbieter|éditeur|titular|publisher|our (?:office|team)|team|unser team)\b/iu;

/** The offset where a line starts to be about someone else, and why. */
export interface Foreign {
  from: number;
  reason: string;
  /**
   * Applies even to addresses at the site's domain: the data protection officer works for the site but is not a lead.
   */
  isBinding: boolean;
}

/**
 * For each line, whether, from where and why its contacts belong to a third party that a notice names; null for most
 * lines. An introduction applies to its section if it is a heading, else to its paragraph, or to the next one if it is
 * alone in its own. Checks only `wanted` lines; `contacts` are the lines that contain any.
 */
export function foreignParts(
  { lines }: PageTree,
  contacts: ReadonlyMap<number, unknown>,
  wanted: Uint8Array,
): (Foreign | null)[] {
  const parts: (Foreign | null)[] = [];
  let reason = "";
  let level = 0;
  let paragraphs = 0;
  let isBinding = false;
  let isList = false;
  for (const [at, line] of lines.entries()) {
    if (wanted[at] !== 1) {
      parts.push(null);
      reason = "";
      continue;
    }
    // A sentence applies only to itself.
    const isSentence = line.text.length > LONGEST_INTRODUCTION;
    const own = isSentence && !contacts.has(at) ? null : introductionIn(line.text);
    if (own !== null) {
      parts.push(own);
      // "Hosting" is the heading, and "Our host is:" the first line below it.
      if (own.reason === reason && line.heading === 0) continue;
      // If a line is about the owner first, only its remainder is about the third party, not the lines after it.
      reason = isSentence || own.from > LONGEST_OPENING ? "" : own.reason;
      isBinding = own.isBinding;
      level = line.heading;
      isList = /[:：]\s*$/u.test(line.text);
      const isAlone = isIntroduction(line.text) && lines[at + 1]?.isContinued !== true;
      paragraphs = level > 0 ? Infinity : isAlone ? 1 : 0;
      continue;
    }
    if (reason !== "") {
      const isNextSection = line.heading > 0 && (level === 0 || line.heading <= level || level === 7);
      const isListed = isList && LISTED.test(line.text);
      const isOther = OWNER_AGAIN.test(line.text) || (!isSameParagraph(lines, at) && paragraphs-- <= 0);
      if (isNextSection || (isOther && !isListed)) reason = "";
    }
    parts.push(reason === "" ? null : { from: 0, reason, isBinding });
  }
  return parts;
}

function isSameParagraph(lines: PageTree["lines"], at: number): boolean {
  return lines[at]?.isContinued === true && lines[at]?.block === lines[at - 1]?.block;
}

export const introductionIn = remembering((text: string): Foreign | null => {
  for (const [words, reason] of THIRD_PARTIES) {
    const from = text.search(words);
    if (from >= 0) return { from, reason, isBinding: BINDING.test(reason) };
  }
  return null;
});

const MADE_BY = /\b(?:by|von|par|por|d[ai]|door|przez|av|af)\s+\p{Lu}/u;

/** "Website design and hosting by Acme, Inc." */
export function isCredit(text: string): boolean {
  return MADE_BY.test(text) && introductionIn(text) !== null;
}

/** Whether the line is only an introduction, with the third party named in the next block. */
function isIntroduction(text: string): boolean {
  return text.length < 60 && !/[@\d]/u.test(text);
}
