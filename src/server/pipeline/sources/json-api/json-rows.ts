import type { RowColumn, RowMapping, RowTarget, SyncRun } from "#shared/contract/data-source.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { flatten, isObject } from "#server/pipeline/sources/json-api/json-value.ts";
import { JSON_READER_VERSION } from "#server/pipeline/sources/json-api/reader-version.ts";
import { roleOfHeader, type Column, type ColumnsByRole } from "#server/pipeline/text/columns.ts";
import { isContradicted } from "#server/pipeline/text/column-values.ts";
import { type CustomColumn, customColumns, isFieldTarget, readCustom } from "#server/pipeline/text/custom-columns.ts";
import { isPlaceholder, RowReader } from "#server/pipeline/text/row-reader.ts";

/** Objects that only wrap a row's fields, or name the person it is about. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "fields,values,properties,attributes,data,record,answers,contact,person,lead,customer,client,prospect,profile".split(
    ",",
  ),
);
/** More of them, which stay in the names of other details. */
const OUTER: ReadonlySet<string> = new Set(
  "merge_fields,custom_attributes,billing,default_address,questions_and_answers,items,list,main,primary".split(","),
);
const FORMATS: ReadonlySet<string> = new Set("content,plain_text,rich_text,text".split(","));
/** In an object under emails or phones. */
const OF_LISTED = /^(?:value|address|number|raw_?number|full)$/iu;
/** After every other match. */
const OF_COMPANY = 10;
const ID_LENGTH = 80;
/** Enough rows to see what a field holds. */
const ROWS_LOOKED_AT = 200;

/** A source's rows as raw leads, and why others were skipped. */
export interface JsonRows {
  rows: RawLead[];
  skipped: SyncRun["reasons"];
}

/** Collects the rows of an API, page by page, and turns them into leads once all fields are known. */
export class JsonRowCollector {
  readonly #host: string;
  readonly #rows: { number: number; texts: ReadonlyMap<string, string> }[] = [];
  readonly #paths = new Set<string>();
  readonly #skipped: SyncRun["reasons"] = [];
  #number = 0;

  /** `host` names the API in the rows' locators. */
  constructor(host: string) {
    this.#host = host;
  }

