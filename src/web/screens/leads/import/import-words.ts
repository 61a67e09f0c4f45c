import type { ColumnTarget, KnownLeadPolicy, LeadImport } from "#shared/contract/lead-import.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export const STATE_WORDS: Record<LeadImport["state"], { tone: StatusTone; word: string }> = {
  ready: { tone: "neutral", word: "Not started" },
  running: { tone: "accent", word: "Running" },
  finished: { tone: "success", word: "Imported" },
  interrupted: { tone: "warning", word: "Interrupted" },
  failed: { tone: "danger", word: "Failed" },
  undoing: { tone: "accent", word: "Being undone" },
  undone: { tone: "neutral", word: "Undone" },
};

/** What a column can become, in the order of the list. */
export const TARGET_OPTIONS: readonly { value: ColumnTarget; label: string }[] = [
  ...LEAD_TEXT_FIELDS.map((field) => ({ value: field, label: fieldWords(field) })),
  { value: "firstName", label: "First name" },
  { value: "lastName", label: "Last name" },
  { value: "id", label: "Row id" },
  { value: "fact", label: "Keep under its header" },
  { value: "ignore", label: "Leave out" },
];

export const POLICY_WORDS: Record<KnownLeadPolicy, { label: string; hint: string }> = {
  fill: { label: "Fill their empty fields", hint: "What is there stays; a differing value is kept beside it." },
  overwrite: {
    label: "Overwrite them",
    hint: "The file's values replace what is there, except what a person typed or edited.",
  },
  skip: { label: "Leave them alone", hint: "Only leads that are new are taken in." },
};

/** The encodings that files of tables come in, by the names of the WHATWG Encoding Standard. */
const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-2",
  "windows-1250",
  "windows-1251",
  "koi8-r",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
];

/** With the detected one, whatever it is. */
export function encodingOptions(detected: string): { value: string; label: string }[] {
  const names = ENCODINGS.includes(detected) ? ENCODINGS : [detected, ...ENCODINGS];
  return names.map((name) => ({ value: name, label: name.toUpperCase() }));
}

const DELIMITERS: Record<string, string> = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" };

export function delimiterOptions(detected: string): { value: string; label: string }[] {
  const known = Object.entries(DELIMITERS).map(([value, label]) => ({ value, label }));
  return detected in DELIMITERS ? known : [{ value: detected, label: detected }, ...known];
}
