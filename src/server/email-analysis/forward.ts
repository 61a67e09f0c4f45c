import { headerBlockAt, type HeaderBlock } from "#server/email-analysis/header-block.ts";
import { headerLine } from "#server/email-analysis/header-words.ts";
import { unquoted } from "#server/email-analysis/message-lines.ts";
import { isOriginalMark } from "#server/email-analysis/quote-intro.ts";

/** A message within a message: the comment above it, its header, its text. */
export interface Forward {
  comment: string[];
  header: HeaderBlock;
  body: string[];
}

const MARK =
  /^[\s>]{0,6}(?:[-_=*\u2010-\u2015]{2,40}\s{0,3}(?:forwarded message|forwarded by .{1,60}|weitergeleitete nachricht|message transféré|message réexpédié|mensaje reenviado|mensagem encaminhada|mensagem reencaminhada|messaggio inoltrato|doorgestuurd bericht|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|välitetty viesti|wiadomość przekazana|przekazana wiadomość|przeposlaná zpráva|přeposlaná zpráva|preposlaná správa|továbbított üzenet|mesaj redirecționat|пересланное сообщение|пересылаемое сообщение|переслане повідомлення|yönlendirilen ileti|yönlendirilmiş ileti|προωθημένο μήνυμα|转发的?(?:邮件|信息)|轉寄的?郵件|転送メッセージ|전달된 메시지|전달된 메일|الرسالة المعاد توجيهها|הודעה שהועברה)(?:\s(?:from|von|de)\s.{1,60})?\s{0,3}[-_=*\u2010-\u2015]{2,40}|(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)|début du (?:message|courriel) (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem (?:reencaminhada|encaminhada)|begin doorgestuurd bericht|vidarebefordrat brev|start på videresendt besked|videresendt melding|välitetty viesti alkaa|początek przekazywanej wiadomości|начало переадресованного сообщения|以下是转发的邮件|開始轉寄郵件|転送されたメッセージ|전달된 메시지 시작)\s?[:：]?)\s{0,3}$/iu;
const SUBJECT =
  /^\s{0,3}(?:\[[^\]]{1,40}\]\s)?(?:(?:re|aw|sv)\s?:\s?)?(?:fwd?|wg|tr|rv|enc|vs|vb|vl|i|doorst|pd|továbbítás|πρθ|пересл|转发|轉寄|転送|전달)\s?[:：]/iu;

/** Whether a line announces a forwarded message. */
export function isForwardMark(line: string): boolean {
  return line.length < 160 && MARK.test(line);
}

/** Whether a subject says that the message was forwarded ("Fwd:", "WG:", "TR:"). */
function isForwardSubject(subject: string): boolean {
  return SUBJECT.test(subject);
}

/**
 * The message that was forwarded within another: after its mark, or, where the subject says so, after the first header
 * block. Null when nothing was forwarded.
 */
export function findForward(lines: readonly string[], subject: string): Forward | null {
  const bySubject = isForwardSubject(subject);
  for (const [at, line] of lines.entries()) {
    const isMark = isForwardMark(line) || (bySubject && isOriginalMark(line));
    if (!isMark && !(bySubject && headerLine(line) !== null)) continue;
    const start = isMark ? firstHeader(lines, at + 1) : at;
    const header = start === null ? null : headerBlockAt(lines, start);
    if (header === null) continue;
    const body = lines.slice(header.end);
    const isMarked = /^\s{0,3}>/u.test(lines[header.end - 1] ?? "");
    return { comment: withoutRules(lines.slice(0, at)), header, body: isMarked ? body.map(unquoteOnce) : body };
  }
  return null;
}

function firstHeader(lines: readonly string[], from: number): number | null {
  for (let at = from; at < Math.min(lines.length, from + 4); at += 1) {
    if (headerLine(lines[at] ?? "") !== null) return at;
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
