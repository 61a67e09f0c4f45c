import { noiseOfAddress } from "#server/pipeline/text/email-noise.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { addressesOfLink } from "#server/pipeline/sources/website/extract/hidden-address.ts";
import {
  addFurther,
  emptyRecord,
  fill,
  type Dropped,
  type PageRecord,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import { nameIn, roleIn } from "#server/pipeline/sources/website/extract/text/words.ts";
import { parseLooseJson } from "#server/pipeline/sources/website/extract/markup/loose-json.ts";

const FEWEST_ROWS = 3;
const ROWS_SAMPLED = 50;
const MOST_KEYS = 100;
const MOST_PARTS = 50_000;
const LONGEST_CELL = 200;
const LONGEST_HTML = 2_000;
const NO_ROLES: ReadonlyMap<string, ColumnRole> = new Map();

type Json = Record<string, unknown>;

const LONGEST = 2_000_000;
const MOST_VALUES = 200_000;
const MOST_RECORDS = 5_000;
const HINT = /@|%40|e-?mail|phone|telefon|"tel"/iu;
const ADDRESS = /^[^\s@<>"']{1,64}@[^\s@<>"']+\.[^\s@<>"'.]{2,}$/u;

/**
 * Reads records from script data (`__NEXT_DATA__`, `window.__STATE__ = {…}`, arrays that fill a table) without running
 * any code. An object is a record if it has an address or number and names its owner.
 */
export function readPageJson(scripts: readonly { type: string; text: string }[], dropped: Dropped[]): PageRecord[] {
  const records: PageRecord[] = [];
  for (const { type, text } of scripts) {
    if (text.length > LONGEST || !HINT.test(text)) continue;
    const data = /json/iu.test(type) ? [parseLooseJson(text)] : literalsOf(text);
    for (const value of data) collect(value, records, dropped);
  }
  return records;
}

/** The objects and arrays that a script assigns or passes as arguments, if they are JSON or close to it. */
function literalsOf(code: string): unknown[] {
  const found: unknown[] = [];
  const OPENING = /(?:=|\(|:|return|push\()\s*(?=[[{])|JSON\.parse\(\s*(?=["'])/gu;
  let searched = 0;
  for (let match = OPENING.exec(code); match !== null && found.length < 50; match = OPENING.exec(code)) {
    const start = match.index + match[0].length;
    if (match[0].startsWith("JSON")) {
      const literal = /^"(?:[^"\\]|\\[\s\S])*"|^'(?:[^'\\]|\\[\s\S])*'/u.exec(code.slice(start))?.[0];
      if (literal !== undefined) found.push(parseLooseJson(unescaped(literal)));
      continue;
    }
    const end = endOfLiteral(code, start);
    // Each failed attempt scans the rest of the script, so give up after a few.
    if (end < 0 && ++searched > 20) break;
    if (end < 0) continue;
    const text = code.slice(start, end);
    if (!HINT.test(text)) continue;
    const value = parseLooseJson(text) ?? parseLooseJson(asJson(text));
    if (value === undefined) continue;
    found.push(value);
    OPENING.lastIndex = end;
  }
  return found;
}

/** The offset after the bracket that closes the one at `start`; -1 if it is not closed. */
function endOfLiteral(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const character = code[at];
    if (character === '"' || character === "'" || character === "`") {
      at = endOfString(code, at);
      if (at < 0) return -1;
    } else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return -1;
}

function endOfString(code: string, start: number): number {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at;
  }
  return -1;
}

/** Converts a JavaScript object literal with unquoted keys and single quotes to JSON. */
function asJson(literal: string): string {
  const PIECE =
    /"(?:[^"\\]|\\[\s\S])*"|'((?:[^'\\]|\\[\s\S])*)'|`([^`\\$]*)`|([{,]\s*)([A-Za-z_$][\w$]*)(?=\s*:)|\bundefined\b|!0\b|!1\b/gu;
  return literal.replaceAll(
    PIECE,
    (
      piece,
      single: string | undefined,
      back: string | undefined,
      before: string | undefined,
      key: string | undefined,
    ) => {
      if (key !== undefined) return `${before ?? ""}"${key}"`;
      const text = single ?? back;
      if (text !== undefined) return JSON.stringify(text.replaceAll("\\'", "'"));
      return piece === "undefined" ? "null" : piece === "!0" ? "true" : piece === "!1" ? "false" : piece;
    },
  );
}

function unescaped(literal: string): string {
  const body = literal.slice(1, -1).replaceAll("\\'", "'");
  const text = parseLooseJson(literal.startsWith("'") ? `"${body.replaceAll(/(?<!\\)"/gu, '\\"')}"` : literal);
  return typeof text === "string" ? text : "";
}

/** Walks the data without recursion. Does not descend into records, whose parts belong to them. */
function collect(data: unknown, records: PageRecord[], dropped: Dropped[]): void {
  const waiting: unknown[] = [data];
  for (let steps = 0; waiting.length > 0 && steps < MOST_VALUES && records.length < MOST_RECORDS; steps++) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const rows = rowsOf(value);
    const roles = rows.length < FEWEST_ROWS ? NO_ROLES : rolesByContent(rows);
    const unread: unknown[] = [];
    for (const row of rows) {
      const record = isObject(row) ? recordOf(row, roles, dropped) : null;
      if (record === null) unread.push(...inside(row));
      else records.push(record);
    }
    for (let at = unread.length - 1; at >= 0; at--) waiting.push(unread[at]);
  }
}

/** Nested values to visit, limited in number because spreading many would overflow the stack. */
function inside(value: unknown): unknown[] {
  const parts: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.length > MOST_PARTS ? parts.slice(0, MOST_PARTS) : parts;
}

/**
 * Converts data of various shapes to rows: a list of objects, a list of lists with or without headers, or an object of
 * equally long lists, one per column. Anything else is a single row.
 */
function rowsOf(value: object): readonly unknown[] {
  if (!Array.isArray(value)) return columnsAsRows(value as Json) ?? [value];
  const [header] = value as unknown[];
  if (!Array.isArray(header)) return value as unknown[];
  const names = header.map((cell) => (typeof cell === "string" ? cell : ""));
  const isHeader = value.length > 1 && names.filter((name) => roleOfHeader(name) !== null).length > 1;
  return (isHeader ? value.slice(1) : (value as unknown[])).map((row: unknown) =>
    Array.isArray(row) && row.some((cell) => typeof cell === "string")
      ? Object.fromEntries(
          row.slice(0, MOST_KEYS).map((cell: unknown, at) => [(isHeader && names[at]) || `column ${at}`, cell]),
        )
      : row,
  );
}

function columnsAsRows(value: Json): Json[] | null {
  const columns = Object.entries(value).filter(([, list]) => Array.isArray(list)) as [string, unknown[]][];
  const length = columns[0]?.[1].length ?? 0;
  if (columns.length < 2 || length < 2 || length > MOST_RECORDS) return null;
  const alike = columns.filter(([, list]) => list.length === length && list.every((cell) => typeof cell !== "object"));
  if (alike.length < 2 || alike.length * 2 <= columns.length) return null;
  return Array.from({ length }, (_, at) => Object.fromEntries(alike.map(([key, list]) => [key, list[at]])));
}

/** Guesses the roles of columns without headers by what most of their cells contain. */
function rolesByContent(rows: readonly unknown[]): ReadonlyMap<string, ColumnRole> {
  const counts = new Map<string, Map<ColumnRole, number>>();
  let total = 0;
  for (const row of rows.slice(0, ROWS_SAMPLED)) {
    if (!isObject(row)) continue;
    total++;
    for (const [key, text] of flattened(row)) {
      const role = roleOfText(text);
      if (role === null) continue;
      const roles = counts.get(key) ?? new Map<ColumnRole, number>();
      roles.set(role, (roles.get(role) ?? 0) + 1);
      counts.set(key, roles);
    }
  }
  const found = new Map<string, ColumnRole>();
  for (const role of ["email", "phone", "name", "title", "company"] as const) {
    const [best] = [...counts]
      .filter(([key, roles]) => !found.has(key) && (roles.get(role) ?? 0) * 2 > total)
      .toSorted(([, a], [, b]) => (b.get(role) ?? 0) - (a.get(role) ?? 0));
    if (best !== undefined) found.set(best[0], role);
  }
  return found;
}

function roleOfText(text: string): ColumnRole | null {
  if (text.length > LONGEST_CELL) return null;
  if (findEmailAddresses(text).length > 0) return "email";
  if (findPhones(`Tel: ${text}`).length > 0) return "phone";
  if ((nameIn(text)?.certainty ?? 0) >= 0.5) return "name";
  return roleIn(text)?.kind ?? null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function recordOf(object: Json, roles: ReadonlyMap<string, ColumnRole>, dropped: Dropped[]): PageRecord | null {
  if (object["@type"] !== undefined || object["@context"] !== undefined) return null;
  const record = emptyRecord("person", "Data of the page");
  const names: Partial<Record<string, string>> = {};
  for (const [key, value] of flattened(object)) {
    const words = key.replaceAll(/([a-z])([A-Z])/gu, "$1 $2").replaceAll(/[_.-]+/gu, " ");
    const held = roles.get(key) ?? null;
    const role = /fax/iu.test(words)
      ? "fax"
      : /mobile|handy|cell/iu.test(words)
        ? "mobile"
        : held === "email"
          ? held
          : (roleOfHeader(words)?.role ?? addressRole(words) ?? held);
    if (role === "email" || (role === null && /mail/iu.test(words))) takeEmail(record, value, dropped);
    else if (role === "phone" || role === "mobile") takePhone(record, value, role);
    else if (role === "fax") addFurther(record, "Fax", value);
    else if (role !== null) names[role] ??= value;
  }
  if (record.email === "" && record.phone === "") return null;
  const joined = [names["firstName"] ?? "", names["lastName"] ?? ""].filter((part) => part !== "").join(" ");
  const written = joined !== "" ? joined : (names["name"] ?? "");
  const person = nameIn(written);
  const company = names["company"] ?? "";
  if (written === "" && company === "") return null;
  const isPerson =
    joined !== "" || names["title"] !== undefined || person !== null || (written !== "" && company !== "");
  record.kind = isPerson ? "person" : "organisation";
  fill(record, "name", person?.name ?? (written === "" ? company : written), "markup");
  fill(record, "company", company !== "" || isPerson ? company : written, "markup");
  fill(record, "title", names["title"] ?? "", "markup");
  fill(record, "address", names["address"] ?? "", "markup");
  fill(record, "industry", names["industry"] ?? "", "markup");
  fill(record, "url", /^https?:\/\//iu.test(names["scrapeUrl"] ?? "") ? (names["scrapeUrl"] ?? "") : "", "markup");
  fill(record, "description", names["notes"]?.slice(0, 1_000) ?? "", "markup");
  return record;
}

/** The texts of an object and of plain objects directly inside it, such as {contact: {email}}. */
function flattened(object: Json): [string, string][] {
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(object).slice(0, 100)) {
    if (typeof value === "string" || typeof value === "number") texts.push([key, textOfCell(String(value))]);
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [inner, text] of Object.entries(value).slice(0, 30)) {
        // {company: {name}} is the company's name, {contact: {name}} the person's.
        if (typeof text === "string") texts.push([/^(?:name|title)$/iu.test(inner) ? key : inner, text.trim()]);
      }
    } else if (Array.isArray(value) && typeof value[0] === "string" && /mail|phone|tel/iu.test(key))
      texts.push([key, value[0].trim()]);
  }
  return texts.filter(([, text]) => text !== "");
}

/** The text of a cell that may contain HTML: the address of a mailto link, else the visible text. */
function textOfCell(cell: string): string {
  if (!cell.includes("<")) return cell.trim();
  const linked = /href\s*=\s*["']?(mailto:[^"'>\s]+)/iu.exec(cell)?.[1];
  const shown = cell
    .slice(0, LONGEST_HTML)
    .replaceAll(/<[^<>]*>/gu, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/gu, " ")
    .trim();
  return linked === undefined ? shown : (addressesOfLink(linked)[0] ?? shown);
}

function addressRole(words: string): "address" | null {
  return /^(?:address|full address|street address|adresse|anschrift|dirección|indirizzo|住所|地址)$/iu.test(
    words.trim(),
  )
    ? "address"
    : null;
}

function takeEmail(record: PageRecord, value: string, dropped: Dropped[]): void {
  const written = value.replace(/^mailto:/iu, "").trim();
  const address = ADDRESS.test(written)
    ? written
    : (findEmailAddresses(written.slice(0, LONGEST_HTML))[0]?.address ?? "");
  if (address === "") return;
  const reason = noiseOfAddress(address);
  if (reason !== null) dropped.push({ value: address, reason });
  else if (record.email === "") fill(record, "email", address, "markup");
  else addFurther(record, "Email (other)", address);
}

function takePhone(record: PageRecord, value: string, role: "phone" | "mobile"): void {
  const phone = findPhones(`Tel: ${value}`)[0]?.written ?? "";
  if (record.phone === "") fill(record, "phone", phone, "markup");
  else addFurther(record, role === "mobile" ? "Mobile" : "Phone (other)", phone);
}
