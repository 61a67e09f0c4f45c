import { QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient } from "#web/api/connection/query-client.ts";
import { deleteLeadView, leadViewsQuery } from "#web/api/leads/lead-views.ts";

it("keeps a deleted view away when an earlier deletion fails", async () => {
  const client = createQueryClient();
  const view = (id: string) => ({ id, name: id, query: "", isShared: true, mayChange: true, mayHide: true });
  const refused = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", (url: string, { method }: RequestInit) => {
    if (method !== "DELETE") return Promise.resolve(Response.json([view("1")]));
    return url.endsWith("/1") ? refused.promise : Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  client.setQueryData(leadViewsQuery.queryKey, [view("1"), view("2")] as never);
  onTestFinished(new QueryObserver(client, leadViewsQuery).subscribe(() => undefined));
  const remove = (id: string) => client.getMutationCache().build(client, deleteLeadView).execute({ params: { id } });
  const shown = () => client.getQueryData(leadViewsQuery.queryKey)?.map(({ id }) => id);
  const first = remove("1").catch(() => "failed");
  await remove("2");
  refused.resolve(new Response("Away", { status: 503 }));
  expect(await first).toBe("failed");
  await expect.poll(shown).toEqual(["1"]);
});
