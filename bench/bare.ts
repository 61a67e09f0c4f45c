import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BareServerPlan } from "./bare-server.ts";
import { startChild, type Child } from "./child.ts";

/** Starts the bare server for a plan. */
export async function startBareServer(plan: BareServerPlan): Promise<{ url: string } & Pick<Child, "stop">> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  const file = join(folder, "plan.json");
  writeFileSync(file, JSON.stringify(plan));
  const child = await startChild("bare-server.ts", [file], () => true);
  rmSync(folder, { recursive: true });
  return { url: child.lines[0] ?? "", stop: () => child.stop() };
}
