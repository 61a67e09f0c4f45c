import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { RouteOptions } from "fastify";

const CONTRACT = dirname(fileURLToPath(import.meta.resolve("#shared/contract/common.ts")));

/** `id` names a schema, `$ref` describes it as another one. */
type Registry = z.core.$ZodRegistry<{ id?: string; [key: string]: unknown }>;
type Schemas = Record<string, object>;

/** Every schema of the contract under the name of its export, except those of parameters, which are listed singly. */
export async function namedSchemas(routes: readonly RouteOptions[]): Promise<Registry> {
  const unnamed = new Set(
    routes.flatMap(({ schema: { params, querystring, headers } = {} }) => [params, querystring, headers]),
  );
  const registry: Registry = z.registry();
  for (const exported of await contractModules()) {
    for (const [name, schema] of Object.entries(exported) as [string, unknown][]) {
      if (!(schema instanceof z.ZodType) || schema instanceof z.ZodNull) continue;
      if (unnamed.has(schema) || registry.has(schema)) continue;
      const { $ref } = schema.meta() ?? {};
      registry.add(schema, $ref === undefined ? { id: name } : { $ref });
    }
  }
  return registry;
}

/**
 * The components that the document refers to, under the names of the contract. The library describes each schema as
 * input ("RuleInput") and as output; the suffix stays only where both are used and differ.
 */
export function usedComponents(document: object, schemas: Schemas): { document: object; schemas: Schemas } {
  const used = reachable(document, schemas);
  const plain = (name: string): string => name.replace(/Input$/u, "");
  const bare = (name: string): string => withReferences(JSON.stringify(schemas[name]), plain);
  const pairs = [...used].filter((name) => name.endsWith("Input") && used.has(plain(name)));
  const different = new Set(pairs.filter((name) => bare(name) !== bare(plain(name))));
  for (let before = -1; before !== different.size;) {
    before = different.size;
    for (const name of pairs)
      if (referencesOf(schemas[name]).some((other) => different.has(other))) different.add(name);
  }
  const named = (name: string): string => (different.has(name) ? name : plain(name));
  const renamed = new Map<string, object>(
    [...used].map((name) => [named(name), JSON.parse(withReferences(JSON.stringify(schemas[name]), named)) as object]),
  );
  return {
    document: JSON.parse(withReferences(JSON.stringify(document), named)) as object,
    schemas: Object.fromEntries([...renamed].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function reachable(document: object, schemas: Schemas): ReadonlySet<string> {
  const found = new Set(referencesOf(document));
  for (const name of found) for (const next of referencesOf(schemas[name])) found.add(next);
  return found;
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/gu;

function referencesOf(value: object | undefined): string[] {
  return [...JSON.stringify(value ?? {}).matchAll(REFERENCE)].map(([, name = ""]) => name);
}

function withReferences(text: string, named: (name: string) => string): string {
  return text.replaceAll(REFERENCE, (_all, name: string) => `"#/components/schemas/${named(name)}"`);
}

/** Every module of the contract. The bundled server imports each file instead (scripts/bundle-server.mjs). */
async function contractModules(): Promise<object[]> {
  const files = await readdir(CONTRACT, { recursive: true });
  const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).toSorted();
  return Promise.all(sources.map((name) => import(join(CONTRACT, name)) as Promise<object>));
}
