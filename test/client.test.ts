import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freshWinnow } from "#test/harness.ts";
import { commandOf, pinnedNode, root } from "../scripts/project.mjs";
import { writeClient } from "../scripts/write-client.mjs";

const runFile = promisify(execFile);

/** A program that uses the client; its type errors are expected where a comment says so. */
const PROGRAM = `
import { defaults, getLeads, getLeadsExport, HttpError, patchLeadsById, postLeads, postLeadsBatch } from "winnow-client";

defaults.baseUrl = process.argv[2] ?? "";
const ada = await postLeads({ name: "Ada Lovelace", email: "ada@analytical.example" });
const edited = await patchLeadsById(ada.id, { title: "Countess", status: "approved" });
const batch = await postLeadsBatch(
  { leads: [{ externalId: "crm-7", email: "joan@hut8.example" }, { email: "nobody" }] },
  { idempotencyKey: "first" },
);
const outcomes: ("created" | "updated" | "unchanged" | "rejected")[] = batch.results.map(({ outcome }) => outcome);
const listed = await getLeads({ status: "approved", sort: "-score", limit: 10 });
const csv: string = await getLeadsExport({ status: "all" });
const refused = await postLeads({ name: "Nobody", email: "nobody" }).catch((error: HttpError) => ({
  status: error.status,
  type: error.data.type,
}));

// @ts-expect-error -- no such status
void (() => patchLeadsById(ada.id, { status: "maybe" }));
// @ts-expect-error -- a lead has no such field
void ada.shoeSize;

console.log(JSON.stringify({
  edited: [edited.title, edited.status],
  outcomes,
  listed: listed.map(({ name }) => name),
  rows: csv.trim().split("\\n").length,
  refused,
}));
`;

test("a client generated from the OpenAPI document is typed and works", async () => {
  const winnow = await freshWinnow("sqlite");
  const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
  const { body } = await winnow.app.inject({ url: "/api/openapi.json" });
  // Inside the project, so that the client finds its runtime.
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache/client-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeClient(body, join(folder, "node_modules/winnow-client"));

  const compiler = {
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "nodenext",
    strict: true,
    types: ["node"],
    noEmit: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: compiler, files: ["program.mts"] }));
  await writeFile(join(folder, "program.mts"), PROGRAM);
  const checked = await runFile(pinnedNode, [commandOf("typescript", "tsc"), "-p", "."], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(checked.stdout).toBe("");

  const { stdout } = await runFile(pinnedNode, ["program.mts", url], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    edited: ["Countess", "approved"],
    outcomes: ["created", "rejected"],
    listed: ["Ada Lovelace"],
    rows: 3,
    refused: { status: 422, type: "urn:winnow:problem:invalid" },
  });
});
