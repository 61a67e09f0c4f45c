import type { PageReading, PageRecord } from "#server/sources/website/extract/page-reading.ts";
import type { ReadMethod } from "#shared/raw-lead.ts";

const METHODS: Partial<Record<ReadMethod, string>> = {
  markup: "from its markup",
  selector: "by the target's selectors",
  text: "from its text",
};
const LEFT_OUT_SHOWN = 3;

/** What a page gave and how it was read, or why it gave nothing; then what was left out of it and why. */
export function noteOf({ records, leftOut, remarks }: PageReading): string {
  const sentences = [found(records), ...leftOutOf(leftOut), ...remarks];
  return sentences.map((sentence) => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`)).join(" ");
}

function found(records: readonly PageRecord[]): string {
  if (records.length === 0) return "No person or organisation with a way to reach them";
  const people = records.filter(({ kind }) => kind === "person").length;
  const parts = [
    ...(people > 0 ? [people === 1 ? "1 person" : `${people} people`] : []),
    ...(records.length > people ? [organisations(records.length - people)] : []),
  ];
  const used = new Set(records.flatMap(({ methods }) => Object.values(methods)));
  const how = (Object.keys(METHODS) as ReadMethod[])
    .filter((method) => used.has(method))
    .map((method) => METHODS[method]);
  return `${parts.join(" and ")}${how.length === 0 ? "" : `, read ${how.join(" and ")}`}`;
}

function organisations(count: number): string {
  return count === 1 ? "1 organisation" : `${count} organisations`;
}

function leftOutOf(leftOut: PageReading["leftOut"]): string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, LEFT_OUT_SHOWN).map(({ value, reason }) => `${value} (${reason.replace(/\.$/u, "")})`);
  const more = leftOut.length - shown.length;
  return [`Left out: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}
