import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { isObject, type Json, parseLooseJson } from "#server/pipeline/sources/website/extract/markup/loose-json.ts";

type Row = Map<string, string>;

const LONGEST = 2_000_000;
const MOST_LITERALS = 50;
const MOST_FAILURES = 20;
const MOST_VALUES = 200_000;
const MOST_ROWS = 5_000;
const MOST_KEYS = 100;
const LONGEST_CELL = 200;
const HINT = /@|%40|e-?mail|phone|telefon|"tel"/iu;
const OPENING = /(?:=|\(|:|return)\s*(?=[[{])/gu;
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|[[\]{}"'`]/gu;
const ADDRESS = /[^\s@<>"']@[^\s@<>"']+\.[^\s@<>"'.]{2}/u;
const NUMBER_KEY = /phone|fon|tel|mobil|cell|handy|fax/iu;

/**
 * The contacts in the data of scripts (`__NEXT_DATA__`, `window.__STATE__ = {…}`, arrays that fill a table) as HTML
 * tables with a column for each property. No code is run.
 */
export function tablesOfScripts(scripts: readonly { type: string; text: string }[]): string {
  return scripts
    .filter(({ text }) => text.length <= LONGEST && HINT.test(text))
    .flatMap(({ type, text }) => (type.includes("json") ? [parseLooseJson(text)] : literalsOf(text)))
    .map(tablesOf)
    .join("");
}

/** The objects and arrays that a script assigns or passes as arguments, if they are JSON or close to it. */
function literalsOf(code: string): unknown[] {
  const found: unknown[] = [];
  let from = 0;
  let failures = 0;
  for (const { 0: opening, index } of code.matchAll(OPENING)) {
    const start = index + opening.length;
    if (start < from || found.length >= MOST_LITERALS) continue;
    const end = endOfLiteral(code, start);
    const text = end < 0 ? "" : code.slice(start, end);
    const value = HINT.test(text) ? parseLooseJson(text) : null;
    // Each failed attempt may read the rest of the script.
    if ((end < 0 || value === undefined) && ++failures > MOST_FAILURES) break;
    if (value === undefined) continue;
    if (value !== null) found.push(value);
    from = end;
  }
  return found;
}

/** The offset after the bracket that closes the one at `start`; -1 if it is not closed. */
function endOfLiteral(code: string, start: number): number {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(code); token !== null; token = TOKEN.exec(code)) {
    if (token[0] === "{" || token[0] === "[") depth++;
    else if (token[0] === "}" || token[0] === "]") {
      if (--depth === 0) return TOKEN.lastIndex;
    } else if (token[0].length === 1) return -1;
  }
  return -1;
}

/** Walks the data without recursion. */
function tablesOf(data: unknown): string {
  const waiting: unknown[] = [data];
  let html = "";
  let count = 0;
  for (let steps = 0; waiting.length > 0 && steps < MOST_VALUES && count < MOST_ROWS; steps++) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const rows: Row[] = [];
    for (const one of rowsOf(value)) {
      const row = isObject(one) ? rowOf(one) : null;
      if (row !== null) rows.push(row);
      else if (one !== value) waiting.push(one);
      else for (const part of Object.values(value).slice(0, MOST_VALUES)) waiting.push(part);
    }
    count += rows.length;
    if (rows.length > 1 || rows.some(isNamed)) html += tableOf(rows);
  }
  return html;
}

/**
 * Converts data of various shapes to rows: a list of objects, a list of lists with or without headers, or an object of
 * equally long lists, one per column. Anything else is a single row.
 */
function rowsOf(value: object): readonly unknown[] {
  if (!Array.isArray(value)) return columnsAsRows(value as Json) ?? [value];
  const list = value as unknown[];
  const [header] = list;
  if (!Array.isArray(header)) return list;
  const names = header.map(String);
  const isHeader = list.length > 1 && names.filter((name) => roleOfHeader(name) !== null).length > 1;
  return (isHeader ? list.slice(1) : list).map((row) =>
    Array.isArray(row) && row.some((cell) => typeof cell === "string")
      ? Object.fromEntries(row.map((cell: unknown, at) => [(isHeader && names[at]) || `column ${at}`, cell]))
      : row,
  );
}

function columnsAsRows(value: Json): Json[] | null {
  const columns = Object.entries(value).filter((one): one is [string, unknown[]] => Array.isArray(one[1]));
  const length = columns[0]?.[1].length ?? 0;
  const alike = columns.filter(([, list]) => list.length === length && list.every((cell) => typeof cell !== "object"));
  if (length < 2 || length > MOST_ROWS || alike.length < 2 || alike.length * 2 <= columns.length) return null;
  return Array.from({ length }, (_, at) => Object.fromEntries(alike.map(([key, list]) => [key, list[at]])));
}

/** The texts of an object by the roles or words of their keys; null if none is a contact or all are. */
function rowOf(object: Json): Row | null {
  if (object["@type"] !== undefined) return null;
  const row: Row = new Map();
  let contacts = 0;
  for (const [key, text] of textsOf(object)) {
    const words = key.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_.-]+/gu, " ");
    const isContact = ADDRESS.test(text) || (NUMBER_KEY.test(words) && /\d{3}/u.test(text));
    if (isContact) contacts++;
    // Other digits are ids, dates and coordinates.
    const role = NUMBER_KEY.test(words) ? null : roleOfHeader(words)?.role;
    if (isContact || (text.length <= LONGEST_CELL && !/^[\d.:TZ+ -]+$/u.test(text))) row.set(role ?? words, text);
  }
  return contacts === 0 || contacts === row.size ? null : row;
}

/** The texts of an object and of plain objects directly inside it, such as {contact: {email}}. */
function textsOf(object: Json): [string, string][] {
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(object).slice(0, MOST_KEYS)) {
    if (typeof value === "string" || typeof value === "number") texts.push([key, String(value).trim()]);
    else if (Array.isArray(value) && typeof value[0] === "string") texts.push([key, value[0].trim()]);
    else if (isObject(value))
      for (const [inner, text] of Object.entries(value).slice(0, MOST_KEYS))
        // {company: {name}} is the company's name.
        if (typeof text === "string") texts.push([/^(?:name|title)$/iu.test(inner) ? key : inner, text.trim()]);
  }
  return texts.filter(([, text]) => text !== "");
}

/** Whether a single object names its owner, unlike settings. */
function isNamed(row: Row): boolean {
  return ["name", "firstName", "company"].some((key) => row.has(key));
}

function tableOf(rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const keys = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [keys, ...rows.map((row) => keys.map((key) => row.get(key) ?? ""))];
  return `<table>${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;
}
