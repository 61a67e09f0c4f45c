import type { ReactNode } from "react";
import type { LeadRow } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { sourceName } from "#web/format/lead-source.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { missingWords } from "#web/screens/leads/lead-words.ts";
import { KeywordBadges } from "#web/ui/keyword-badges.tsx";
import { LeadStatusMark } from "#web/ui/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Score } from "#web/ui/score.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const ON_CARD = "max-md:text-right";

/** What a column says of a lead; the lead itself and the acts on it are the row's own. */
export const CELLS: Record<Exclude<ColumnId, "lead" | "actions">, (lead: LeadRow) => ReactNode> = {
  email: ({ email }) => <Truncate text={email} className={ON_CARD} />,
  phone: ({ phone }) => <Truncate text={phone} className={`tabular-nums ${ON_CARD}`} />,
  company: ({ company, industry }) => (
    <span className={`block min-w-0 ${ON_CARD}`}>
      <Truncate text={company} className={`block ${ON_CARD}`} />
      <Truncate text={industry} className={`block text-xs text-muted ${ON_CARD}`} />
    </span>
  ),
  score: ({ score }) => <Score score={score} />,
  status: ({ status }) => <LeadStatusMark status={status} />,
  keywords: ({ keywords }) => <KeywordBadges keywords={keywords} shown={LIMITS.show.keywordsInLeadList} />,
  source: ({ source }) => <Truncate text={sourceName(source)} className={ON_CARD} />,
  missing: ({ missingInfo }) => {
    const missing = missingWords(missingInfo ?? []);
    if (missing.length === 0) return <span className="text-muted">Nothing</span>;
    return <Truncate text={missing.join(", ")} className={ON_CARD} />;
  },
  date: ({ createdAt }) => <RelativeTime time={createdAt} absent="N/A" />,
};
