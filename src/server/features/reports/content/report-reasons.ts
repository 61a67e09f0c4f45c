import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { CAP_WORDS, missingWords, partNotes, pointsWords } from "#shared/score-words.ts";
import { withoutLinks } from "#server/delivery/mail/strangers-words.ts";
import { cleanLine, mailedLine } from "#server/delivery/mail/mailed-words.ts";

const REASONS_IN_MAIL = 4;

/** One reason for a lead's score; every text is a single clean line. */
export interface ReportPoint {
  /** Signed: "+20". */
  points: string;
  ruleName: string;
  keyword: string;
  /** The field where the keyword was found: "Notes". */
  field: string;
  /** The text around the keyword, in three parts so that the match can be highlighted. */
  excerpt: { before: string; match: string; after: string };
  /** Why the points differ from the rule's; empty if they don't. */
  note: string;
}

/** The reasons for a lead's score, worded as on its page. */
export interface ReportReasons {
  points: ReportPoint[];
  /** What the cap subtracts from the sum; null if the sum is below it. */
  cap: { points: string; words: string } | null;
  /** The points missing to the threshold, in a sentence; empty if it's reached. */
  missing: string;
}

/** Formats an explanation for the report and the decision pages. */
export function reportReasons(explanation: LeadExplanation): ReportReasons {
  const { parts, cap, ageDays, missing } = explanation;
  const notes = partNotes(parts, ageDays);
  return {
    points: parts.map(({ points, ruleName, keyword, fieldName, excerpt, matchStart, matchEnd }, index) => ({
      points: pointsWords(points),
      ruleName: cleanLine(ruleName),
      keyword: cleanLine(keyword),
      field: cleanLine(fieldName),
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

/** The strongest reasons in short, for an email. */
export interface MailedReasons {
  points: Pick<ReportPoint, "points" | "keyword">[];
  /** How many reasons are not listed. */
  more: number;
  /** The text around the strongest keyword; null if unknown. */
  excerpt: ReportPoint["excerpt"] | null;
}

/** Shortens an explanation for an email, in which mail programs find no link. */
export function mailedReasons(explanation: LeadExplanation): MailedReasons {
  const strongest = explanation.parts.toSorted((one, other) => other.points - one.points);
  const { points } = reportReasons({ ...explanation, parts: strongest.slice(0, REASONS_IN_MAIL) });
  const excerpt = points.find(({ excerpt: { match } }) => match !== "")?.excerpt;
  return {
    points: points.map(({ points: signed, keyword }) => ({ points: signed, keyword: mailedLine(keyword) })),
    more: strongest.length - points.length,
    excerpt: excerpt === undefined ? null : withoutLinksIn(excerpt),
  };
}

/** As one text, because a link may begin before the match and end after it. */
function withoutLinksIn({ before, match, after }: ReportPoint["excerpt"]): ReportPoint["excerpt"] {
  const [start = "", middle = "", end = ""] = withoutLinks([before, match, after].join("\u0000")).split("\u0000");
  return { before: start, match: middle, after: end };
}
