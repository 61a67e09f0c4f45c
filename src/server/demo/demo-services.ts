import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { checkedJson } from "#server/platform/checked.ts";

/** The websites the sample team reads, by folder in demo/websites. */
export const DEMO_SITES = ["traders", "expo"] as const;

/** The sample team's accounts, by the part before the @: Hannah is the owner. */
export const PEOPLE = ["hannah", "diego", "priya"] as const;
export type PersonName = (typeof PEOPLE)[number];

export function usernameOf(name: PersonName): string {
  return `${name}@planwell.example`;
}

const account = { email: z.string(), password: z.string() };

const DemoServices = z.object({
  /** The password of all of the team's accounts. */
  password: z.string(),
  /** `file` contains the cells the server serves, separated by tabs. */
  sheet: z.object({
    spreadsheetId: z.string().min(LIMITS.show.spreadsheetIdCharacters),
    serviceAccount: ServiceAccount,
    file: z.string(),
  }),
  smtp: z.object({ host: z.string(), port: z.int(), ...account }),
  /** `folder` contains a file per received message. */
  mailbox: z.object({ server: z.string(), folder: z.string(), ...account }),
  /** Each site serves the files of its folder; the URL has no trailing slash. */
  websites: z.record(z.enum(DEMO_SITES), z.object({ folder: z.string(), url: z.url() })),
});

/** The servers the sample team talks to: Google Sheets, outgoing mail, its mailbox and the websites it reads. */
export type DemoServices = z.infer<typeof DemoServices>;

/** Reads the file that `npm run demo` writes once those servers run. Throws for invalid content. */
export async function readDemoServices(path: string): Promise<DemoServices> {
  return checkedJson(DemoServices, await readFile(path, "utf8"), path);
}
