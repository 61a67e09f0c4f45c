/** A closed case; a field may have several values, like tags. */
export interface Closed {
  values: ReadonlyMap<string, readonly string[]>;
  isWon: boolean;
}

/** How often a value was won and lost, each plus 0.1, like in Odoo. */
interface Counts {
  won: number;
  lost: number;
}

export interface OdooBayes {
  won: number;
  lost: number;
  fields: ReadonlyMap<string, ReadonlyMap<string, Counts>>;
}

/** Odoo's smoothing; 1 would weigh too much with few cases. */
const SMOOTHING = 0.1;
/** Closed cases a tag needs to count. */
const MIN_TAG_CASES = 50;
const TAGS = "tags";

/** The frequency table of Odoo's predictive lead scoring (addons/crm/models/crm_lead.py), without stages. */
export function countCases(cases: readonly Closed[]): OdooBayes {
  const fields = new Map<string, Map<string, Counts>>();
  for (const { values, isWon } of cases) {
    for (const [field, ofField] of values) {
      const table = fields.get(field) ?? new Map<string, Counts>();
      fields.set(field, table);
      for (const value of ofField) {
        const counts = table.get(value) ?? { won: SMOOTHING, lost: SMOOTHING };
        table.set(value, counts);
        counts[isWon ? "won" : "lost"] += 1;
      }
    }
  }
  const won = cases.filter(({ isWon }) => isWon).length;
  return { won, lost: cases.length - won, fields };
}

/**
 * How likely a case is won: S_won = P(won) · Π won(v) ÷ won(field), S_lost likewise, S_won ÷ (S_won + S_lost), rounded to
 * 0.01% and never 0 or 100%, which are real outcomes. Missing and unseen values are skipped. Null until cases of both
 * kinds exist.
 */
export function probabilityOfWinning(table: OdooBayes, values: Closed["values"]): number | null {
  const { won, lost, fields } = table;
  if (won === 0 || lost === 0) return null;
  let ofWon = won / (won + lost);
  let ofLost = lost / (won + lost);
  for (const [field, ofField] of values) {
    const counted = fields.get(field);
    if (counted === undefined) continue;
    const total = totalOf(counted);
    for (const value of ofField) {
      const counts = counted.get(value);
      if (counts === undefined || (field === TAGS && counts.won + counts.lost < MIN_TAG_CASES)) continue;
      ofWon *= counts.won / total.won;
      ofLost *= counts.lost / total.lost;
    }
  }
  const percent = Math.round((10_000 * ofWon) / (ofWon + ofLost)) / 100;
  return Math.min(99.99, Math.max(0.01, percent)) / 100;
}

/** How a value affects a case: above 0.5 it favors winning, below losing. */
export function scoreOfValue({ fields }: OdooBayes, field: string, value: string): number | null {
  const counted = fields.get(field);
  const counts = counted?.get(value);
  if (counted === undefined || counts === undefined) return null;
  const total = totalOf(counted);
  const won = counts.won / total.won;
  return won / (won + counts.lost / total.lost);
}

function totalOf(counted: ReadonlyMap<string, Counts>): Counts {
  const total = { won: 0, lost: 0 };
  for (const { won, lost } of counted.values()) {
    total.won += won;
    total.lost += lost;
  }
  return total;
}
