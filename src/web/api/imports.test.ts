import { type MutationCache, QueryClient } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { discardImport, startImport, updateImport } from "#web/api/imports.ts";

const params = { id: "7" };

it.each<[string, (client: QueryClient, cache: MutationCache) => Promise<unknown>]>([
  ["starts", (client, cache) => cache.build(client, startImport).execute({ params })],
  ["discards", (client, cache) => cache.build(client, discardImport).execute({ params })],
])("%s an import once changes under way are answered", async (_what, begin) => {
  const client = new QueryClient();
  const sent: string[] = [];
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", async (_url: string, { method }: { method: string }) => {
    sent.push(method);
    return (await answer.promise).clone();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const cache = client.getMutationCache();
  const changing = cache.build(client, updateImport).execute({ params, body: { policy: "skip" } });
  const next = begin(client, cache);
  await expect.poll(() => sent).toEqual(["PATCH"]);
  answer.resolve(new Response('{"id":"7"}'));
  await Promise.all([changing, next]);
  expect(sent).toHaveLength(2);
});
