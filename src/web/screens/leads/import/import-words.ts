import { COLUMN_TARGETS, type KnownLeadPolicy, type LeadImport } from "#shared/contract/leads/lead-import.ts";
import { targetWords } from "#shared/field-words.ts";
import { formatCounted } from "#web/format/number.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export const STATE_WORDS: Record<LeadImport["state"], { tone: StatusTone; word: string }> = {
  ready: { tone: "neutral", word: "Not started" },
  running: { tone: "accent", word: "Running" },
  finished: { tone: "success", word: "Imported" },
  interrupted: { tone: "warning", word: "Interrupted" },
  failed: { tone: "danger", word: "Failed" },
  undoing: { tone: "accent", word: "Undoing" },
  undone: { tone: "neutral", word: "Undone" },
};

/** What an import or its undo did: "3 new leads", "3 leads removed". */
export function outcomeWords({ counts, undo }: Pick<LeadImport, "counts" | "undo">): string {
  return undo === null ? formatCounted(counts.created, "new lead") : `${formatCounted(undo.removed, "lead")} removed`;
}

/** Column targets, in menu order. */
export const TARGET_OPTIONS = COLUMN_TARGETS.map((value) => ({ value, label: targetWords(value) }));

export const POLICY_WORDS: Record<KnownLeadPolicy, { label: string; hint: string }> = {
  fill: { label: "Fill empty fields", hint: "Existing values stay; others are kept as alternatives." },
  overwrite: { label: "Overwrite", hint: "Replaces existing values, except those entered by hand." },
  skip: { label: "Skip", hint: "Only new leads are imported." },
};

/** Common encodings of spreadsheet exports, by WHATWG name. */
const ENCODINGS: Record<string, string> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16 LE)",
  "utf-16be": "Unicode (UTF-16 BE)",
  "windows-1252": "Western European (Windows-1252)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  shift_jis: "Japanese (Shift_JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Chinese, simplified (GB 18030)",
  big5: "Chinese, traditional (Big5)",
  "euc-kr": "Korean (EUC-KR)",
};
const DELIMITERS: Record<string, string> = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" };

export function encodingOptions(detected: string): Choice[] {
  return choices(ENCODINGS, detected, detected.toUpperCase());
}

export function delimiterOptions(detected: string): Choice[] {
  return choices(DELIMITERS, detected, detected);
}

interface Choice {
  value: string;
  label: string;
}

/** The known choices, preceded by the detected value if it isn't one of them. */
function choices(known: Record<string, string>, detected: string, label: string): Choice[] {
  const all = Object.entries(known).map(([value, name]) => ({ value, label: name }));
  return Object.hasOwn(known, detected) ? all : [{ value: detected, label }, ...all];
}
