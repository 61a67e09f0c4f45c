import { readMailAddress, type MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { HEADER_WORDS, type ColumnRole } from "#server/pipeline/text/header-words.ts";
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
}

const MORE_WORDS: Partial<Record<ColumnRole, readonly string[]>> = {
  name: [
    "your name",
    "ihr name",
    "votre nom",
    "su nombre",
    "tu nombre",
    "sender",
    "absender",
    "from",
    "von",
    "de",
    "naam",
    "submitted by",
  ],
  email: [
    "your email",
    "your e-mail",
    "ihre e-mail",
    "ihre e-mail-adresse",
    "votre email",
    "su correo",
    "reply to",
    "sender email",
    "from email",
  ],
  phone: ["your phone", "ihre telefonnummer", "votre téléphone", "callback number", "rückrufnummer"],
  company: ["your company", "ihre firma", "votre société", "su empresa", "company/organisation", "firma/organisation"],
  notes: [
    "your message",
    "ihre nachricht",
    "votre message",
    "su mensaje",
    "message body",
    "question",
    "questions",
    "frage",
    "your inquiry",
    "ihre anfrage",
    "how can we help",
    "how can we help you",
    "project details",
    "text",
    "inhalt",
    "body",
    "enquiry",
    "demande",
    "consulta",
    "what are you looking for",
    "comments or questions",
    "投稿",
    "问题",
    "お問い合わせ内容",
    "ご質問",
  ],
};
const BY_LABEL: ReadonlyMap<string, ColumnRole> = new Map(
  (Object.keys(HEADER_WORDS) as ColumnRole[]).flatMap((role) =>
    [...HEADER_WORDS[role], ...(MORE_WORDS[role] ?? [])].map((word) => [plain(word), role] as const),
  ),
);
const LABEL_LENGTH = 60;
/** A website introduces its form with a few words; more are a person's own text. */
const MOST_WORDS = 80;
/** Where the form ends and the website's own text begins. */
const FOOTER =
  /^(?:--\s?$|_{3,}|-{3,}|sent (?:from|via|on) .{0,80}(?:https?:|form|website)|this (?:e-?mail|message) was sent (?:from|via|by)|diese (?:e-?mail|nachricht) wurde (?:über|von)|ce message a été envoyé|este (?:mensaje|correo) (?:se ha enviado|fue enviado)|(?:time|date|datum|page url|remote ip|ip address|ip-adresse|user agent|powered by|submitted (?:on|at)|referrer|form (?:id|name)|source url)\s?[:：])/iu;

/**
 * Parses a message of labeled lines ("Name: …", "Phone: …", "Message: …", or labels on separate lines) as a website
 * form. Requires an address or phone, plus something that only forms ask for: a name with the address, or a message.
 * Null for other messages.
 */
export function readRelayedForm(lines: readonly string[]): RelayedForm | null {
  const first = lines.findIndex((line, at) => (labeledLine(line, lines[at + 1])?.role ?? null) !== null);
  if (first < 0 || lines.slice(0, first).join(" ").split(/\s+/u).length > MOST_WORDS) return null;
  const answers = answersOf(lines);
  const given = (role: ColumnRole): string => answers.get(role)?.trim() ?? "";
  const email = readMailAddress(given("email")).address || fromSender(given("name")).address;
  const name =
    [given("firstName"), given("lastName")].filter((part) => part !== "").join(" ") || fromSender(given("name")).name;
  const isNamed = answers.has("email") && (answers.has("name") || answers.has("lastName"));
  const isForm = (email !== "" || given("phone") !== "") && (isNamed || (answers.size >= 3 && given("notes") !== ""));
  if (!isForm) return null;
  return {
    name,
    email,
    phone: given("phone"),
    company: given("company"),
    title: given("title"),
    website: given("scrapeUrl"),
    message: given("notes"),
  };
}

function answersOf(lines: readonly string[]): Map<ColumnRole, string> {
  const answers = new Map<ColumnRole, string>();
  let open: ColumnRole | null = null;
  for (const [at, line] of lines.entries()) {
    if (open !== null && FOOTER.test(line.trim())) break;
    const labeled = labeledLine(line, lines[at + 1]);
    if (labeled !== null && !(open === "notes" && labeled.role === null)) {
      open = labeled.role !== null && !answers.has(labeled.role) ? labeled.role : null;
      if (open !== null) answers.set(open, labeled.value);
    } else if (open === "notes") answers.set(open, `${answers.get(open) ?? ""}\n${line}`);
    else if (open !== null && line.trim() !== "" && answers.get(open) === "") answers.set(open, line.trim());
  }
  return answers;
}

/** The role is null for a label that doesn't match a lead field. */
function labeledLine(line: string, next: string | undefined): { role: ColumnRole | null; value: string } | null {
  if (line.length > LABEL_LENGTH && line.slice(0, LABEL_LENGTH + 4).search(/[:：]/u) < 1) return null;
  const text = line.replace(/^[\s*•-]+/u, "");
  const match = /^([^:：]{1,60})[*_]{0,2}\s{0,3}[:：][*_]{0,2}\s{0,5}(.*)$/u.exec(text);
  if (match !== null && !(match[2] ?? "").startsWith("//")) {
    const label = plain(match[1] ?? "");
    const role = BY_LABEL.get(label) ?? null;
    return role !== null || label.split(" ").length <= 5 ? { role, value: match[2] ?? "" } : null;
  }
  // The label is on its own line, with the answer below.
  const alone =
    text.length <= LABEL_LENGTH && next !== undefined && next.trim() !== "" ? BY_LABEL.get(plain(text)) : undefined;
  return alone === undefined ? null : { role: alone, value: "" };
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
