import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freshWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { processed } from "#test/http/form-deliveries.ts";
import { ADA } from "#test/http/account-examples.ts";

const PAGE = join(import.meta.dirname, "../../docs/api.md");

test("every recipe in docs/api.md works", async () => {
  const recipes = [...(await readFile(PAGE, "utf8")).matchAll(/```sh\n([\s\S]*?)```/gu)].map(
    ([, script = ""]) => script,
  );
  expect(recipes).toHaveLength(11);
  const winnow = await freshWinnow("sqlite");
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "winnow-recipes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));

  const script = ["set -euo pipefail", ...recipes, 'printf "\\n%s\\n%s" "$SECRET" "$(sign msg_1 1767225600 {})"'].join(
    "\n",
  );
  const env = { ...process.env, WINNOW: url, NAME: ADA.username, PASSWORD: ADA.password };
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env });

  const [secret = "", signature] = stdout.split("\n").slice(-2);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  expect(signature).toBe(createHmac("sha256", key).update("msg_1.1767225600.{}").digest("base64"));
  expect(await readFile(join(folder, "headers.txt"), "utf8")).toMatch(/^x-total-count: 1\r$/mu);
  expect(await readFile(join(folder, "approved.csv"), "utf8")).toContain("ada@analytical.example");
  await processed(winnow);
  await jobsEnded(winnow.workspace);
  const leads = await winnow.ok("GET /api/leads", { query: { sort: "name" } });
  expect(leads.map(({ name, status, source }) => [name, status, source])).toEqual([
    ["Ada Lovelace", "approved", "manual"],
    ["Grace Hopper", "pending", "file"],
    ["Joan Clarke", "rejected", "api"],
    ["Mary Shelley", "pending", "form"],
  ]);
});
