// node training/decisions/make-example.ts: rewrites example.csv.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleLeads } from "./example-leads.ts";

const LEADS = 400;

writeFileSync(join(import.meta.dirname, "example.csv"), exampleLeads(LEADS));
