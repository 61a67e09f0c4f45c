import type { Span } from "#server/reports/dashboard-figures.ts";
import type { Random } from "#server/demo/seeded-random.ts";

const HOUR = 3_600_000;
const [OPENS, CLOSES] = [7, 18];
/** How much happens in an hour outside of working hours, measured by one inside. */
const [NIGHT, WEEKEND] = [0.06, 0.1];

/**
 * So many moments of a span, in order, mostly in the working hours of UTC; in a span without any, wherever it lets them.
 * An empty span has only its start. Each is in [from, to), in ISO 8601 UTC.
 */
export function workingMoments(random: Random, span: Span, count: number): string[] {
  const slots = slotsOf(Date.parse(span.from), Date.parse(span.to));
  const total = slots.reduce((sum, { weight }) => sum + weight, 0);
  let [at, passed] = [0, 0];
  return Array.from({ length: count }, (_, index) => {
    const goal = ((index + random()) / count) * total;
    while (at < slots.length - 1 && passed + (slots[at]?.weight ?? 0) <= goal) {
      passed += slots[at]?.weight ?? 0;
      at += 1;
    }
    const slot = slots[at];
    if (slot === undefined) return span.from;
    const share = Math.min(1, (goal - passed) / slot.weight);
    return new Date(Math.min(slot.to - 1, Math.floor(slot.from + share * (slot.to - slot.from)))).toISOString();
  });
}

interface Slot {
  from: number;
  to: number;
  weight: number;
}

/** The hours of a span, the first and the last as far as they lie in it. */
function slotsOf(from: number, to: number): Slot[] {
  const slots: Slot[] = [];
  for (let start = from; start < to;) {
    const end = Math.min(to, (Math.floor(start / HOUR) + 1) * HOUR);
    slots.push({ from: start, to: end, weight: (weightOf(new Date(start)) * (end - start)) / HOUR });
    start = end;
  }
  return slots;
}

function weightOf(moment: Date): number {
  const day = moment.getUTCDay();
  if (day === 0 || day === 6) return WEEKEND;
  const hour = moment.getUTCHours();
  return hour >= OPENS && hour < CLOSES ? 1 : NIGHT;
}
