import { remembering } from "#server/sources/website/extract/remembering.ts";
import type { PageTree } from "#server/sources/website/extract/page-tree.ts";

/** Those whom a notice has to name although the page is not theirs, by the words that introduce them. */
const THIRD_PARTIES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:web)?hosting\b|\bhosted by\b|\bhoster\b|\bhébergeur\b|\bhébergement\b|\bhébergé (?:par|chez)\b|\balojamiento web\b|\balojado (?:por|en)\b|\bproveedor de (?:hosting|alojamiento)\b|\bhosting provider\b|\bserverbetreiber\b/iu,
    "the notice names it as the hosting company",
  ],
  [
    /datenschutz-?\s?beauftragte|\bdata protection officer\b|\bprivacy officer\b|\bdpo\b|délégué[e]? à la protection des données|\bdelegado de protección de datos\b|\bresponsabile della protezione dei dati\b|\bfunctionaris (?:voor )?gegevensbescherming\b|\bencarregado de proteção de dados\b|\binspektor ochrony danych\b/iu,
    "the notice names it as the data-protection officer",
  ],
  [
    /aufsichtsbehörde|datenschutzbehörde|\bsupervisory authority\b|\bregulatory authority\b|\blicensing authority\b|autorité de (?:contrôle|surveillance)|autoridad de control|agencia española de protección|autorità (?:di controllo|garante)|zuständige (?:kammer|behörde)|\b(?:ärzte|rechtsanwalts|steuerberater|architekten|handwerks|zahnärzte|apotheker|notar|ingenieur)kammer\b|industrie- und handelskammer|\bcnil\b|landesbeauftragte|\bbafin\b|berufsaufsicht/iu,
    "the notice names it as an authority",
  ],
  [
    /verbraucherschlichtung|schlichtungsstelle|streitschlichtung|streitbeilegung|\barbitration (?:board|body)\b|\bdispute resolution\b|\bombudsm[ae]n\b|médiateur(?: de la consommation)?|\bmédiation\b|resolución de (?:litigios|conflictos)|\bgeschillencommissie\b/iu,
    "the notice names it as a board of arbitration",
  ],
  [
    /\b(?:web)?design(?:ed)?\s*(?:by|von|und|&|:)|\bwebdesign\b|\b(?:website|site|web|page|seite) (?:by|von|par|por|di|made by|built by|created by|designed by|developed by)\b|\b(?:technische )?(?:umsetzung|realisierung|realisation|programmierung|webentwicklung|konzeption)\b|\bréalisation\b|\bcréation (?:du site|web)\b|\bconception (?:du site|web|et réalisation)\b|\bdiseño (?:web|y desarrollo)\b|\bdesarrollo web\b|\bpowered by\b|\bdeveloped by\b|\brealizzazione\b|\bsito (?:web )?(?:realizzato|creato)\b|\bweb agency\b/iu,
    "the notice names it as the maker of the website",
  ],
  [
    /bild(?:nachweis|quellen|rechte)|fotonachweis|\bphoto credits?\b|\bimage credits?\b|crédits? photo|créditos? fotográficos?|\bfotos?:|\bphotos?:/iu,
    "the notice names it as the source of pictures",
  ],
];

const LONGEST_INTRODUCTION = 120;
const LONGEST_OPENING = 40;
const BINDING = /officer|authority/u;
/** Words that say that the page speaks of its owner again. */
const OWNER_AGAIN =
  /^(?:kontakt|contact(?:o|ez-nous| us)?|anschrift|adresse|impressum|angaben gemäß|vertreten durch|verantwortlich|herausgeber|anbieter|éditeur|titular|publisher|our (?:office|team)|team|unser team)\b/iu;

/** From which offset of a line on it speaks of somebody else, and why. */
export interface Foreign {
  from: number;
  reason: string;
  /** Also of an address at the site's own domain: the data-protection officer works for the site and is no lead. */
  isBinding: boolean;
}

/**
 * For each line of a page whether, from where and why its contacts belong to somebody whom a notice merely names; null
 * for most. The words that introduce a third party hold for their section when they head one, else for their paragraph
 * or, when they are one of their own, the next one. Only lines that are `wanted` are looked at;
 * `contacts` are those that hold any.
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
  for (const [at, line] of lines.entries()) {
    if (wanted[at] !== 1) {
      parts.push(null);
      reason = "";
      continue;
    }
    // A sentence speaks for itself only.
    const isSentence = line.text.length > LONGEST_INTRODUCTION;
    const own = isSentence && !contacts.has(at) ? null : introductionIn(line.text);
    if (own !== null) {
      parts.push(own);
      // What is left of a line that speaks of the owner first is about the third party, and nothing after it.
      reason = isSentence || own.from > LONGEST_OPENING ? "" : own.reason;
      isBinding = own.isBinding;
      level = line.heading;
      const isAlone = isIntroduction(line.text) && lines[at + 1]?.isContinued !== true;
      paragraphs = level > 0 ? Infinity : isAlone ? 1 : 0;
      continue;
    }
    if (reason !== "") {
      const isNextSection = line.heading > 0 && (level === 0 || line.heading <= level || level === 7);
      const isOver = isNextSection || OWNER_AGAIN.test(line.text) || (!isSameParagraph(lines, at) && paragraphs-- <= 0);
      if (isOver) reason = "";
    }
    parts.push(reason === "" ? null : { from: 0, reason, isBinding });
  }
  return parts;
}

function isSameParagraph(lines: PageTree["lines"], at: number): boolean {
  return lines[at]?.isContinued === true && lines[at]?.block === lines[at - 1]?.block;
}

const introductionIn = remembering((text: string): Foreign | null => {
  for (const [words, reason] of THIRD_PARTIES) {
    const from = text.search(words);
    if (from >= 0) return { from, reason, isBinding: BINDING.test(reason) };
  }
  return null;
});

/** Nothing but the words: who it is stands in the next block. */
function isIntroduction(text: string): boolean {
  return text.length < 60 && !/[@\d]/u.test(text);
}
