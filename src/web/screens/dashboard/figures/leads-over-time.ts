import type { LeadsOverTime } from "#shared/contract/dashboard.ts";
import { SOURCE_KINDS, sourceName } from "#web/format/lead-source.ts";
import { formatCount } from "#web/format/number.ts";

/** A kind of source with its place in the order that gives it its look. */
export interface SourceKind {
  kind: string;
  name: string;
  place: number;
  total: number;
}

type Days = LeadsOverTime["days"];

/** The kinds that brought leads in these days, in the order in which sources stand everywhere; unknown ones last. */
export function sourcesOf(days: Days): SourceKind[] {
  const totals = new Map<string, number>();
  for (const { bySource } of days) {
    for (const [kind, count] of Object.entries(bySource)) totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
  const unknown = [...totals.keys()].filter((kind) => !isKnown(kind)).toSorted();
  return [...SOURCE_KINDS, ...unknown].flatMap((kind, place) => {
    const total = totals.get(kind) ?? 0;
    return total === 0 ? [] : [{ kind, name: sourceName(kind), place, total }];
  });
}

export function totalOf(day: Days[number]): number {
  return Object.values(day.bySource).reduce((sum, count) => sum + count, 0);
}

/** The chart in words: "214 leads in the last 30 days, most of them from Website (96)." */
export function overTimeSentence(days: Days, sources: readonly SourceKind[]): string {
  const total = sources.reduce((sum, source) => sum + source.total, 0);
  const most = sources.toSorted((one, other) => other.total - one.total)[0];
  const when = `in the last ${days.length} days`;
  if (most === undefined) return `No leads ${when}.`;
  if (total === 1) return `1 lead ${when}, from ${most.name}.`;
  const from =
    sources.length === 1 ? `all from ${most.name}` : `the most from ${most.name} (${formatCount(most.total)})`;
  return `${formatCount(total)} leads ${when}, ${from}.`;
}

/** "1 lead", "1,200 leads". */
export function leadCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "lead" : "leads"}`;
}

function isKnown(kind: string): boolean {
  return (SOURCE_KINDS as readonly string[]).includes(kind);
}
