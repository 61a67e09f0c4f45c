import { headerBlockAt, mayBeginHeader, type HeaderBlock } from "#server/pipeline/mail/mime/header-block.ts";
import { isOwnLine, isQuoted, unquoted } from "#server/pipeline/mail/mime/message-lines.ts";
import { isSentFrom } from "#server/pipeline/mail/quotes/boilerplate.ts";
import { isOriginalMark } from "#server/pipeline/mail/quotes/quote-intro.ts";

/** A forwarded message: the comment above it, its header and its text. */
export interface Forward {
  comment: string[];
  header: HeaderBlock;
  body: string[];
}

const MARK =
  /^[\s>]{0,6}(?:[-_=*\u2010-\u2015]{2,40}\s{0,3}(?:forwarded message|weitergeleitete nachricht|message transféré|message réexpédié|mensaje reenviado|mensagem encaminhada|mensagem reencaminhada|messaggio inoltrato|doorgestuurd bericht|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|välitetty viesti|wiadomość przekazana|przekazana wiadomość|przeposlaná zpráva|přeposlaná zpráva|preposlaná správa|továbbított üzenet|mesaj redirecționat|пересланное сообщение|пересылаемое сообщение|переслане повідомлення|yönlendirilen ileti|yönlendirilmiş ileti|προωθημένο μήνυμα|转发的?(?:邮件|信息)|轉寄的?郵件|転送メッセージ|전달된 메시지|전달된 메일|الرسالة المعاد توجيهها|הודעה שהועברה)(?:\s(?:from|von|de)\s.{1,60})?\s{0,3}[-_=*\u2010-\u2015]{2,40}|(?:(?:-{2,5}\s?)?begin forwarded (?:message|text)|anfang der weitergeleiteten (?:nachricht|e-?mail)|début du (?:message|courriel) (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem (?:reencaminhada|encaminhada)|begin doorgestuurd bericht|vidarebefordrat brev|start på videresendt besked|videresendt melding|välitetty viesti alkaa|początek przekazywanej wiadomości|начало переадресованного сообщения|以下是转发的邮件|開始轉寄郵件|転送されたメッセージ|전달된 메시지 시작)\s?[:：]?)\s{0,3}$/iu;
const SUBJECT =
  /^\s{0,3}(?:\[[^\]]{1,40}\]\s)?(?:(?:re|aw|sv)\s?:\s?)?(?:fwd?|wg|tr|rv|enc|vs|vb|vl|i|doorst|pd|továbbítás|πρθ|пересл|转发|轉寄|転送|전달)\s?[:：]/iu;

/** "---- Forwarded by Anna Schmidt/HQ/Acme on 08/02/2000 06:19", often with its trailing dashes on the next line. */
const FORWARDED_BY = /^[\s>]{0,6}[-_=*]{2,40}\s{0,3}forwarded by .{1,120}$/iu;

/** Whether a line announces a forwarded message. */
export function isForwardMark(line: string): boolean {
  return line.length < 200 && (MARK.test(line) || FORWARDED_BY.test(line));
}

/** The line after a mark, including any part of the mark that wrapped. */
export function endOfMark(lines: readonly string[], at: number): number {
  return /^[^-]{0,40}-{4,60}\s*$/u.test(lines[at + 1] ?? "") && !/-\s*$/u.test(lines[at] ?? "") ? at + 2 : at + 1;
}

/** Whether a subject marks a forwarded message ("Fwd:", "WG:", "TR:"). */
function isForwardSubject(subject: string): boolean {
  return SUBJECT.test(subject);
}

/**
 * Finds the message forwarded within another: after its mark or, if the subject indicates a forward, after the first
 * header block. Null when nothing was forwarded.
 */
export function findForward(lines: readonly string[], subject: string): Forward | null {
  const bySubject = isForwardSubject(subject);
  // Only a phone's footer above "Original message" is no reply.
  let isBare = true;
  const lastOwn = lines.findLastIndex(isOwnLine);
  for (const [at, line] of lines.entries()) {
    // The answered message had forwarded it.
    if (isQuoted(line) && (at < lastOwn || /^\s{0,3}>\s?>/u.test(line))) continue;
    const isMark = isForwardMark(line) || ((bySubject || isBare) && isOriginalMark(line));
    isBare &&= line.trim() === "" || isSentFrom(line);
    if (!isMark && !(bySubject && mayBeginHeader(lines, at))) continue;
    const start = isMark ? firstHeader(lines, endOfMark(lines, at)) : at;
    const header = start === null ? null : headerBlockAt(lines, start);
    if (header === null || (header.from.name === "" && header.from.address === "")) continue;
    const body = lines.slice(header.end);
    const isMarked = /^\s{0,3}>/u.test(lines[header.end - 1] ?? "");
    return { comment: withoutRules(lines.slice(0, at)), header, body: isMarked ? body.map(unquoteOnce) : body };
  }
  return null;
}

function firstHeader(lines: readonly string[], from: number): number | null {
  for (let at = from; at < Math.min(lines.length, from + 8); at += 1) {
    if (mayBeginHeader(lines, at)) return at;
  }
  return null;
}

function withoutRules(lines: string[]): string[] {
  const end = lines.findLastIndex((line) => /[\p{L}\p{N}]/u.test(unquoted(line)));
  return lines.slice(0, end + 1);
}

function unquoteOnce(line: string): string {
  return line.replace(/^\s{0,3}>\s?/u, "");
}
