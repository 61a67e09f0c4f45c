import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { LeadStatus } from "#shared/contract/lead.ts";
import { RuleDrafts } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

const { min, max } = LIMITS.qualificationThreshold;

/** Rules as they would be, the whole list; a threshold as it would be. What is left out stays as it is. */
export const WhatIf = z.object({ rules: RuleDrafts.optional(), threshold: z.int().min(min).max(max).optional() });
export type WhatIf = z.infer<typeof WhatIf>;

/** Counts of leads with a score of 0 to 9, 10 to 19 and so on, the last of 100 alone. */
const PerTen = z.array(z.int()).length(11);

const WhatIfLead = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  scoreBefore: z.int(),
  scoreAfter: z.int(),
  statusBefore: LeadStatus,
  statusAfter: LeadStatus,
});

/**
 * What saving would do, lead by lead as saving does it. `changed` counts leads with another score or status. `leads` are
 * those with another status first, then those with another score, each best first, at most the first hundred.
 */
export const WhatIfResult = z.object({
  total: z.int(),
  changed: z.int(),
  nowQualified: z.int(),
  noLongerQualified: z.int(),
  before: PerTen,
  after: PerTen,
  leads: z.array(WhatIfLead),
});
export type WhatIfResult = z.infer<typeof WhatIfResult>;
export type WhatIfLead = WhatIfResult["leads"][number];
