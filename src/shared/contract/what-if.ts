import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { LeadStatus } from "#shared/contract/leads/lead.ts";
import { RuleDrafts } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

const { min, max } = LIMITS.qualificationThreshold;

/** A hypothetical rule list and threshold; omitted ones stay as they are. */
export const WhatIf = z.object({ rules: RuleDrafts.optional(), threshold: z.int().min(min).max(max).optional() });
export type WhatIf = z.infer<typeof WhatIf>;

/** Counts of leads with a score of 0 to 9, 10 to 19 and so on; the last is 100 alone. */
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
 * The exact effect of saving. `changed` counts leads with another score or status; `reaching` those that reach the
 * threshold afterward. `leads` lists status changes first, then score changes, best first, up to one hundred.
 */
export const WhatIfResult = z.object({
  total: z.int(),
  changed: z.int(),
  nowQualified: z.int(),
  noLongerQualified: z.int(),
  reaching: z.int(),
  before: PerTen,
  after: PerTen,
  leads: z.array(WhatIfLead),
});
export type WhatIfResult = z.infer<typeof WhatIfResult>;
export type WhatIfLead = WhatIfResult["leads"][number];
