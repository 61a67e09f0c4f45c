import { CLOSING_WITH_NAME, isClosing } from "#server/pipeline/mail/quotes/closing.ts";
import type { RelayedForm } from "#server/pipeline/mail/contact/form-relay.ts";
import type { MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { piecesOf } from "#server/pipeline/mail/contact/signature-line.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import type { ReadMethod } from "#shared/raw-lead.ts";

/** The parts of a message that describe its writer. */
export interface Written {
  writer: MailAddress;
  replyTo: MailAddress | null;
  form: RelayedForm | null;
  text: readonly string[];
  signature: readonly string[];
  /** The whole message, with quotes and notices. */
  lines: readonly string[];
}

/** An extracted field; `span` is the line or phrase it came from. */
export interface Said {
  value: string;
  method: ReadMethod;
  span: string;
}

/** A piece of a signature line. */
export interface Piece {
  text: string;
  line: string;
  /** Its position in the line, and the line's position in the signature. */
  column: number;
  row: number;
}

export const NOTHING: Said = { value: "", method: "text", span: "" };
/** Legally required company details (board, registers) below many signatures. */
const OF_THE_COMPANY =
  /^[\s*]{0,3}(?:sitz|geschäftsf(?:ü|ue)hr(?:er|erin|ung)|gf|vorst(?:and|ände)|vorstandsvorsitz\p{L}*|aufsichtsrat\p{L}*|inhaber(?:in)?|vertreten durch|managing directors?|directors?|board|chairman|registered|gérants?|président|handelsregister|commercial register|registergericht|amtsgericht|gerente|amministratore|bestuurders?|zaakvoerder)[\s\p{L}()/]{0,40}[:：]|^[\s*]{0,3}(?:amtsgericht|registergericht|handelsregister|HR[AB])\b|\b(?:supervisory board|aufsichtsrats?)\b/iu;
/** The author of a motto: "-- Jonathan Swift". */
const ATTRIBUTION = /^\s*(?:--|—|~)\s{0,2}\p{L}/u;
const MOTTO = /^\s*["“«„](?!\p{Lu}[\p{L} .]{2,40}["”»“]\s*(?:<|$))/u;

/** "J?rg", "Espa\ufffda": letters that a wrong encoding replaced. They are read as letters and written as received. */
const LOST = /(?<=\p{L})(?:\?{1,2}(?=\p{Ll})|\ufffd{1,2}(?=\p{L}))/gu;
const STAND_INS: Record<string, string> = { "?": "\u02c0", "\ufffd": "\u02c1", "\u02c0": "?", "\u02c1": "\ufffd" };

export function withLostLetters(line: string): string {
  return line.replace(LOST, (lost) => lost.replace(/./gu, (mark) => STAND_INS[mark] ?? mark));
}

export function asReceived(text: string): string {
  return text.replace(/[\u02c0\u02c1]/gu, (letter) => STAND_INS[letter] ?? letter);
}

export function isOfTheCompany(line: string): boolean {
  return line.length < 300 && OF_THE_COMPANY.test(line);
}

/** The signature pieces that can be about the writer: no board members, mottos or their authors. */
export function piecesIn(signature: readonly string[]): Piece[] {
  const motto = signature.findIndex((line) => MOTTO.test(line));
  return withoutWraps(signature.slice(0, motto < 0 ? undefined : motto)).flatMap((line, row) =>
    isOfTheCompany(line) ||
    (isOfTheCompany(signature[row - 1] ?? "") && /[:：]\s*$/u.test(signature[row - 1] ?? "")) ||
    (row > 1 && ATTRIBUTION.test(line))
      ? []
      : piecesOf(withoutGreeting(line))
          .flatMap((piece) => (row < 2 ? splitAtRole(piece) : [piece]))
          .flatMap(splitAtName)
          .map((text, column) => ({ text, line, column, row })),
  );
}

/** Joins "School of Engineering and" with "Computer Science" below; the rows keep their numbers. */
function withoutWraps(lines: readonly string[]): string[] {
  const joined = [...lines];
  let start = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const whole = `${(joined[start] ?? "").trimEnd()} ${(lines[at] ?? "").trim()}`;
    const goesOn = GOES_ON.test(joined[start] ?? "") && CAN_FOLLOW.test(lines[at] ?? "") && whole.length <= MOST_JOINED;
    if (goesOn) joined[start] = whole;
    if (goesOn) joined[at] = "";
    else start = at;
  }
  return joined;
}
/** In characters; titles and names of companies are shorter. */
const MOST_JOINED = 80;
const GOES_ON = /^[^@\d]{3,80}\s(?:and|und|et|y|e|&|of|for|für|de|des|del|della|di)\s*$/u;
const CAN_FOLLOW = /^\s*\p{Lu}[^@\d]{2,60}$/u;

/** "Marketing Manager: Anna Schmidt"; further below, it's what the law requires. */
function splitAtRole(piece: string): string[] {
  const [, role = "", holder = ""] = /^(.{5,40}?)\s?[:：]\s(.+)$/u.exec(piece) ?? [];
  return readJobTitle(role) !== null && readPersonName(holder) !== null ? [holder, role] : [piece];
}

/** "王小明 经理", "김하나 부장", "株式会社アクメ 担当" */
const UNSPACED_TITLE = /^([\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}\p{sc=Hiragana}ー]+)\s(\S{2,12})$/u;

/** "代表取締役 高橋 一郎", "営業部 佐藤花子" */
const UNSPACED_BEHIND = /^(.*\S[部課室係店長役員])\s(\S.*)$/u;

/** Splits "Anna Schmidt, CTO, Acme" into the name and the rest. */
function splitAtName(piece: string): string[] {
  const [, post = "", person = ""] = UNSPACED_BEHIND.exec(piece) ?? [];
  if (person !== "" && readPersonName(person) !== null) return [post, person];
  const [, left = "", right = ""] = UNSPACED_TITLE.exec(piece) ?? [];
  if (readJobTitle(right) !== null && (/^.{1,3}[^部課室係店]$/u.test(left) || hasLegalForm(left))) return [left, right];
  const at = piece.search(/,\s|\s{2}|\s\d/u);
  if (at < 0 || at > 60) return [piece];
  const before = piece.slice(0, at);
  const rest = piece.slice(at + 1).trim();
  // "Acme, Inc."
  if (!rest.includes(" ") && hasLegalForm(` ${rest}`)) return [piece];
  // "Anna Schmidt 1234567"
  const least = piece.charAt(at) === "," || /^\s\d{7,12}$/u.test(piece.slice(at)) ? 0.5 : 0.75;
  return before.includes(" ") && (readPersonName(before)?.certainty ?? 0) >= least ? [before, rest] : [piece];
}

/** "Thanks, Anna" contains a name. */
function withoutGreeting(line: string): string {
  if (!CLOSING_WITH_NAME.test(line) || !isClosing(line)) return line;
  return line.slice(line.search(CLOSING_WITH_NAME) + 1);
}

/** The line that contains this position of the text. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", Math.max(0, at - 1)) + 1, end < 0 ? text.length : end);
}
