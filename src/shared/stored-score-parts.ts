import type { ScorePart } from "#shared/lead-record.ts";

/** A part without its keys, which would take half of the space; what most parts lack comes last. */
type StoredPart = [
  ruleId: string,
  ruleName: string,
  keyword: string,
  field: string,
  start: number,
  end: number,
  points: number,
  full?: number | null,
  isCondition?: true,
];

/** The parts of a score as JSON text for the database. */
export function storedScoreParts(parts: readonly ScorePart[]): string {
  return JSON.stringify(
    parts.map(({ ruleId, ruleName, keyword, field, start, end, points, full, isCondition }): StoredPart => {
      const stored: StoredPart = [ruleId, ruleName, keyword, field, start, end, points];
      if (full !== undefined || isCondition) stored.push(full ?? null);
      if (isCondition) stored.push(true);
      return stored;
    }),
  );
}

/** The parts in such a text, with keys in the order of `scoreTexts`. Earlier versions stored them with their keys. */
export function scorePartsOf(text: string): ScorePart[] {
  return (JSON.parse(text) as (StoredPart | ScorePart)[]).map((stored) => {
    if (!Array.isArray(stored)) return stored;
    const [ruleId, ruleName, keyword, field, start, end, points, full = null, isCondition] = stored;
    const part: ScorePart = { ruleId, ruleName, keyword, field, start, end, points };
    if (full !== null) part.full = full;
    if (isCondition) part.isCondition = true;
    return part;
  });
}
