/** What telephones and mail programs add below a message. */
const SENT_FROM =
  /^[\s>*_(<[]{0,6}(?:sent (?:from|with|via|by|using)\b|from my (?:iphone|ipad|android|mobile|phone|blackberry)|someone from mobile|get \[?outlook for|download \[?outlook|von meinem .{0,40}gesendet|gesendet (?:von|mit|vom|über)\b|diese nachricht wurde von meinem|envoyé (?:de|depuis|à partir|avec)\b|enviado (?:desde|do|de|a partir|con)\b|inviato (?:da|dal|con)\b|verzonden (?:vanaf|met|via|met behulp)\b|verstuurd vanaf|skickat från|skickades från|sendt fra|lähetetty|wysłane? z|odesláno z|odoslané z|küldve|trimis de pe|отправлено (?:с|из)\b|надіслано з|iphone'umdan gönderildi|.{0,20}gönderildi$|στάλθηκε από|从我的.{0,30}(?:发送|傳送)|從我的.{0,30}(?:發送|傳送)|发自我的|iPhoneから送信|.{0,20}から送信$|나의 iphone에서 보냄|.{0,12}에서 보냄$|أرسلت من|נשלח מ)/iu;
/** Lines of signs only: "-- ", "____", "####", "ᐧ". */
const RULE = /^[\s>]{0,6}(?:[-_=*#~+.\u2010-\u2015\u1427 ]{1,200})$/u;
/** Where notices of law offices begin; what follows to the end is one. */
const DISCLAIMER =
  /^[\s>*_]{0,6}(?:(?:confidentiality|disclaimer|legal|privacy|confidential)(?: notice| note| statement)?\s?[:-]|(?:this|the information (?:contained )?in this|the contents? of this) (?:e-?mail|message|communication|electronic)[^.]{0,120}(?:confidential|privileged|intended|solely)|if you (?:are not|have received|received) (?:the intended|this (?:e-?mail|message))|please consider the environment|diese (?:e-?mail|nachricht)[^.]{0,80}(?:vertraulich|enthält)|der inhalt dieser e-?mail|bitte denken sie an die umwelt|ce (?:message|courriel|mail|courrier)[^.]{0,80}(?:confidentiel|destiné|contenir)|avant d'imprimer|este (?:mensaje|correo|e-?mail)[^.]{0,80}(?:confidencial|destinatario|dirigido|privilegiad)|esta mensagem[^.]{0,80}confidencia|antes de imprimir|questo messaggio[^.]{0,80}(?:riservat|confidenzial)|le informazioni contenute in quest|dit bericht[^.]{0,80}vertrouwelijk|de informatie verzonden met dit|настоящее (?:сообщение|письмо)[^.]{0,80}конфиденциальн|virus-free\.|this email has been (?:scanned|checked)|diese e-?mail wurde (?:von|auf) .{0,40}(?:viren|avast)|cet e-?mail a été vérifié)/iu;
const CAUTION =
  /^[\s>*_[(]{0,6}(?:caution|warning|external(?: e-?mail| sender)?|achtung|vorsicht|attention|ext)\s?[:!\])-].{0,40}(?:external|outside|extern|exter|originated|organi[sz]ation|do not click|unbekannt|sender)|^[\s[(]{0,6}(?:external e-?mail|this (?:e-?mail|message) (?:originated|was sent|came) from outside|you don't often get (?:e-?mail|email) from)/iu;

export function isSentFrom(line: string): boolean {
  return line.length < 200 && SENT_FROM.test(line);
}

export function isRule(line: string): boolean {
  return line.trim() !== "" && RULE.test(line);
}

/** The warning that a company's mail server puts above messages from elsewhere. */
function isCaution(line: string): boolean {
  return line.length < 400 && CAUTION.test(line);
}

/**
 * Without notices of confidentiality, what telephones add, rules at the end, and warnings at the beginning. Never takes
 * everything: a message that is only such lines stays as it is.
 */
export function withoutBoilerplate(lines: readonly string[]): string[] {
  let first = 0;
  while (first < Math.min(lines.length, 8) && (isEmpty(lines[first]) || isCaution(lines[first] ?? ""))) first += 1;
  const notice = lines.findIndex((line, at) => at > first && DISCLAIMER.test(line.slice(0, 400)));
  let end = notice < 0 ? lines.length : notice;
  while (end > first && (isEmpty(lines[end - 1]) || isRule(lines[end - 1] ?? "") || isSentFrom(lines[end - 1] ?? "")))
    end -= 1;
  const kept = lines.slice(first, end).filter((line) => !isSentFrom(line));
  return kept.some((line) => !isEmpty(line)) ? kept : lines.filter((line) => !isEmpty(line));
}

function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.replace(/[\s\u200b-\u200f\u2060\ufeff\u1427]/gu, "") === "";
}
