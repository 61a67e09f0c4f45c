import type { LeadExplanation } from "#shared/contract/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import { CAP_WORDS, missingWords, partNotes, pointsWords } from "#shared/score-words.ts";
import { cleanLine } from "#server/reports/report-words.ts";

/** One line of why a lead has its score; every text is a single clean line. */
export interface ReportPoint {
  /** With their sign: "+20". */
  points: string;
  ruleName: string;
  keyword: string;
  /** Where the keyword was found: "Notes". */
  field: string;
  /** The text around the keyword, cut in three so that the match can stand out. */
  excerpt: { before: string; match: string; after: string };
  /** Why it gives other points than its rule says; empty when it gives those. */
  note: string;
}

/** Why a lead has its score, in the words of its page. */
export interface ReportReasons {
  points: ReportPoint[];
  /** What the cap takes off the sum; null when the sum is within it. */
  cap: { points: string; words: string } | null;
  /** What is missing to the threshold, in a sentence; empty when it is reached. */
  missing: string;
}

/** Brings an explanation into the words that the report and the pages of its links show. */
export function reportReasons(explanation: LeadExplanation): ReportReasons {
  const { parts, cap, ageDays, missing } = explanation;
  const notes = partNotes(parts, ageDays);
  return {
    points: parts.map(({ points, ruleName, keyword, field, excerpt, matchStart, matchEnd }, index) => ({
      points: pointsWords(points),
      ruleName: cleanLine(ruleName),
      keyword: cleanLine(keyword),
      field: cleanLine(fieldWords(field)),
      excerpt: {
        before: cleanLine(excerpt.slice(0, matchStart), "start"),
        match: cleanLine(excerpt.slice(matchStart, matchEnd)),
        after: cleanLine(excerpt.slice(matchEnd), "end"),
      },
      note: notes[index] ?? "",
    })),
    cap: cap === 0 ? null : { points: pointsWords(cap), words: CAP_WORDS },
    missing: missing > 0 ? missingWords(explanation) : "",
  };
}
