export type PhoneKind = "phone" | "mobile" | "fax";

/** Labels that precede a number, by kind. Longer labels contain shorter ones: "telefon" begins with "tel". */
const FAX = String.raw`tele?-?fax(?:nummer)?|fax(?:nummer|number|no|nr)?|facsimile|télécopie(?:ur)?|telecopie(?:ur)?|télécopieur|факс|传真|傳真|ファックス|ファクス|FAX番号|팩스|فاكس|φαξ|faks|faksi|fax\sphone|f`;
const MOBILE = String.raw`mobil(?:e|telefon|funk|nummer|tel|ní|is|ais)?|mobiele?|mob|handy(?:nummer)?|cell(?:ulare|phone|ular)?|celular|móvil|movil|telemóvel|telemovel|portable|natel|gsm|whats\s?app|komórka|kom|matkapuhelin|моб|мобильный|сот|сотовый|кинητό|κινητό|手机|手機|行動電話|携帯|携帯電話|휴대폰|휴대전화|핸드폰|موبايل|جوال|m|c`;
const PHONE = String.raw`t(?:el)?fno|tlfn?o?|tele?(?:f|fon|phone|foon|fono|fone|fón|fone|fax)?(?:nummer|no|nr)?|tel(?:\.?\s?(?:no|nr|number)|-\p{L}{2,12})?|téléphone|tél|telefonnummer|teléfono|puhelin(?:numero)?|puh|phone(?:\s?(?:number|no))?|ph(?:\.?\sno)?|fon|fono|call(?:\s(?:me|us))?(?:\s(?:at|on))?|ring|rufnummer|durchwahl|zentrale|hotline|direct(?:\sline|\sdial)?|dw|office|desk|work|home|landline|switchboard|büro|contact\sno|reach\s(?:me|us)(?:\s(?:at|on))?|anrufen|appel(?:er|ez)?|ligne\sdirecte|llámame|llame|тел|телефон|звоните|раб|τηλ|τηλέφωνο|电话|電話|電話番号|联系电话|座机|전화|전화번호|연락처|هاتف|تلفون|טלפון|voice|vox|t|p|o|d|w|v|h`;
/** Labels of numbers that are not phone numbers. */
const OTHER = String.raw`(?:call|dial)-?in(?:\snumber)?|pass\s?code|host\scode|iban|bic|swift|konto(?:nummer|nr)?|kto|blz|ust-?id(?:nr)?|ust-?idnr|uid|vat(?:\s?(?:id|no|number|reg))?|tva|nif|cif|nip|regon|krs|iva|p\.?\s?iva|p\.?\s?i|c\.?f|cod(?:ice|\.)\s?fisc(?:ale|\.)?|registro\simprese(?:\sdi\s\p{L}+)?|rea|cnpj|cpf|rut|ruc|nit|rfc|btw|kvk|mwst|mva|org\.?\s?nr|cvr|ico|ičo|dič|izo(?:\s\p{L}{2,4})?|steuer(?:nummer|-?nr|-?id)|st\.?-?nr|hr[ab](?:\s?nr)?|hrb|siret|siren|rcs|ape|naf|tax(?:\s?(?:id|no|number))?|ein|abn|acn|gst(?:in)?|pan|cin|duns|инн|огрн|унп|окпо|кпп|бик|р\/с|统一社会信用代码|icp备?|order(?:\s?(?:no|number|id))?|orders?\s#|bestell(?:nummer|ung|-?nr)|auftrag(?:snummer|s-?nr)?|commande|pedido|invoice(?:\s?(?:no|number))?|rechnung(?:snummer|s-?nr)?|facture|factura|ref(?:erence|erenz|\.?\s?no)?|case|ticket|zeichen|customer\s?(?:no|id|number)|kunden(?:nummer|-?nr)|artikel(?:nummer|-?nr)?|item|sku|part\s?(?:no|number)|serial|isbn|issn|ean|gtin|article|version|build|id|no|nr|nº|n°|#|№|passport|license|licence|registration|reg(?:\.?\s?no)?|po\s?box|postfach|plz|zip|room|zimmer|lat|lng|lon|latitude|longitude|gps|price|preis|eur|usd|€|\$|£|chf`;
const END = String.raw`\.?(?:\s(?:is|ist|lautet|est|es|è))?(?:\s?[#:：.)\]/|–—-]{1,2}|\s?\(\d{0,3}\))?\s{0,12}(?:\+?\(?)?$`;

const LABELS: readonly (readonly [RegExp, PhoneKind | "other"])[] = [
  [labeled(FAX), "fax"],
  [labeled(MOBILE), "mobile"],
  [labeled(PHONE), "phone"],
  [labeled(OTHER), "other"],
];
/** "Tel./Fax: …" is a phone that also receives faxes. */
const PHONE_AND_FAX = new RegExp(
  String.raw`(?:tel|phone|fon|тел|電話|电话)[\p{L}.]{0,10}\s{0,2}(?:/|&|\+|und|and|et|y)\s{0,2}(?:tele)?(?:fax|факс|传真)[^\p{L}]{0,6}$`,
  "iu",
);
const AFTER =
  /^\s{0,3}[([]?\s?(?:(fax|telefax|télécopie|факс|f)|(mobil|mobile|mob|cell|celular|handy|móvil|m|c)|(?:tel|teléfono(?:\sfijo)?|phone|office|direct|work|home|t|p|o|d))\.?\s?[)\]]/iu;
/** A label after the number ("555 0102 fax", "555 0102 - FAX"), unless the word labels the next number. */
const FAX_BEHIND =
  /^[^\S\n]{0,3}[-–,/]?[^\S\n]{0,3}\(?(?:fax|fx|telefax|facsimile|факс)\b(?!\s?[.:：/]|[^\S\n]{0,12}[+(\d])/iu;
/** A one-letter label counts only when set off: "M 0171…", "m: 0171…", not "a 0171…". */
const ONE_SMALL_LETTER = /(?:^|[^\p{L}\p{N}])\p{Ll}\s{0,12}\(?\+?$/u;

/**
 * Classifies a number by the surrounding text: `before` is the text between the previous number and this one, `after`
 * the text that follows. "other" is not a phone number (bank account, tax ID, order); null when there is no label.
 */
export function phoneLabel(before: string, after: string): PhoneKind | "other" | null {
  if (PHONE_AND_FAX.test(before)) return "phone";
  if (FAX_BEHIND.test(after)) return "fax";
  const behind = AFTER.exec(after);
  if (behind !== null) return behind[1] ? "fax" : behind[2] ? "mobile" : "phone";
  if (ONE_SMALL_LETTER.test(before)) return null;
  return LABELS.find(([pattern]) => pattern.test(before))?.[1] ?? null;
}

function labeled(words: string): RegExp {
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}])(?:${words})${END}`, "iu");
}
