import { noiseOfAddress } from "#server/reading/email-noise.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { roleOfHeader } from "#server/reading/columns.ts";
import {
  addFurther,
  emptyRecord,
  fill,
  type LeftOut,
  type PageRecord,
} from "#server/sources/website/extract/page-reading.ts";
import { parseLooseJson } from "#server/sources/website/extract/markup/loose-json.ts";

type Json = Record<string, unknown>;

const LONGEST = 2_000_000;
const MOST_VALUES = 200_000;
const MOST_RECORDS = 5_000;
const HINT = /@|%40|e-?mail|phone|telefon|"tel"/iu;
const ADDRESS = /^[^\s@<>"']{1,64}@[^\s@<>"']+\.[^\s@<>"'.]{2,}$/u;

/**
 * The records in the data that scripts of a page carry (`__NEXT_DATA__`, `window.__STATE__ = {…}`, arrays that fill a
 * table), read as data: nothing is run. An object counts when it has an address or number and says whose it is.
 */
export function readPageJson(scripts: readonly { type: string; text: string }[], leftOut: LeftOut[]): PageRecord[] {
  const records: PageRecord[] = [];
  for (const { type, text } of scripts) {
    if (text.length > LONGEST || !HINT.test(text)) continue;
    const data = /json/iu.test(type) ? [parseLooseJson(text)] : literalsOf(text);
    for (const value of data) collect(value, records, leftOut);
  }
  return records;
}

/** The objects and arrays that a script assigns or passes on, as far as they are JSON or nearly so. */
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
    // Every failed look reads the rest of the script once; a few are enough to know that it is no data.
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

/** The offset behind the bracket that closes the one at `start`; -1 when it is not closed. */
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

/** An object literal of JavaScript with plain keys and single quotes, as JSON. */
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

/** Walks the data without recursion; an object that is a record is not looked into, its parts are its own. */
function collect(data: unknown, records: PageRecord[], leftOut: LeftOut[]): void {
  const waiting: unknown[] = [data];
  for (let steps = 0; waiting.length > 0 && steps < MOST_VALUES && records.length < MOST_RECORDS; steps++) {
    const value = waiting.pop();
    if (Array.isArray(value)) pushReversed(waiting, tableRows(value));
    else if (typeof value === "object" && value !== null) {
      const record = recordOf(value as Json, leftOut);
      if (record === null) pushReversed(waiting, Object.values(value));
      else records.push(record);
    }
  }
}

/** One by one: a spread of many values would overflow the stack. */
function pushReversed(waiting: unknown[], values: readonly unknown[]): void {
  for (let at = Math.min(values.length, MOST_VALUES) - 1; at >= 0; at--) waiting.push(values[at]);
}

/** An array of arrays whose first one holds headers is a table: each row becomes an object. */
function tableRows(rows: readonly unknown[]): readonly unknown[] {
  const [header, ...rest] = rows;
  if (!isRow(header) || rest.length === 0) return rows;
  const names = header.map((cell) => (typeof cell === "string" ? cell : ""));
  if (names.filter((name) => roleOfHeader(name) !== null).length < 2) return rows;
  return rest.map((row) => (isRow(row) ? Object.fromEntries(names.map((name, at) => [name, row[at]])) : row));
}

function isRow(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function recordOf(object: Json, leftOut: LeftOut[]): PageRecord | null {
  if (object["@type"] !== undefined || object["@context"] !== undefined) return null;
  const record = emptyRecord("person", "Data of the page");
  const names: Partial<Record<string, string>> = {};
  for (const [key, value] of flattened(object)) {
    const words = key.replaceAll(/([a-z])([A-Z])/gu, "$1 $2").replaceAll(/[_.-]+/gu, " ");
    const role = /fax/iu.test(words)
      ? "fax"
      : /mobile|handy|cell/iu.test(words)
        ? "mobile"
        : (roleOfHeader(words)?.role ?? addressRole(words));
    if (role === "email" || (role === null && /mail/iu.test(words))) takeEmail(record, value, leftOut);
    else if (role === "phone" || role === "mobile") takePhone(record, value, role);
    else if (role === "fax") addFurther(record, "Fax", value);
    else if (role !== null) names[role] ??= value;
  }
  if (record.email === "" && record.phone === "") return null;
  const joined = [names["firstName"] ?? "", names["lastName"] ?? ""].filter((part) => part !== "").join(" ");
  const name = joined !== "" ? joined : (names["name"] ?? "");
  const company = names["company"] ?? "";
  if (name === "" && company === "") return null;
  const isPerson =
    joined !== "" || names["title"] !== undefined || (name !== "" && (company !== "" || readPersonName(name) !== null));
  record.kind = isPerson ? "person" : "organisation";
  fill(record, "name", name === "" ? company : name, "markup");
  fill(record, "company", company !== "" || isPerson ? company : name, "markup");
  fill(record, "title", names["title"] ?? "", "markup");
  fill(record, "address", names["address"] ?? "", "markup");
  fill(record, "industry", names["industry"] ?? "", "markup");
  fill(record, "url", /^https?:\/\//iu.test(names["scrapeUrl"] ?? "") ? (names["scrapeUrl"] ?? "") : "", "markup");
  fill(record, "description", names["notes"]?.slice(0, 1_000) ?? "", "markup");
  return record;
}

/** The texts of an object and of the plain objects directly inside of it, as {contact: {email}} has them. */
function flattened(object: Json): [string, string][] {
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(object).slice(0, 100)) {
    if (typeof value === "string" || typeof value === "number") texts.push([key, String(value).trim()]);
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [inner, text] of Object.entries(value).slice(0, 30)) {
        // {company: {name}} names the company, {contact: {name}} the person.
        if (typeof text === "string") texts.push([/^(?:name|title)$/iu.test(inner) ? key : inner, text.trim()]);
      }
    } else if (Array.isArray(value) && typeof value[0] === "string" && /mail|phone|tel/iu.test(key))
      texts.push([key, value[0].trim()]);
  }
  return texts.filter(([, text]) => text !== "");
}

function addressRole(words: string): "address" | null {
  return /^(?:address|full address|street address|adresse|anschrift|dirección|indirizzo|住所|地址)$/iu.test(
    words.trim(),
  )
    ? "address"
    : null;
}

function takeEmail(record: PageRecord, value: string, leftOut: LeftOut[]): void {
  const address = value.replace(/^mailto:/iu, "").trim();
  if (!ADDRESS.test(address)) return;
  const reason = noiseOfAddress(address);
  if (reason !== null) leftOut.push({ value: address, reason });
  else if (record.email === "") fill(record, "email", address, "markup");
  else addFurther(record, "E-mail (other)", address);
}

function takePhone(record: PageRecord, value: string, role: "phone" | "mobile"): void {
  const digits = (value.match(/\d/gu) ?? []).length;
  if (digits < 6 || digits > 20 || /[a-z]{4}/iu.test(value)) return;
  if (record.phone === "") fill(record, "phone", value.replace(/^tel:/iu, ""), "markup");
  else addFurther(record, role === "mobile" ? "Mobile" : "Phone (other)", value);
}
