import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { SITE_NAMES } from "#server/demo/sample-sites.ts";

const DemoServices = z.object({
  sheet: z.object({
    spreadsheetId: z.string().min(LIMITS.show.spreadsheetIdCharacters),
    serviceAccount: ServiceAccount,
  }),
  mail: z.object({ host: z.string(), port: z.int(), username: z.string(), password: z.string() }),
  /** Each site serves what is in its folder; the address is without a slash at the end. */
  websites: z.record(z.enum(SITE_NAMES), z.object({ folder: z.string(), url: z.url() })),
});

/** The servers that the sample team uses: who serves its Google Sheet, who takes its mail, and the websites it reads. */
export type DemoServices = z.infer<typeof DemoServices>;

/** Reads the file that `npm run demo` writes once those servers run. Throws with what is wrong in it. */
export async function readDemoServices(path: string): Promise<DemoServices> {
  const parsed = DemoServices.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!parsed.success)
    throw new Error(`${path} does not describe the demo's servers. ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