  add(rows: readonly unknown[]): void {
    for (const row of rows) {
      this.#number += 1;
      const texts = isObject(row) ? flatten(row) : null;
      const fresh = texts === null ? [] : [...texts.keys()].filter((path) => !this.#paths.has(path));
      if (texts === null) this.#skip("Isn't an object with fields");
      else if (this.#paths.size + fresh.length > LIMITS.jsonApi.columns) {
        this.#skip(`Its fields exceed the limit of ${LIMITS.jsonApi.columns}`);
      } else {
        for (const path of fresh) this.#paths.add(path);
        this.#rows.push({ number: this.#number, texts });
      }
    }
  }

  /** Every row, in order; one that an API lists on two pages counts once. */
  leads(mapping: RowMapping, fields: readonly CustomField[] = []): JsonRows {
    const byValues = this.#contradicted(mapping);
    const roles = Object.fromEntries(byValues.map(({ path, target }) => [path, target]));
    const table = new RowTable([...this.#paths], [...mapping, ...byValues], fields);
    const seen = new Set<string>();
    const rows: RawLead[] = [];
    for (const { number, texts } of this.#rows) {
      const id = table.idOf(texts);
      const read = table.read(texts);
      // The reader numbers rows with the same ID; a whole row that repeats is the same one.
      const whole = id === "" ? "" : `${id}\0${read.contentHash}`;
      if (whole !== "" && seen.has(whole)) continue;
      seen.add(whole);
      const locator = `${this.#host}, ${id === "" ? `row ${number}` : id.slice(0, ID_LENGTH).toWellFormed()}`;
      rows.push({
        ...read,
        locator,
        readBy: JSON_READER_VERSION,
        ...(byValues.length > 0 && { roles }),
        sourceData: { api: this.#host, row: number },
      });
    }
    return { rows, skipped: this.#skipped };
  }

  /** The fields found so far, in order, with the first values of each. */
  columns(mapping: RowMapping): RowColumn[] {
    const targets = targetsOf([...this.#paths], [...mapping, ...this.#contradicted(mapping)]);
    const recognized = targetsOf([...this.#paths], this.#contradicted([]));
    return [...this.#paths].map((path) => ({
      path,
      target: targets.get(path) ?? "fact",
      recognized: recognized.get(path) ?? "fact",
      samples: this.#rows
        .flatMap(({ texts }) => texts.get(path) ?? [])
        .slice(0, LIMITS.jsonApi.samples)
        .map((text) => text.slice(0, 100).toWellFormed()),
    }));
  }

  /** Fields whose names promise something else than their values are. */
  #contradicted(mapping: RowMapping): RowMapping {
    const chosen = new Set(mapping.map(({ path }) => path));
    const rows = this.#rows.slice(0, ROWS_LOOKED_AT);
    return [...targetsOf([...this.#paths], [])].flatMap(([path, target]) => {
      if (chosen.has(path)) return [];
      const values = rows.flatMap(({ texts }) => texts.get(path) ?? []).filter((value) => !isPlaceholder(value));
      return isContradicted(target, values) ? [{ path, target: "fact" as const }] : [];
    });
  }

  #skip(reason: string): void {
    this.#skipped.push({ locator: `${this.#host}, row ${this.#number}`, reason });
  }
}

/**
 * Reads a stored row, texts by path, with this mapping, and with the roles that the values of all rows showed; null for
 * anything else.
 */
export function rereadJsonRow(
  raw: unknown,
  mapping: RowMapping,
  custom: readonly CustomField[] = [],
  roles: RawLead["roles"] = {},
): Pick<RawLead, "fields" | "facts"> | null {
  if (!isObject(raw)) return null;
  const byValues = Object.keys(roles)
    .filter((path) => !mapping.some((one) => one.path === path))
    .map((path) => ({ path, target: "fact" as const }));
  const texts = new Map(Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const { fields, facts } = new RowTable([...texts.keys()], [...mapping, ...byValues], custom).read(texts);
  return { fields, facts };
}

/** The fields of rows and what they become. */
class RowTable {
  readonly #paths: readonly string[];
  readonly #reader: RowReader;
  readonly #ids: readonly string[];
  readonly #custom: readonly CustomColumn[];

  constructor(paths: readonly string[], mapping: RowMapping, fields: readonly CustomField[]) {
    const targets = targetsOf(paths, mapping);
    const chosen = new Set(mapping.map(({ path }) => path));
    // Ignored fields are not stored, and their changes don't update a lead.
    this.#paths = paths.filter((path) => targets.get(path) !== "ignore");
    const columns = this.#paths.map((path, index): Column => ({
      index,
      name: path,
      // With the target, so that another mapping reads every row again.
      identity: `${targets.get(path) ?? "fact"}:${path}`,
      // Stored only where it has a value: APIs often omit empty fields.
      hasHeader: false,
    }));
    const byRole: ColumnsByRole = {};
    for (const column of columns.toSorted((a, b) => rank(a, chosen) - rank(b, chosen))) {
      const target = targets.get(column.name) ?? "fact";
      if (target !== "fact" && target !== "ignore" && !isFieldTarget(target)) (byRole[target] ??= []).push(column);
    }
    this.#ids = (byRole.id ?? []).map(({ name }) => name);
    this.#custom = customColumns(columns, ({ name }) => ({ target: targets.get(name) ?? "fact" }), fields);
    this.#reader = new RowReader(columns, byRole, {
      ignored: new Set(this.#custom.map(({ column }) => column.index)),
    });
  }

  idOf(texts: ReadonlyMap<string, string>): string {
    const path = this.#ids.find((one) => texts.has(one));
    return (path === undefined ? undefined : texts.get(path))?.trim() ?? "";
  }

  read(texts: ReadonlyMap<string, string>): ReturnType<RowReader["read"]> & Pick<RawLead, "custom"> {
    const cells = this.#paths.map((path) => texts.get(path) ?? "");
    const read = this.#reader.read(cells);
    const { custom, facts: unfit } = readCustom(this.#custom, cells);
    const facts = [...read.facts, ...unfit].map(({ name, value }) => ({
      name: withoutWrappers(name).join("."),
      value,
    }));
    return { ...read, facts, ...(custom.length > 0 && { custom }) };
  }
}

/** Chosen fields first, then those whose name fits best. */
function rank({ name }: Column, chosen: ReadonlySet<string>): number {
  return chosen.has(name) ? -1 : (roleOf(name)?.certainty ?? Number.MAX_SAFE_INTEGER);
}

function targetsOf(paths: readonly string[], mapping: RowMapping): Map<string, RowTarget> {
  const chosen = new Map(mapping.map(({ path, target }) => [path, target]));
  return new Map(paths.map((path) => [path, chosen.get(path) ?? roleOf(path)?.role ?? "fact"]));
}

/**
 * What a field's path says it is: `fields.Email`, `emails.email` and `phone_numbers.number` are contact details,
 * `companies.data.name` is a company, `createdBy.email` nothing.
 */
function roleOf(path: string): ReturnType<typeof roleOfHeader> {
  const names = meaningful(path);
  const [last = "", parent = ""] = names.toReversed();
  const joined = roleOfHeader(names.join(" "));
  if (names.length === 1) return joined;
  const own = roleOfHeader(last)?.role;
  const of = roleOfHeader(parent.replace(/_?id$/iu, ""))?.role;
  switch (of) {
    case "email":
    case "phone":
      if (own === of || OF_LISTED.test(last)) return { role: of, certainty: 1 };
      return own === "id" ? null : joined;
    case "name":
      return own === "firstName" || own === "lastName" || own === "name" ? { role: own, certainty: 1 } : null;
    case "company":
      if (own === "name") return { role: "company", certainty: 1 };
      // A company's own number is better than none.
      return joined !== null && (own === "email" || own === "phone") ? { ...joined, certainty: OF_COMPANY } : joined;
    default:
      return joined;
  }
}

/** A path's names that say something: without objects around others, and without the format of a text. */
function meaningful(path: string): string[] {
  const all = path.split(".");
  while (all.length > 1 && FORMATS.has(all.at(-1) ?? "")) {
    all.pop();
    // Notion's name of a page: `properties.Name.title.plain_text`.
    if (all.length > 1 && all.at(-1) === "title") all.pop();
  }
  const last = all.pop() ?? "";
  return [...all.filter((name) => !OUTER.has(name.toLowerCase()) && !WRAPPERS.has(name.toLowerCase())), last];
}

/** A path's names without the objects around the row's own fields. */
function withoutWrappers(path: string): string[] {
  const names = path.split(".");
  while (names.length > 1 && WRAPPERS.has(names[0]?.toLowerCase() ?? "")) names.shift();
  return names;
}
