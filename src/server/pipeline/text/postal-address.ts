/** A postal address on one line, and its position in the text (UTF-16 units). */
export interface FoundPostalAddress {
  written: string;
  start: number;
  end: number;
}

const TOWN = String.raw`\p{Lu}[\p{L}'’.-]{1,40}(?:[ ](?:\p{Lu}[\p{L}'’.-]{0,30}|am|an|der|im|in|bei|ob|a\.|d\.|de|la|le|les|sur|sous|en|del|di|da|do|upon)){0,4}`;
/** The end of an address: postal code and town, in many countries' formats. */
const PLACE = new RegExp(
  [
    String.raw`(?<![\p{L}\d.-])(?:[A-Z]{1,3}[-–][ ]?)?\d{4,5}(?:[ ][A-Z]{2})?[ ]{1,3}(?!(?:uhr|euro|eur|usd|m²|km|mb|px)\b)${TOWN}`,
    String.raw`C\.?P\.?[ ]?\d{5},?[ ]${TOWN}`,
    String.raw`(?<![\p{L}\d])\d{3}[ ]\d{2}[ ]{1,2}${TOWN}`,
    String.raw`(?<![\p{L}\d])\d{2}-\d{3}[ ]{1,2}${TOWN}`,
    String.raw`(?<![\p{L}\d])\p{Lu}[\p{L} .'’-]{1,40},?[ ]{1,2}(?:[A-Z]{2,3}|(?!C\.P\.)[A-Z]\.[A-Z]\.)[ ,]{1,3}\d{4,5}(?:-\d{4})?(?![\d])`,
    String.raw`(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?[ ]\d[A-Z]{2}(?![\p{L}\d])`,
    String.raw`(?<![\p{L}\d])(?:[A-Z]{2}[ ])?[A-Z]\d[A-Z][ ]?\d[A-Z]\d(?![\p{L}\d])`,
    String.raw`(?<![\p{L}\d])\p{Lu}[\p{L} .'’-]{1,40}[ ]?[-–,][ ]?\d{3}[ ]?\d{3}(?![\d])`,
  ].join("|"),
  "gu",
);
/** Addresses written from large to small, where everything follows the postal code. */
const JAPANESE =
  /〒\s?\d{3}-?\d{4}[\s\u3000]{0,3}[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\d０-９\-－−F \u3000]{4,60}/u;
const RUSSIAN =
  /(?<!\d)\d{6},?\s(?:Россия,?\s)?(?:г\.\s?)?\p{Lu}[\p{L}-]{2,30},\s(?:ул|пр|пер|наб|пл|ш|б-р|просп)[\p{L}.-]{0,12}\s[^\n,]{2,40}(?:,\s?(?:д|дом|стр|корп|оф|офис)\.?\s?[\d\p{L}/-]{1,8}){0,3}/u;
/** The house number within its street; the town is looked for before it. */
const CHINESE_HOUSE = /[路街道巷弄村][\d０-９-]{1,6}[号號弄][\p{sc=Han}\d０-９A-Za-z-]{0,20}/gu;
const CHINESE_TOWN = /\p{sc=Han}{0,6}[省市区區县縣州][\p{sc=Han}\d]{0,30}$/u;
const STREET_WORD =
  /(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|steig|markt|hof|straat|laan|plein|gracht|kade|dreef|gatan|vägen|gade|vej|gata|veien|katu|tie)\b|\b(?:rue|avenue|av\.?|bd|boulevard|blvd|chemin|place|allées?|impasse|quai|route|cours|zone|za|zi|zac|calle|c\/|avda\.?|avenida|paseo|plaza|carrer|carretera|camino|polígono|via|viale|piazza|corso|largo|strada|rua|travessa|praça|ul\.|ulica|al\.|os\.|ulice|nám\.|utca|út|sok\.|cad\.|mah\.|street|st\.?|road|rd\.?|lane|ln\.?|drive|dr\.?|way|court|ct\.?|square|sq\.?|close|crescent|parkway|pkwy|highway|hwy|terrace|mews|row|suite|ste\.?|floor|unit|building|house|p\.?o\.? box|postfach|bp|apartado|postbus|plot|sector|nagar|marg)(?![\p{L}])/iu;
