import { plainSigns } from "#shared/text/plain-signs.ts";
import { hash } from "node:crypto";
import { fieldsOfType, type LeadTextField } from "#shared/lead-fields.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { canBeTitle } from "#server/pipeline/text/job-title.ts";
import { nameColumns, type Column, type ColumnsByRole } from "#server/pipeline/text/columns.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { RowReader } from "#server/pipeline/text/row-reader.ts";
import { roleOfQuestion } from "#server/pipeline/text/question-role.ts";
import type { Answer, FormRecord, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";
import { FORM_READER_VERSION } from "#server/pipeline/sources/web-form/reader-version.ts";

/** Answers beyond this stay only in the submission; no form filled in by a person has as many. */
const MOST_ANSWERS = 500;
const LONGEST_QUESTION = 500;
/** Longer submissions are referenced by id: they are stored anyway, and every lead is loaded with its raw input. */
const LONGEST_RAW = 16_000;
/** Row keys are indexed, and a PostgreSQL index entry is limited to about 2,700 bytes. */
const LONGEST_KEY = 200;
/** A text of this length under an unrecognized question is treated as the person's message. */
const MESSAGE_LENGTH = 60;
/** Rank of a guess from the value's format, below any match on the question. */
const BY_LOOKS = 40;
const CONTACTS = fieldsOfType("email", "phone", "link");
const LINKS: ReadonlySet<ColumnRole> = new Set(fieldsOfType("link"));
const ROBOT = "Spam: a hidden field was filled in.";

export interface FormLead {
  lead: RawLead;
  /** Why nobody in it can be contacted; null if someone can. */
  nobody: string | null;
  /** How many answers stay only in the submission because a lead cannot hold them. */
  skippedAnswers: number;
}

/** Builds the lead for one person's answers. `index` distinguishes people within one submission. */
export function leadOfRecord(form: ReadForm, record: FormRecord, submissionId: string, index: number): FormLead {
  const answers = record.answers.filter(({ value }) => value.trim() !== "");
  const isRobots = hasFieldNames(form) && answers.some(({ question }) => kindOfField(question) === "honeypot");
  const usable = distinct(answers).filter((answer) => !hasFieldNames(form) || isSomeones(answer));
  const kept = usable.slice(0, MOST_ANSWERS);
  const questions = kept.map(({ question }) => question.trim().slice(0, LONGEST_QUESTION) || "Answer");
  const columns = nameColumns(questions, kept.length, 1);
  const { fields, facts, contentHash } = new RowReader(columns, rolesOf(kept, columns)).read(kept.map(saidValue));
  const key = record.key ?? (index === 0 ? submissionId : `${submissionId}#${index + 1}`);
  return {
    lead: {
      rowKey: `form:${form.formType}:${key.length <= LONGEST_KEY ? key : hash("sha256", key, "hex")}`,
      contentHash,
      locator: form.formName === "" ? "Form submission" : `Submission of ${form.formName}`,
      fields,
      methods: Object.fromEntries(Object.keys(fields).map((field) => [field as LeadTextField, "answer" as const])),
      facts,
      raw: JSON.stringify(record.raw).length <= LONGEST_RAW ? record.raw : { submissionId },
      readBy: FORM_READER_VERSION,
      recordId: submissionId,
      sourceData: { formType: form.formType, formName: form.formName, submissionId },
    },
    nobody: isRobots ? ROBOT : nobodyIn(fields, usable.length),
    skippedAnswers: usable.length - kept.length,
  };
}

/** These send field names, including technical fields, where form services send questions. */
function hasFieldNames({ formType }: ReadForm): boolean {
  return formType === "html" || formType === "generic" || formType === "webflow";
}

function isSomeones({ question }: Answer): boolean {
  const kind = kindOfField(question);
  return kind === "answer" || kind === "consent";
}

/** Some services send the same answers in several formats. */
function distinct(answers: readonly Answer[]): Answer[] {
  const seen = new Set<string>();
  return answers.filter(({ question, value }) => {
    const said = `${question.toLowerCase()}\n${value}`;
    return !seen.has(said) && seen.add(said);
  });
}

function nobodyIn(fields: RawLead["fields"], answers: number): string | null {
  if (CONTACTS.some((field) => fields[field] !== undefined)) return null;
  return answers === 0
    ? "This submission has no answers."
    : "No contact details: no answer is an email, phone or website.";
}

/** A checked box without a value sends "on". */
function saidValue({ value, question }: Answer): string {
  return value === "on" && kindOfField(question) === "consent" ? "Yes" : value;
}

/** Maps fields to the answers that fill them, most certain first. */
function rolesOf(answers: readonly Answer[], columns: readonly Column[]): ColumnsByRole {
  const found = answers.flatMap((answer, index) => {
    const column = columns[index];
    const match = matchOf(answer);
    return match === null || column === undefined ? [] : [{ ...match, column }];
  });
  if (!found.some(({ role }) => role === "notes")) {
    const taken = new Set(found.map(({ column }) => column.index));
    const message = answers.findIndex((answer, index) => !taken.has(index) && isMessage(answer));
    const column = columns[message];
    if (column !== undefined) found.push({ role: "notes", certainty: BY_LOOKS, column });
  }
  const byRole: ColumnsByRole = {};
  for (const { role, column } of found.toSorted((a, b) => a.certainty - b.certainty)) {
    (byRole[role] ??= []).push(column);
  }
  return byRole;
}

/** Determines an answer's role: by the service's type, else the question, else the value's format. */
function matchOf({ question, value, role }: Answer): { role: ColumnRole; certainty: number } | null {
  if (role === null || kindOfField(question) === "consent") return null;
  if (role !== undefined) return fits(role, value) ? { role, certainty: 0 } : null;
  const looks = OF_SOMEONE_ELSE.test(question) ? null : looksLike(value);
  const asked = numberOf(roleOfQuestion(question), value);
  if (asked !== null && fits(asked.role, value) && (looks === null || isContact(asked.role))) return asked;
  return looks === null ? null : { role: looks, certainty: BY_LOOKS };
}

/** "Contact" can ask for a person or a number. */
function numberOf(asked: ReturnType<typeof roleOfQuestion>, value: string): ReturnType<typeof roleOfQuestion> {
  return asked?.role === "name" && !/\p{L}/u.test(value) ? { role: "phone", certainty: BY_LOOKS } : asked;
}

function isContact(role: ColumnRole): boolean {
  return role === "email" || role === "phone";
}

const OF_SOMEONE_ELSE = /refer|friend|colleague|recipient|owner|assign|manager|notify|admin/iu;
const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;.][^\s@<>"(),:;]{0,250}\.[^\s@<>"(),:;.]{2,63}$/u;
const INTERNATIONAL_PHONE = /^\+[\d\s().-]{8,24}$/u;

