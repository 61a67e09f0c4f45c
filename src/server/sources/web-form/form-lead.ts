import { hash } from "node:crypto";
import type { LeadTextField, RawLead } from "#shared/raw-lead.ts";
import { nameColumns, type Column, type ColumnsByRole } from "#server/reading/columns.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";
import { RowReader } from "#server/reading/row-reader.ts";
import { kindOfField } from "#server/sources/web-form/field-name.ts";
import { roleOfQuestion } from "#server/sources/web-form/question-role.ts";
import type { Answer, FormRecord, ReadForm } from "#server/sources/web-form/read-form.ts";
import { FORM_READER_VERSION } from "#server/sources/web-form/reader-version.ts";

/** More answers than these are in the submission only: no form that a person fills in has as many. */
const MOST_ANSWERS = 500;
const LONGEST_QUESTION = 500;
/** A longer submission is kept by its id: it is stored anyway, and a lead is read with its raw input. */
const LONGEST_RAW = 16_000;
/** Row keys are indexed, and an index of PostgreSQL holds no entry beyond some 2,700 bytes. */
const LONGEST_KEY = 200;
/** A text as long as this, to a question that says nothing, is what the person wants. */
const MESSAGE_LENGTH = 60;
/** How sure the value's own looks make us, less than any question's words. */
const BY_LOOKS = 40;
const ROBOT = "Sent by a robot: it filled in a field that people do not see.";

export interface FormLead {
  lead: RawLead;
  /** Why there is nobody in it to contact; null when there is. */
  nobody: string | null;
  /** How many answers are in the submission only, being too many for a lead. */
  answersLeftOut: number;
}

/** The lead that one person's answers make. `index` tells the people of one submission apart. */
export function leadOfRecord(form: ReadForm, record: FormRecord, submissionId: string, index: number): FormLead {
  const answers = record.answers.filter(({ value }) => value.trim() !== "");
  const isRobots = hasFieldNames(form) && answers.some(({ question }) => kindOfField(question) === "honeypot");
  const told = distinct(answers).filter((answer) => !hasFieldNames(form) || isSomeones(answer));
  const kept = told.slice(0, MOST_ANSWERS);
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
    nobody: isRobots ? ROBOT : nobodyIn(fields, told.length),
    answersLeftOut: told.length - kept.length,
  };
}

/** Services ask questions; these send the names of fields, among them what nobody answered. */
function hasFieldNames({ formType }: ReadForm): boolean {
  return formType === "html" || formType === "generic" || formType === "webflow";
}

function isSomeones({ question }: Answer): boolean {
  const kind = kindOfField(question);
  return kind === "answer" || kind === "consent";
}

/** Some services send the same answers in several forms. */
function distinct(answers: readonly Answer[]): Answer[] {
  const seen = new Set<string>();
  return answers.filter(({ question, value }) => {
    const said = `${question.toLowerCase()}\n${value}`;
    return !seen.has(said) && seen.add(said);
  });
}

function nobodyIn(fields: RawLead["fields"], answers: number): string | null {
  if ([fields.email, fields.phone, fields.scrapeUrl].some((value) => value !== undefined)) return null;
  return answers === 0 ? "There are no answers in it." : "Nobody to contact: no answer is an e-mail, phone or website.";
}

/** An unnamed box that is ticked says "on". */
function saidValue({ value, question }: Answer): string {
  return value === "on" && kindOfField(question) === "consent" ? "Yes" : value;
}

/** Which answers fill which fields, the surest first. */
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

/** What an answer is: what its service says, else what it was asked for, else what it looks like. */
function matchOf({ question, value, role }: Answer): { role: ColumnRole; certainty: number } | null {
  if (role === null || kindOfField(question) === "consent") return null;
  if (role !== undefined) return fits(role, value) ? { role, certainty: 0 } : null;
  const looks = OF_SOMEONE_ELSE.test(question) ? null : looksLike(value);
  const asked = roleOfQuestion(question);
  if (asked !== null && fits(asked.role, value) && (looks === null || isContact(asked.role))) return asked;
  return looks === null ? null : { role: looks, certainty: BY_LOOKS };
}

function isContact(role: ColumnRole): boolean {
  return role === "email" || role === "phone";
}

const OF_SOMEONE_ELSE = /refer|friend|colleague|recipient|owner|assign|manager|notify|admin/iu;
const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;.][^\s@<>"(),:;]{0,250}\.[^\s@<>"(),:;.]{2,63}$/u;
const INTERNATIONAL_PHONE = /^\+[\d\s().-]{8,24}$/u;

/** Whether a value can be what its question names: "none" to a question for an e-mail is a fact like any other. */
function fits(role: ColumnRole, value: string): boolean {
  if (role === "email") return /[^\s@]@[^\s@]+\.[^\s@]/u.test(value);
  if (role === "phone") return (value.match(/\d/gu) ?? []).length >= 6;
  if (role === "scrapeUrl") return /[^\s.]\.[^\s.]/u.test(value);
  return true;
}

function looksLike(value: string): ColumnRole | null {
  const text = value.trim();
  if (EMAIL.test(text)) return "email";
  return INTERNATIONAL_PHONE.test(text) ? "phone" : null;
}

function isMessage({ question, value, role }: Answer): boolean {
  const isText = value.length >= MESSAGE_LENGTH && /\p{L}\s+\p{L}/u.test(value);
  return role === undefined && isText && kindOfField(question) === "answer" && !/^https?:/iu.test(value);
}