const HOUSE_BEHIND = /\p{L}[\p{L}.'’ -]{2,40}\s\d{1,4}\s?[a-zA-Z]?(?:\s?[-–/+]\s?\d{1,4}[a-zA-Z]?)?$/u;
const HOUSE_BEFORE = /^\d{1,5}[a-zA-Z]?(?:\s?(?:[-–/]\s?\d{1,5}|bis|ter))?,?\s\p{L}/u;
const BARE_HOUSE = /^(?:#|no\.?\s?)?\d{1,5}[a-z]?$/iu;
/** A room within a building, before or after the street. */
const ROOM = /^(?:suite|ste\.?|floor|unit|apt\.?|apartment|room|\d+(?:st|nd|rd|th)\sfloor|#)(?![\p{L}])/iu;
const COUNTRY =
  /^[\s,|·•–-]{1,4}(?:Germany|Deutschland|Allemagne|Austria|Österreich|Switzerland|Schweiz|Suisse|Svizzera|France|Frankreich|Spain|España|Italy|Italia|Portugal|Netherlands|The Netherlands|Nederland|Belgium|België|Belgique|Belgien|Luxembourg|UK|United Kingdom|England|Scotland|Wales|Ireland|USA|U\.S\.A\.|United States|Canada|Australia|New Zealand|India|Singapore|Sweden|Sverige|Norway|Norge|Denmark|Danmark|Finland|Suomi|Poland|Polska|Czech Republic|Česko|Hungary|Magyarország|Romania|Greece|Turkey|Türkiye|Mexico|México|Brazil|Brasil|Japan|China)\b/u;
const DIGIT = /[\d０-９]/u;
const WINDOW = 160;
const SEGMENTS_BACK = 4;

/**
 * Returns the first postal address in a text: a street or PO box with a number, plus a postal code with its town, on
 * one or more lines. A town alone is not an address. Null when there is none.
 */
export function findPostalAddress(text: string): FoundPostalAddress | null {
  // Every format contains a digit and most text has none, so this check is far cheaper than the search.
  if (!DIGIT.test(text)) return null;
  for (const place of text.matchAll(PLACE)) {
    const start = startOfStreet(text, place.index);
    if (start === null) continue;
    const placeEnd = place.index + place[0].replace(/[.'’ -]+$/u, "").length;
    const end = placeEnd + (COUNTRY.exec(text.slice(placeEnd, placeEnd + 40))?.[0].length ?? 0);
    return { written: inOneLine(text.slice(start, end)), start, end };
  }
  const found = JAPANESE.exec(text) ?? RUSSIAN.exec(text);
  if (found === null) return chineseAddress(text);
  const written = found[0].trimEnd();
  return { written: inOneLine(written), start: found.index, end: found.index + written.length };
}

function chineseAddress(text: string): FoundPostalAddress | null {
  for (const house of text.matchAll(CHINESE_HOUSE)) {
    const town = CHINESE_TOWN.exec(text.slice(Math.max(0, house.index - 36), house.index));
    if (town === null) continue;
    const start = house.index - town[0].length;
    const end = house.index + house[0].length;
    return { written: text.slice(start, end), start, end };
  }
  return null;
}

/** Walks back over at most SEGMENTS_BACK comma- or line-separated pieces before the town to find the street's start. */
function startOfStreet(text: string, placeStart: number): number | null {
  const from = Math.max(0, placeStart - WINDOW);
  const pieces = [...text.slice(from, placeStart).matchAll(/[^,\n|·•;]+/gu)].slice(-SEGMENTS_BACK).toReversed();
  let found: number | null = null;
  let isWhole = false;
  let later = "";
  for (const { 0: piece, index } of pieces) {
    const trimmed = piece.trim();
    if (trimmed === "") continue;
    if (isWhole || /@|https?:|www\.|\+\d/iu.test(trimmed)) break;
    const at = BARE_HOUSE.test(trimmed) && STREET_WORD.test(later) ? 0 : startWithin(trimmed);
    if (at !== null) {
      found = from + index + piece.indexOf(trimmed) + at;
      isWhole = !ROOM.test(trimmed);
    } else if (found !== null) break;
    later = trimmed;
  }
  return found;
}

/** Where the street begins within a piece, since prose may precede it ("Visit us: Hauptstr. 5"). */
function startWithin(piece: string): number | null {
  const labeled = /^.*[:：]\s+/u.exec(piece)?.[0].length ?? 0;
  const street = piece.slice(labeled);
  if (street.length > 80) return null;
  const hasHouse = HOUSE_BEHIND.test(street) || HOUSE_BEFORE.test(street);
  if (!hasHouse && !(STREET_WORD.test(street) && /\d/u.test(street))) return null;
  return labeled;
}

function inOneLine(text: string): string {
  return text
    .replace(/\s*[\n|·•]\s*/gu, ", ")
    .replace(/\s+/gu, " ")
    .replace(/(?:,\s?){2,}/gu, ", ")
    .trim();
}
