/** Text that phones and mail programs add below a message. */
const SENT_FROM =
  /^[\s>*_(<[]{0,6}(?:sent (?:from|with|via|by|using)\b|via (?:mobile|iphone|blackberry)$|from my (?:iphone|ipad|android|mobile|phone|blackberry)|someone from mobile|get \[?outlook for|download \[?outlook|von meinem .{0,40}gesendet|gesendet (?:von|mit|vom|über)\b|diese nachricht wurde von meinem|envoyé (?:de|depuis|à partir|avec)\b|enviado (?:desde|do|de|a partir|con)\b|inviato (?:da|dal|con)\b|verzonden (?:vanaf|met|via|met behulp)\b|verstuurd vanaf|skickat från|skickades från|sendt fra|virus-?free\.|virenfrei\.|.{0,90}\bavast\b|lähetetty|wysłane? z|odesláno z|odoslané z|küldve|trimis de pe|отправлено (?:с|из)\b|надіслано з|iphone'umdan gönderildi|.{0,20}gönderildi$|στάλθηκε από|从我的.{0,30}(?:发送|傳送)|從我的.{0,30}(?:發送|傳送)|发自我的|iPhoneから送信|.{0,20}から送信$|나의 iphone에서 보냄|.{0,12}에서 보냄$|أرسلت من|נשלח מ)/iu;
/** Lines of only punctuation: "-- ", "____", "####", "ᐧ". */
const RULE = /^[\s>]{0,6}(?:[-_=*#~+.\u2010-\u2015\u2025\u2026\u2500-\u257f\u25a0-\u25ff\u1427＝ ]{1,200})$/u;
/** The start of a law office's notice, which continues to the end. */
const DISCLAIMER =
  /^[\s>*_"“«-]{0,12}(?:(?:important |legal )?notice\s?:|the information contained in this|(?:confidentiality|disclaimer|legal|privacy|confidential)(?: notice| note| statement)?\s?[:-]|(?:this|the information (?:contained )?in this|the contents? of this) (?:e-?mail|message|communication|electronic)[^.]{0,120}(?:confidential|privileged|intended|solely|sole use)|if you (?:are not|have received|received) (?:the intended|this (?:e-?mail|message))|please consider the environment|diese (?:e-?mail|nachricht)[^.]{0,80}(?:vertraulich|enthält)|der inhalt dieser e-?mail|bitte denken sie an die umwelt|ce (?:message|courriel|mail|courrier)[^.]{0,80}(?:confidentiel|destiné|contenir)|avant d'imprimer|este (?:mensaje|correo|e-?mail)[^.]{0,80}(?:confidencial|destinatario|dirigido|privilegiad)|esta mensagem[^.]{0,80}confidencia|antes de imprimir|questo messaggio[^.]{0,80}(?:riservat|confidenzial)|le informazioni[^.]{0,60} contenut[ei] (?:in quest|nella presente)|informativa (?:ai sensi|(?:sulla )?privacy)|dit bericht[^.]{0,80}vertrouwelijk|de informatie verzonden met dit|настоящее (?:сообщение|письмо)[^.]{0,80}конфиденциальн|virus-free\.|this (?:e-?mail|message) has been (?:scanned|checked)|diese e-?mail wurde (?:von|auf) .{0,40}(?:viren|avast)|cet e-?mail a été vérifié)/iu;
/** Footers of mailing lists and free mail services, which continue to the end. */
const LIST_FOOTER =
  /^[\s>*_-]{0,6}(?:(?:\S{1,40} ){1,4}mailing list(?:\s?[-:]{0,2}\s?<?\S{3,80}>?)?$|(?:to )?unsubscribe(?:,| from|:| e-?mail)\b|to (?:post|reply) to this (?:list|group)|(?:this|the) \S{2,30} email is sponsored by|-{5,60}.{0,40}sponsor|sponsored by:|do you yahoo!?\?|your use of \S{1,20} ?groups|https?:\/\/\S{3,60}\/(?:mailman\/)?listinfo\/|get your free .{3,40} at|view this message in context:|sent from the .{3,60} archive at|send and receive hotmail|join the world.s largest|you received this message because you are subscribed)/iu;
/** Placeholders that mail programs insert for attachments and pictures. */
const ATTACHMENT =
  /^\s{0,3}(?:[-*]\s\S.{0,120}\.[a-z\d]{2,5}|<<.{1,300}|<embedded .{1,80}>|[^<]{0,120}>>|\(?see attached file:.{0,200}|\[{1,2}(?:image|cid|attachment|alternative html|non-text portions)\b[^\]]{0,200}\]{1,2}|\[(?:x|\d{6,20}|[^\]]{0,80}\b(?:logo|icon|automatically generated)\b[^\]]{0,80})\]|(?:attachments?|anlagen?|pièces? jointes?|adjuntos?|allegati?)\s?:.{0,200})\s*$/iu;
/** What British and German laws require below a company's mail. */
const REGISTRATION =
  /^[\s>*_]{0,6}(?:(?:geschäftsf(?:ü|ue)hr|vorst(?:and|ände)|aufsichtsrat|sitz(?: der gesellschaft)?\b)[^:]{0,40}:.{2,200}|(?:amtsgericht|registergericht|handelsregister|ust-?id|hr[ab] ?\d).{2,200}|.{2,80}\bis (?:a company )?registered in .{2,80}|registered (?:office|address|number|in [^:]{2,40})\b.{2,200}|company (?:registration )?(?:number|no)\b.{2,80}|vat (?:registration|reg)\b.{2,80})$/iu;
const FOOTER_LINES = 40;
const PGP = /^-----BEGIN (?:PGP (?:SIGNATURE|PUBLIC)|GEEK)/u;
const CAUTION =
  /^[\s>*_[(]{0,6}(?:caution|warning|external(?: e-?mail| sender)?|achtung|vorsicht|attention|ext)\s?[:!\])-].{0,40}(?:external|outside|extern|exter|originated|organi[sz]ation|do not click|unbekannt|sender)|^-----BEGIN PGP SIGNED|^Hash: (?:SHA|MD5)|^[\s*[(]{0,6}(?:external e-?mail|externe (?:e-?mail|nachricht)|externer absender)/iu;
const FROM_OUTSIDE =
  /^[\s>*_[(]{0,6}(?:\p{L}{3,14}(?: op)?\s?[:!]\s?)?(?:this|diese|cet?|este|quest[oa]|deze|dit|esta) (?:e-?mail|mail|message|nachricht|courriel|correo(?: electrónico)?|mensaje|messaggio|bericht|mensagem) (?:originated|came|comes|was sent|kommt|stammt|wurde|provient|vient|a été envoyé|proviene|procede|ha sido enviado|arriva|komt|is afkomstig|veio).{0,30}(?:outside|extern|außerhalb|extérieur|fuera|estern|buiten|fora d)/iu;
/** What Microsoft adds above the first message from someone. */
const FIRST_CONTACT =
  /^[\s>*_[(]{0,6}(?:(?:you|some people who received this message) don['’]t often get e-?mail from|sie erhalten (?:nicht (?:häufig|oft)|selten) e-?mails? von|einige personen, die diese nachricht erhalten haben|vous (?:n['’]obtenez|ne recevez) pas souvent|certaines personnes (?:qui ont|ayant) reçu ce message|no suele recibir correo|algun[ao]s (?:personas|contactos) que (?:han recibido|recibieron)|non (?:si ricevono|ricevi) spesso|alcune persone che hanno ricevuto|u (?:ontvangt|krijgt) niet vaak|sommige (?:personen|mensen) die dit bericht|(?:você )?não costuma receber|algumas pessoas que receberam|nie otrzymujesz często|nieczęsto otrzymujesz)/iu;

export function isSentFrom(line: string): boolean {
  return line.length < 400 && SENT_FROM.test(line);
}

export function isRule(line: string): boolean {
  return line.trim() !== "" && RULE.test(line);
}

/** The warning that a company's mail server adds above external messages. */
function isCaution(line: string): boolean {
  return line.length < 400 && [CAUTION, FROM_OUTSIDE, FIRST_CONTACT].some((words) => words.test(line));
}

/**
 * Removes confidentiality notices, phone footers, trailing rules and leading warnings. Never removes everything: a
 * message of only such lines is returned unchanged.
 */
export function withoutBoilerplate(lines: readonly string[]): string[] {
  let first = 0;
  while (first < Math.min(lines.length, 8) && (isEmpty(lines[first]) || isCaution(lines[first] ?? ""))) first += 1;
  const notice = lines.findIndex((line, at) => at > first && DISCLAIMER.test(line.slice(0, 400)));
  const last = notice < 0 ? lines.findLastIndex((line) => !isEmpty(line)) + 1 : notice;
  let end = startOfFooter(lines, last);
  while (end > first && isBelow(lines[end - 1] ?? "")) end -= 1;
  const kept = lines.slice(first, end).filter((line) => !isSentFrom(line));
  return kept.some((line) => !isEmpty(line)) ? kept : lines.filter((line) => !isEmpty(line));
}

function startOfFooter(lines: readonly string[], end: number): number {
  for (let at = Math.max(1, end - FOOTER_LINES); at < end; at += 1) {
    const line = (lines[at] ?? "").slice(0, 400);
    if (!LIST_FOOTER.test(line) && !PGP.test(line)) continue;
    const rule = [at - 1, at - 2].find((above) => isRule(lines[above] ?? ""));
    if (rule !== undefined || PGP.test(line) || /^[-_]{5}/u.test(line)) return rule ?? at;
    if (lines.slice(at, end).filter((other) => !isEmpty(other)).length <= 6) return at;
  }
  return end;
}

export function isAttachment(line: string): boolean {
  return line.length < 400 && ATTACHMENT.test(line);
}

function isRegistration(line: string): boolean {
  return line.length < 300 && REGISTRATION.test(line);
}

/** Lines that can follow the end of the writer's text. */
function isBelow(line: string): boolean {
  return isEmpty(line) || isRule(line) || isSentFrom(line) || isAttachment(line) || isRegistration(line);
}

function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.replace(/[\s\u200b-\u200f\u2060\ufeff\ufffc\u1427]/gu, "") === "";
}
