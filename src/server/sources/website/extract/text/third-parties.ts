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
/** Words that say that the page speaks of its owner again. */
const OWNER_AGAIN =
  /^(?:kontakt|contact(?:o|ez-nous| us)?|anschrift|adresse|impressum|angaben gemäß|vertreten durch|verantwortlich|herausgeber|anbieter|éditeur|titular|publisher|our (?:office|team)|team|unser team)\b/iu;

/**
 * For each line of a page the reason why contacts on it belong to somebody whom a notice merely names, or an empty
 * string. The words that introduce a third party hold for their section when they head one, else for their block or,
 * when they are a block of their own, the next one.
 */
export function thirdPartyReasons({ lines, blocks }: PageTree): string[] {
  const reasons = new Array<string>(lines.length).fill("");
  let reason = "";
  let level = 0;
  let block = -1;
  let remaining = 0;
  for (const [at, line] of lines.entries()) {
    const own = reasonIn(line.text);
    if (own !== "" && line.text.length > LONGEST_INTRODUCTION) {
      // A sentence speaks for itself only.
      reasons[at] = own;
      reason = "";
      continue;
    }
    if (own !== "") {
      reason = own;
      level = line.heading;
      block = line.block;
      const isAlone = isIntroduction(line.text);
      // A heading holds until the next one, a lone line for the block that follows it.
      remaining = level > 0 ? Infinity : isAlone && blocks[block]?.end === at + 1 ? 1 : 0;
    } else if (reason !== "") {
      const isNextSection = line.heading > 0 && (level === 0 || line.heading <= level || level === 7);
      const isOtherBlock = line.block !== block;
      if (isNextSection || OWNER_AGAIN.test(line.text)) reason = "";
      else if (isOtherBlock && remaining-- <= 0) reason = "";
      block = line.block;
    }
    reasons[at] = reason;
  }
  return reasons;
}

function reasonIn(text: string): string {
  return THIRD_PARTIES.find(([words]) => words.test(text))?.[1] ?? "";
}

/** Nothing but the words: who it is stands in the next block. */
function isIntroduction(text: string): boolean {
  return text.length < 60 && !/[@\d]/u.test(text);
}
