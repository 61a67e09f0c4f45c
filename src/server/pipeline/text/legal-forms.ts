/** "Co. Cork" is a county. */
const IRISH_COUNTIES =
  "Antrim|Armagh|Carlow|Cavan|Clare|Cork|Derry|Donegal|Down|Dublin|Fermanagh|Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Tyrone|Waterford|Westmeath|Wexford|Wicklow";
/**
 * Legal forms that end (or, in some countries, begin) company names. Case-sensitive where the letters are also a word.
 */
const LEGAL_FORM = new RegExp(
  String.raw`(?:^|[\s,(&-]|(?<!\bU)\.)(?:` +
    [
      // German-speaking countries
      String.raw`gGmbH|GmbH|G\.m\.b\.H\.?|mbH|AG|KG|KGaA|OHG|oHG|GbR|UG|e\.\s?[VKUG]\.?|eG|SE|Ges\.?\s?m\.?\s?b\.?\s?H\.?|OG|GesbR|Sàrl|S\.\s?à\.?\s?r\.\s?l\.?|Sagl|Genossenschaft|Stiftung`,
      // English-speaking
      String.raw`[Ii]nc\.?|INC\.?|[Ll]td\.?|LTD\.?|[Ll]imited|LIMITED|LLC|L\.L\.C\.?|LLP|L\.L\.P\.?|LP|PLC|[Pp]lc|p\.l\.c\.?|[Cc]orp\.?|CORP\.?|Corporation|Incorporated|Pty\.?|Pvt\.?|Company|Co\.(?!\s(?:${IRISH_COUNTIES})\b)|PLLC|P\.C\.|CIC|Holdings|Bhd\.?|Sdn\.?|FZE|FZCO|FZ-LLC|WLL|DMCC`,
      // Romance
      String.raw`S\.?A\.?S\.?U?|SARL|S\.A\.R\.L\.?|EURL|SA|S\.A\.?|SCI|SNC|SCOP|SELARL|S\.?L\.?U?\.?|S\.L\.L\.?|S\.?r\.?l\.?s?|SRL|S\.?p\.?A\.?|SPA|S\.a\.s\.|S\.n\.c\.|APS|ODV|ASD|A\.S\.D\.|ETS|[Oo]nlus|ONLUS|Lda\.?|LDA|Ltda\.?|LTDA|S\.?A\.? de C\.?V\.?|S\. de R\.L\.|EIRELI|ME|S\/A|S\.C\.A\.?|SC`,
      // Northern, eastern
      String.raw`B\.?V\.?|N\.?V\.?|VOF|BVBA|SPRL|ASBL|VZW|AB|A\/S|ApS|AS|ASA|Oy|Oyj|OY|ehf\.?|hf\.?|OÜ|UAB|SIA|sp\.\s?z\s?o\.\s?o\.?|Sp\.\s?z\s?o\.\s?o\.?|SP\.\s?Z\s?O\.\s?O\.?|S\.K\.A\.|s\.\s?r\.\s?o\.?|a\.\s?s\.|Kft\.?|Zrt\.?|Nyrt\.?|Bt\.|d\.\s?o\.\s?o\.?|d\.\s?d\.|j\.d\.o\.o\.|EOOD|OOD|S\.R\.L\.|A\.Ş\.|A\.S\.|Ltd\. Şti\.|Şti\.|АД|ЕООД|ООД|Α\.?Ε\.?|Ε\.Π\.Ε\.|ΙΚΕ|Ο\.Ε\.`,
    ].join("|") +
    String.raw`)(?=$|[\s,.)&/–-])`,
  "u",
);
const LEGAL_FORM_AROUND =
  /^(?:SARL|SASU?|EURL|SCI|SCP|SNC)\s\p{Lu}|^(?:ООО|ОАО|ЗАО|ПАО|АО|ИП|ТОВ|ТОО|ФГУП)[\s«"]|^(?:PT|CV)\.?\s\p{Lu}\S{2}|^Firma\s\p{Lu}|株式会社|有限会社|合同会社|一般社団法人|\(株\)|（株）|㈱|有限公司|股份|集团|集團|公司$|주식회사|\(주\)|㈜|유한회사|^شركة\s|^مؤسسة\s|บริษัท|Công ty/u;

/** Offset (UTF-16 units) where the legal form in a name ends; null when there is none. */
export function endOfLegalForm(text: string): number | null {
  // "SARL Acme, au capital de 8 000 €"
  if (LEGAL_FORM_AROUND.test(text))
    return /(?<=有限公司)(?!\p{sc=Han}{0,6}公司)|,\s|\sau capital|$/u.exec(text)?.index ?? text.length;
  const match = LEGAL_FORM.exec(text);
  return match === null ? null : match.index + match[0].length;
}

/** Whether a text contains a company's legal form, which means that it can't be a person's name. */
export function hasLegalForm(text: string): boolean {
  return LEGAL_FORM.test(text) || LEGAL_FORM_AROUND.test(text);
}
