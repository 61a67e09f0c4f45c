// node training/decisions/make-example.ts: writes example.csv anew.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleLeads } from "./example-leads.ts";

const LEADS = 400;

writeFileSync(join(import.meta.dirname, "example.csv"), exampleLeads(LEADS));
