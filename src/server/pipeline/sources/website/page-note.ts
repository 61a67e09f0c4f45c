import { counted } from "#shared/counted.ts";
import type { PageReading, PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { ReadMethod } from "#shared/raw-lead.ts";

const METHODS: Partial<Record<ReadMethod, string>> = {
  markup: "markup",
  selector: "the target's selectors",
  text: "text",
};

/** Summarizes what was found on a page and how, followed by any remarks. */
export function noteOf({ records, remarks }: PageReading): string {
  return [found(records), ...remarks]
    .map((sentence) => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}

function found(records: readonly PageRecord[]): string {
  if (records.length === 0) return "No contact details found";
  const people = records.filter(({ kind }) => kind === "person").length;
  const organizations = records.length - people;
  const parts = [
    ...(people > 0 ? [counted(people, "person", "people")] : []),
    ...(organizations > 0 ? [counted(organizations, "organization")] : []),
  ];
  const used = new Set(records.flatMap(({ methods }) => Object.values(methods)));
  const how = (Object.keys(METHODS) as ReadMethod[]).filter((method) => used.has(method)).map((one) => METHODS[one]);
  return `Found ${parts.join(" and ")}${how.length === 0 ? "" : `, from ${how.join(" and ")}`}`;
}
