import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const CONTRACT = dirname(fileURLToPath(import.meta.resolve("#shared/contract/common.ts")));

/** Every module of the contract. The bundled server imports each file instead (scripts/bundle-server.mjs). */
export async function contractModules(): Promise<object[]> {
  const files = await readdir(CONTRACT, { recursive: true });
  const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).toSorted();
  return Promise.all(sources.map((name) => import(join(CONTRACT, name)) as Promise<object>));
}
