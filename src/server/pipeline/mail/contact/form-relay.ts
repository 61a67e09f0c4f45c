import { readMailAddress, type MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { canBeTitle } from "#server/pipeline/text/job-title.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { roleOfQuestion } from "#server/pipeline/text/question-role.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** What a person entered into a website form, extracted from the message that the website sent. */
export interface RelayedForm {
  name: string;
  email: string;
  phone: string;
  company: string;
  title: string;
  website: string;
  message: string;
  /** Answers that match no lead field, such as "Product: Pumps". */
  others: string[];
}

/** Labels that only the messages of websites use. */
const MORE_LABELS: Partial<Record<ColumnRole, string>> = {
  name: "sender, absender, from, von, de, da, van, od, от, submitted by, invitee",
  email: "reply to, from email, invitee email",
  phone: "callback number, rückrufnummer",
  notes:
    "comment or message, nachrichtentext, corps du message, cuerpo del mensaje, corpo del messaggio, corpo da mensagem, berichtinhoud, treść wiadomości, текст сообщения, inhalt, consulta, comments or questions, 投稿, 问题, お問い合わせ内容, ご質問",
};
const BY_LABEL: ReadonlyMap<string, ColumnRole> = new Map(
  Object.entries(MORE_LABELS).flatMap(([role, labels]) =>
    // Object.entries loses the key type.
    labels.split(", ").map((label) => [plain(label), role as ColumnRole] as const),
  ),
);
/** A field's name, perhaps with words such as "your", rather than a question about it. */
const NAMED = 3;
/** Less certain than a field's name and than the words after "your". */
const PHRASED = 20;
const WORDS_OF_LABEL = 3;
/** More labels than any form has. */
const MOST_LABELS = 300;
const LABEL_LENGTH = 60;
/** A website introduces its form with a few words; more are a person's own text. */
const MOST_WORDS = 80;
/** Confirms to the visitor that their form arrived; the website's owner wrote it. */
const RECEIPT =
  /お問い?合わ?せ.{0,4}(?:いただき|頂き|下さり|ありがとう|有り?難う)|thank you for (?:contacting|your (?:message|inquiry|enquiry|request))|(?:vielen|herzlichen) dank für (?:ihre|deine) (?:anfrage|nachricht|mitteilung)|merci (?:de nous avoir contacté|pour votre (?:message|demande))|gracias por (?:contactar|ponerse en contacto|su (?:mensaje|consulta))|grazie per (?:averci contattat|il (?:suo|tuo) messaggio)|obrigad[oa] (?:por entrar em|pelo (?:seu )?contato)|bedankt voor (?:uw|je) (?:bericht|aanvraag)|dziękujemy za (?:kontakt|wiadomość)|děkujeme za (?:vaš[ie]|zprávu)|спасибо, что обратились|благодарим за (?:обращение|заявку)/iu;
/** A labeled line, without what a website adds or requires. */
const IS_ANSWER =
  /^\W{0,3}(?=\p{L})(?![^:：]{0,40}(?:datenschutz|privacy|consent|einwillig|gdpr|dsgvo|rgpd|terms|captcha|anrede|salutation|country code|\bip\b|agent|\burl\b|referr|submitted|token|\bid\b|https?))/iu;
/** Where the form ends and the website's own text begins. */
const FOOTER =
  /^(?:--\s?$|_{3,}|-{3,}|sent (?:from|via|on) .{0,80}(?:https?:|form|website)|this (?:e-?mail|message) was sent (?:from|via|by)|diese (?:e-?mail|nachricht) wurde (?:über|von)|ce message a été envoyé|este (?:mensaje|correo) (?:se ha enviado|fue enviado)|(?:time|date|datum|page url|remote ip|ip address|ip-adresse|user agent|powered by|submitted (?:on|at)|referrer|form (?:id|name)|source url)\s?[:：])/iu;

/**
 * Parses a message of labeled lines ("Name: …", "Phone: …", "Message: …", or labels on separate lines) as a website
 * form. Requires an address or phone, plus something that only forms ask for: a name with the address, or a message.
 * Null for other messages.
 */
export function readRelayedForm(lines: readonly string[]): RelayedForm | null {
  const start = firstLabel(lines);
  const intro = lines.slice(0, Math.max(0, start)).join(" ");
  if (start < 0 || intro.split(/\s+/u).length > MOST_WORDS || RECEIPT.test(intro)) return null;
  const { answers, others } = answersOf(lines);
  const given = (role: ColumnRole): string => answers.get(role)?.trim() ?? "";
  const email = readMailAddress(given("email")).address || fromSender(given("name")).address;
  const [first, last, whole] = [given("firstName"), given("lastName"), given("name")];
  // "Nom: Roux", "Prénom: Claire"
  const isWhole = last === "" && whole.includes(first);
  const name = isWhole ? fromSender(whole).name : [first, last || whole].filter((part) => part !== "").join(" ");
  const isNamed = answers.has("email") && (answers.has("name") || answers.has("lastName"));
  // "From: Anna Schmidt <anna@acme.de>"
  const isAddressed = answers.size >= 3 || fromSender(whole).address !== "";
  const isForm = (email !== "" || given("phone") !== "") && (isNamed || (isAddressed && given("notes") !== ""));
  if (!isForm) return null;
  return {
    name,
    email,
    phone: given("phone"),
    company: given("company"),
    title: given("title"),
    website: given("scrapeUrl"),
    message: given("notes"),
    others,
  };
}

/** The index of the first line with a field's label; -1 if there is none before a person's own text. */
function firstLabel(lines: readonly string[]): number {
  let words = 0;
  for (const [at, line] of lines.entries()) {
    if (words > MOST_WORDS) return -1;
    if ((labeledLine(line, below(lines, at))?.role ?? null) !== null) return at;
    words += line.match(/\S+/gu)?.length ?? 0;
  }
  return -1;
}

function answersOf(lines: readonly string[]): { answers: Map<ColumnRole, string>; others: string[] } {
  const others: string[] = [];
  const answers = new Map<ColumnRole, string>();
  let open: ColumnRole | null = null;
  let labels = 0;
  for (const [at, line] of lines.entries()) {
    if (open !== null && FOOTER.test(line.trim())) break;
    const labeled = labels > MOST_LABELS ? null : labeledLine(line, below(lines, at));
    if (labeled !== null) labels += 1;
    if (labeled !== null && !(open === "notes" && labeled.role === null)) {
      if (labeled.role === null && labeled.value.trim() !== "" && IS_ANSWER.test(line)) others.push(line.trim());
      open = labeled.role !== null && !answers.has(labeled.role) ? labeled.role : null;
      if (open !== null) answers.set(open, labeled.value);
    } else if (open === "notes") answers.set(open, `${answers.get(open) ?? ""}\n${line}`);
    else if (open !== null && line.trim() !== "" && answers.get(open) === "") answers.set(open, line.trim());
  }
  return { answers, others };
}

/** The next line with text, perhaps after an empty one between paragraphs. */
function below(lines: readonly string[], at: number): string {
  return lines.slice(at + 1, at + 3).find((line) => line.trim() !== "") ?? "";
}

/** The role is null for a label that doesn't match a lead field. */
function labeledLine(line: string, next: string): { role: ColumnRole | null; value: string } | null {
  if (line.length > LABEL_LENGTH && line.slice(0, LABEL_LENGTH + 4).search(/[:：]|\s{3}/u) < 1) return null;
  const text = line.replace(/^[\s*•-]+/u, "");
  const match = /^([^:：]{1,60})[*_]{0,2}\s{0,3}[:：]{1,2}[*_]{0,2}\s{0,5}(.*)$/u.exec(text);
  const value = match?.[2] ?? "";
  if (match !== null && !value.startsWith("//")) {
    const label = match[1] ?? "";
    const role = roleOfLabel(label, value.trim() === "" ? next : value);
    return role !== null || plain(label).split(" ").length <= 5 ? { role, value } : null;
  }
  // The cells of a table
  const [, cell = "", answer = ""] = /^(\S.{0,58}?)[*_]{0,2}\s{3,}(\S.*)$/u.exec(text) ?? [];
  const named = cell === "" ? null : roleOfLabel(cell, answer, NAMED);
  if (named !== null) return { role: named, value: answer };
  // The label is on its own line, with the answer below.
  if (text.length > LABEL_LENGTH || /^\s*$|[:：]\s*$/u.test(next) || /[\d@]/u.test(text)) return null;
  const isQuestion = /\?[*_\s]*$/u.test(text);
  const role = roleOfLabel(text, next, isQuestion ? PHRASED - 1 : NAMED);
  return role === null ? null : { role, value: "" };
}

/** The field that a label names, unless its value can't be one. */
function roleOfLabel(label: string, value: string, most = Number.MAX_SAFE_INTEGER): ColumnRole | null {
  const found = BY_LABEL.get(plain(label));
  if (found !== undefined) return found;
  const asked = roleOfQuestion(label.replace(/[*_?"]+/gu, " ").trim());
  // "To unsubscribe, e-mail:" only contains a field's name.
  const isLong = label.includes(",") || label.trim().split(/\s+/u).length > WORDS_OF_LABEL;
  const isVague = asked !== null && asked.certainty >= PHRASED && isLong;
  if (asked === null || asked.certainty > most || isVague) return null;
  if (asked.role === "email" && !value.includes("@")) return null;
  if (asked.role === "phone" && !/\d.*\d.*\d/u.test(value)) return null;
  // "ご担当者様" above a text is its salutation.
  if (asked.role === "name" && /[!?。！？]/u.test(value)) return null;
  return asked.role === "title" && !canBeTitle(value) ? null : asked.role;
}

function fromSender(value: string): MailAddress {
  return value.includes("@")
    ? readMailAddress(value)
    : { name: value.replace(/\s+/gu, " ").slice(0, 200), address: "" };
}

function plain(label: string): string {
  return fold(label)
    .replace(/\((?:required|optional|pflichtfeld|obligatoire|obligatorio)\)/gu, "")
    .replace(/[*_?"'()[\]-]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}
