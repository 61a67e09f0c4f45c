/** A closed case by its fields; a field may have several values, as tags do. */
export interface Closed {
  values: ReadonlyMap<string, readonly string[]>;
  isWon: boolean;
}

/** How often a value of a field was won and lost, each with a tenth added, as Odoo keeps it. */
interface Counts {
  won: number;
  lost: number;
}

export interface OdooBayes {
  won: number;
  lost: number;
  fields: ReadonlyMap<string, ReadonlyMap<string, Counts>>;
}

/** What the table has of each value before anything was counted: one would weigh too much on few cases. */
const BEFORE_COUNTING = 0.1;
/** So often a tag has to have been on closed cases to count. */
const LEAST_OF_TAG = 50;
const TAGS = "tags";

/** The frequency table of Odoo's predictive lead scoring (addons/crm/models/crm_lead.py), without stages. */
export function countCases(cases: readonly Closed[]): OdooBayes {
  const fields = new Map<string, Map<string, Counts>>();
  for (const { values, isWon } of cases) {
    for (const [field, ofField] of values) {
      const table = fields.get(field) ?? new Map<string, Counts>();
      fields.set(field, table);
      for (const value of ofField) {
        const counts = table.get(value) ?? { won: BEFORE_COUNTING, lost: BEFORE_COUNTING };
        table.set(value, counts);
        counts[isWon ? "won" : "lost"] += 1;
      }
    }
  }
  const won = cases.filter(({ isWon }) => isWon).length;
  return { won, lost: cases.length - won, fields };
}

/**
 * How likely a case is to be won, from 0 to 1: S_won = P(won) · Π won(v) ÷ won(field), S_lost likewise, S_won ÷ (S_won +
 * S_lost), rounded to a hundredth of a percent and kept off 0 and 100, which are real outcomes. A field without a value or
 * with one never seen is passed over. Null while nothing was won, or nothing lost.
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
      if (counts === undefined || (field === TAGS && counts.won + counts.lost < LEAST_OF_TAG)) continue;
      ofWon *= counts.won / total.won;
      ofLost *= counts.lost / total.lost;
    }
  }
  const percent = Math.round((10_000 * ofWon) / (ofWon + ofLost)) / 100;
  return Math.min(99.99, Math.max(0.01, percent)) / 100;
}

/** What a value says of a case: above a half it speaks for winning, below against it. */
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
