/** The verb that introduces a quote, at the end of the line or clause. */
const WROTE = String.raw`wrote|writes|schrieb(?:en)?|geschrieben|a\s?écrit|écrit|escribió|escribio|escribiste|ha\sscritto|scrive|scritto|escreveu|schreef|geschreven|skrev|skrifaði|kirjoitti|napisał(?:\(a\)|a)?|napsala?|napísala?|írta|a\sscris|написал(?:\(а\)|а)?|пишет|пише|написав|написала|yazdı|şunları\syazdı|έγραψε|wrotes|a\ssciris|napisao(?:\sje)?|je\snapisao|viết|menulis|已?写道|寫道|のメッセージ|書きました|작성|كتب|כתב`;
const START = String.raw`on|le|am|den|vom|el|il|em|op|på|pe|w\sdniu|dnia|dne|dňa|no\sdia|in\sdata|i|ti|el\sdía|at|il\sgiorno|ma|ke|ti\.|mån|tis|ons|tors|fre|lör|sön|em|a|στις|ngày|pada|于|在|בתאריך|في|vào`;
const DATE = String.raw`\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}|\d{1,2}(?::|h)\d{2}|\b(?:19|20)\d{2}\b`;
const ADDRESS = String.raw`<[^<>\s]{0,80}(?:@|mailto:)[^<>]{0,120}>|[\w.+-]{1,64}@[\w.-]{1,120}|\[mailto:[^\]]{1,120}\]`;

const HAS_DATE = new RegExp(DATE, "iu");
const HAS_ADDRESS = new RegExp(ADDRESS, "iu");
/** "On Tue, Anna <a@b> wrote:", "Anna schrieb am 3.5.2026:", "---- On … wrote ----". */
const WROTE_AT_END = new RegExp(
  String.raw`(?<![\p{L}])(?:${WROTE})(?:\s(?:am|on|le|el|il|op|den|på|in)\s.{0,50}(?:${DATE}).{0,20}|\s\(.{4,60}\))?\s?[:：]?[\s>*-]{0,6}$`,
  "iu",
);
/** "schrieb Anna Schmidt <…>:", "schrieb "Anna" <…>:"; in English the name is in front. */
const WROTE_THEN_NAME = new RegExp(
  String.raw`(?<![\p{L}])(?!wr[io]te)(?:${WROTE})[\s,:]{1,3}.{2,160}[:：>][\s*]{0,3}$`,
  "iu",
);
const STARTS = new RegExp(String.raw`^[\s>*_-]{0,8}(?:(?:${START})(?=[\s,\d])|\d)`, "iu");
/** "2016-03-03 17:21 GMT+01:00 Anna <a@b>:", "26.06.2014, 14:41, "Anna" <a@b>:", "… +0400 от Anna <a@b>:". */
const DATED_SENDER = new RegExp(
  String.raw`^[\s>]{0,6}(?:\p{L}{2,12}\.?,\s)?(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}\s\p{L}{3,12}\.?\s\d{4}).{0,120}(?:(?<![\w./+-])(?:${ADDRESS})\s?[:：]?\s?$|GMT.{0,80}$)`,
  "iu",
);
/** In any language: "tir. 3. maj 2026 skrev Anna <a@b>:". */
const ADDRESS_AT_END = /[<([][^<>()[\]\s]{1,64}@[^<>()[\]\s]{1,120}[>)\]][^.!?]{0,30}[:：][\s*]{0,3}$/u;
/** Maximum length of an introduction, including all its wrapped lines. */
const MAX_LENGTH = 400;
const MAX_LINES = 4;

/** Separators between a reply and the original message. */
const ORIGINAL =
  /^[\s>]{0,6}[-_=*\u2010-\u2015]{2,40}\s{0,3}(?:original message|next part|original appointment|reply message|urspr.{1,2}ngliche nachricht|originalnachricht|original-nachricht|message d'origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|origineel bericht|ursprungligt meddelande|originalmeddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|orijinal ileti|orijinal mesaj|αρχικό μήνυμα|原始邮件|原邮件|邮件原件|原始郵件|元のメッセージ|オリジナル\s?メッセージ|원본 메시지|원본 메일|الرسالة الأصلية|הודעה מקורית)\s{0,3}[-_=*\u2010-\u2015]{2,40}\s{0,3}$/iu;

/** Written by cc:Mail, often with its second half on the next line. */
const SEPARATOR = /^\s{0,3}_{5,60}\s?(?:reply separator|forward header)\b/iu;

/** Whether a line marks the original message. */
export function isOriginalMark(line: string): boolean {
  return line.length < 120 && (ORIGINAL.test(line) || SEPARATOR.test(line));
}

/**
 * The line after a quote introduction ("On 3 May 2026 Anna wrote:") that begins at a line and may wrap over a few. Null
 * when no introduction begins there.
 */
export function introEnd(lines: readonly string[], start: number): number | null {
  const first = lines[start] ?? "";
  if (!mayBegin(first)) return null;
  let joined = "";
  let used = 0;
  for (let at = start; at < lines.length && used < MAX_LINES; at += 1) {
    const line = (lines[at] ?? "").trim();
    if (line === "") {
      // Some programs put empty lines around the address.
      if (
        !/^[\s>*]{0,4}(?:on|le|am|el)\s/iu.test(first) ||
        at > start + 6 ||
        !/^<?$|^<?mailto:/iu.test((lines[at + 1] ?? "").trim())
      )
        return null;
      continue;
    }
    joined = joined === "" ? line : `${joined} ${line.replace(/^>\s?/u, "")}`;
    used += 1;
    if (joined.length > MAX_LENGTH) return null;
    if (isIntro(joined)) return at + 1;
  }
  return null;
}

/** Whether a line would introduce a quote if one follows: "Anna Schmidt wrote:". */
export function isBareIntro(line: string): boolean {
  if (line.length >= 160) return false;
  if (/^from:\s.*@/iu.test(line)) return true;
  return (
    /[:：]\s*$/u.test(line) &&
    (WROTE_AT_END.test(line) || /\b(?:said|says|mentioned|sagte|dit|dijo|disse)\s?:\s*$/iu.test(line))
  );
}

function mayBegin(line: string): boolean {
  if (line.length > MAX_LENGTH || line.trim() === "") return false;
  if (STARTS.test(line)) return true;
  if (/[\d@<]/u.test(line) && (HAS_DATE.test(line) || (line.includes("@") && HAS_ADDRESS.test(line)))) return true;
  return /[:：]\s*$/u.test(line) && WROTE_AT_END.test(line.trimEnd());
}

function isIntro(text: string): boolean {
  const hasAddress = text.includes("@") && HAS_ADDRESS.test(text);
  const hasDate = HAS_DATE.test(text);
  if (WROTE_AT_END.test(text)) return hasDate || (hasAddress && text.length < 200);
  if (hasDate && ADDRESS_AT_END.test(text)) return true;
  if (WROTE_THEN_NAME.test(text)) return STARTS.test(text) && hasDate;
  return DATED_SENDER.test(text);
}
