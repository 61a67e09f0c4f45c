import { compile } from "css-select";
import type { Document, Element } from "domhandler";
import type { ScrapeSelectors, SelectorName } from "#shared/contract/scrape-target.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import {
  addressesOfLink,
  addressOfAttributes,
  percentDecoded,
} from "#server/pipeline/sources/website/extract/hidden-address.ts";
import { BoundedSelect, TooManySteps } from "#server/pipeline/sources/website/extract/bounded-select.ts";
import { complete } from "#server/pipeline/sources/website/extract/merge-records.ts";
import { absolute } from "#server/pipeline/sources/website/extract/links.ts";
import { elementText } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import { emptyRecord, fill, type PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";

const TEXTS = ["name", "title", "company", "address"] as const;
const FIELDS = [...TEXTS, "email", "phone", "url"] as const;
const MOST_RECORDS = 5_000;

export interface SelectedReading {
  records: PageRecord[];
  /** Absolute URL found by the next-page selector. */
  nextPage: string | null;
  /** Invalid selectors and selectors without matches, for the user. */
  remarks: string[];
  /** Whether the user selected the records, so that automatic reading adds none. */
  isInCharge: boolean;
}

export function isSelector(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a part of the page automatically. */
export type ReadPart = (part: Element) => PageRecord | null;

/**
 * Reads records with the user's selectors. Selected values take precedence; automatic reading fills the fields that
 * have no selector.
 */
export function readSelected(
  document: Document,
  selectors: ScrapeSelectors,
  baseUrl: string,
  readPart: ReadPart,
): SelectedReading {
  const reader = new SelectorReader(document, selectors ?? {});
  const roots = reader.all("record").slice(0, MOST_RECORDS);
  const hasFields = FIELDS.some((name) => reader.has(name));
  const starts = roots.length > 0 ? roots : hasFields ? [document] : [];
  const records = starts.map((root, at) => {
    const record = readRecord(reader, root, at, baseUrl);
    const read = roots.length > 0 ? readPart(root as Element) : null;
    if (read !== null) complete(record, read);
    return record;
  });
  const next = reader.one("nextPage", document);
  return {
    records: records.filter(({ name, company, email, phone }) => `${name}${company}${email}${phone}` !== ""),
    nextPage: next === null ? null : absolute(next.attribs["href"] ?? "", baseUrl),
    remarks: reader.remarks,
    isInCharge: roots.length > 0,
  };
}

function readRecord(reader: SelectorReader, root: Document | Element, at: number, baseUrl: string): PageRecord {
  const record = emptyRecord("person", `Selector, record ${at + 1}`);
  for (const field of TEXTS) fill(record, field, textOf(reader.one(field, root)), "selector");
  fill(record, "email", emailOf(reader.one("email", root)), "selector");
  fill(record, "phone", phoneOf(reader.one("phone", root)), "selector");
  const url = reader.one("url", root);
  fill(record, "url", url === null ? "" : (absolute(url.attribs["href"] ?? textOf(url), baseUrl) ?? ""), "selector");
  if (record.name === "" && record.company !== "") {
    record.kind = "organisation";
    fill(record, "name", record.company, "selector");
  }
  return record;
}

class SelectorReader {
  readonly remarks: string[] = [];
  readonly #select = new BoundedSelect();
  readonly #document: Document;
  readonly #selectors: Partial<Record<SelectorName, string>>;
  readonly #broken = new Set<SelectorName>();

  constructor(document: Document, selectors: Partial<Record<SelectorName, string>>) {
    this.#document = document;
    this.#selectors = selectors;
  }

  has(name: SelectorName): boolean {
    return (this.#selectors[name] ?? "").trim() !== "";
  }

  all(name: SelectorName): Element[] {
    const found = this.#try(name, (selector) => this.#select.all(selector, this.#document)) ?? [];
    if (this.has(name) && found.length === 0 && !this.#broken.has(name)) {
      this.remarks.push(`Nothing on the page matches the selector for ${name}, "${this.#selectors[name] ?? ""}".`);
    }
    return found;
  }

  one(name: SelectorName, root: Document | Element): Element | null {
    return this.#try(name, (selector) => this.#select.one(selector, root));
  }

  #try<Found>(name: SelectorName, select: (selector: string) => Found): Found | null {
    const selector = this.#selectors[name]?.trim() ?? "";
    if (selector === "" || this.#broken.has(name)) return null;
    try {
      return select(selector);
    } catch (error) {
      this.#broken.add(name);
      const reason =
        error instanceof TooManySteps
          ? "takes too long on this page; use fewer parts or the element's own class"
          : "isn't a CSS selector";
      this.remarks.push(`The selector for ${name}, "${selector}", ${reason}.`);
      return null;
    }
  }
}

function textOf(element: Element | null): string {
  if (element === null) return "";
  return (
    element.attribs["content"] ?? (elementText(element) || (element.attribs["alt"] ?? element.attribs["title"] ?? ""))
  );
}

function emailOf(element: Element | null): string {
  if (element === null) return "";
  const linked = addressesOfLink(element.attribs["href"] ?? "")[0] ?? addressOfAttributes(element.attribs);
  return linked !== "" ? linked : (findEmailAddresses(textOf(element))[0]?.address ?? "");
}

function phoneOf(element: Element | null): string {
  if (element === null) return "";
  const href = element.attribs["href"] ?? "";
  const text = textOf(element);
  // The user said this is the phone, so the finder only separates it from surrounding text.
  const written = findPhones(`Tel: ${text}`)[0]?.written ?? "";
  if (written !== "") return written;
  return /^tel:/iu.test(href)
    ? percentDecoded(href.slice(4))
    : /\p{Nd}{3}/u.test(text.replace(/\P{Nd}/gu, ""))
      ? text
      : "";
}
