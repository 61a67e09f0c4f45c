import type { LeadsOverTime } from "#shared/contract/dashboard.ts";
import { OFFERED_SOURCES, sourceName } from "#web/format/lead-source.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";

/** A source kind with its index, which determines its color and pattern. */
export interface SourceKind {
  kind: string;
  name: string;
  place: number;
  total: number;
}

type Days = LeadsOverTime["days"];

/** Source kinds with leads in the range, in the usual order; unknown ones last. */
export function sourcesOf(days: Days): SourceKind[] {
  const totals = new Map<string, number>();
  for (const { bySource } of days) {
    for (const [kind, count] of Object.entries(bySource)) totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
  const unknown = [...totals.keys()].filter((kind) => !OFFERED_SOURCES.includes(kind)).toSorted();
  return [...OFFERED_SOURCES, ...unknown].flatMap((kind, place) => {
    const total = totals.get(kind) ?? 0;
    return total === 0 ? [] : [{ kind, name: sourceName(kind), place, total }];
  });
}

export function totalOf(day: Days[number]): number {
  return Object.values(day.bySource).reduce((sum, count) => sum + count, 0);
}

/** Describes the chart: "214 leads in the last 30 days, led by Website (96)." */
export function overTimeSentence(days: Days, sources: readonly SourceKind[]): string {
  const total = sources.reduce((sum, source) => sum + source.total, 0);
  const most = sources.toSorted((one, other) => other.total - one.total)[0];
  const when = `in the last ${days.length} days`;
  if (most === undefined) return `No leads ${when}.`;
  if (total === 1) return `1 lead ${when}, from ${most.name}.`;
  const from = sources.length === 1 ? `all from ${most.name}` : `led by ${most.name} (${formatCount(most.total)})`;
  return `${formatCounted(total, "lead")} ${when}, ${from}.`;
}