/** Whether a value is plausible for the field its question names: "none" as an email is only a fact. */
function fits(role: ColumnRole, value: string): boolean {
  if (role === "email") return /[^\s@]@[^\s@]+\.[^\s@]/u.test(plainSigns(value));
  if (role === "phone") return (value.match(/\p{Nd}/gu) ?? []).length >= 6;
  if (role === "title") return canBeTitle(value);
  if (LINKS.has(role)) return /[^\s.]\.[^\s.]/u.test(value);
  return true;
}

function looksLike(value: string): ColumnRole | null {
  const text = plainSigns(value).trim();
  if (EMAIL.test(text)) return "email";
  return INTERNATIONAL_PHONE.test(text) ? "phone" : null;
}

function isMessage({ question, value, role }: Answer): boolean {
  const isText = value.length >= MESSAGE_LENGTH && /\p{L}\s+\p{L}/u.test(value);
  return role === undefined && isText && kindOfField(question) === "answer" && !/^https?:/iu.test(value);
}

/** Technical fields that nobody filled in: ids, CSRF tokens, browser details. */
const TECHNICAL =
  /^(?:id|uuid|guid|(?:form|submission|entry|response|post|page|site|event|session|visitor|client|queried|unit|portal|hs)[ _-]?(?:id|tag|context)|(?:event|trigger|form)[ _-]?type|.*(?:nonce|csrf|xsrf|verification[ _-]?token|authenticity[ _-]?token|form[ _-]?build).*|token|user[ _-]?agent|ua|ip|(?:ip|remote)[ _-]?(?:address|ip|addr)|(?:created|updated|submitted|received|landed|started)[ _-]?at|date[ _-]?(?:created|submitted)|timestamp|version|api_version|google_key|locale|action|submit|button|method|boundary|__viewstate.*|__event.*|_wp.*|_hs.*|_token|_method|_next|_redirect|_template|_cc|_captcha|_charset_|utf8)$/iu;

const CAPTCHA =
  /captcha|turnstile-response|^(?:frc|altcha|mcaptcha|friendly|arkose)[\w-]*(?:solution|response|token)?$|^altcha$/iu;

/** Honeypot fields: people don't see them, so only bots fill them in. */
const HONEYPOT =
  /^(?:_gotcha|_honey|_honeypot|honey[ _-]?pot|bot[ _-]?field|hp|hp[ _-].*|_hp|winnow_hp|trap|ak_hp_.*)$/iu;

const CONSENT =
  /\b(?:consent|gdpr|dsgvo|rgpd|lgpd|privacy|data protection|terms (?:of|and|&)|i (?:agree|accept)|agree to|newsletter|subscribe|opt[ _-]?in|marketing (?:e-?mails?|communications?)|einwillig\w*|datenschutz\w*|zustimm\w*|agb|j'accepte|consens\w*|confidentialité|acepto|privacidad|aceito|accetto|akkoord|samtycke|zgoda)\b/iu;

/** Longer names are not field names and are ignored. */
const LONGEST = 300;

/** Classifies a field by its name alone. `answer` is anything a person may have entered. */
function kindOfField(name: string): "answer" | "technical" | "captcha" | "honeypot" | "consent" {
  if (name.length > LONGEST) return "answer";
  if (CAPTCHA.test(name)) return "captcha";
  if (HONEYPOT.test(name)) return "honeypot";
  if (TECHNICAL.test(name)) return "technical";
  return CONSENT.test(name.replaceAll("_", " ")) ? "consent" : "answer";
}
