import { z } from "zod";

/** The sample that a new product can be tried with: how many of its leads and rules are there now. */
export const SampleLeads = z.object({ leads: z.int(), rules: z.int() });
export type SampleLeads = z.infer<typeof SampleLeads>;
