import { QueryClient } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { keys } from "#web/api/connection/keys.ts";
import { setLeadTags } from "#web/api/leads/tags.ts";

it("sends quick changes of a lead's tags in order, each with what it is based on", async () => {
  const client = new QueryClient();
  const sent: unknown[] = [];
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return (await answer.promise).clone();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  client.setQueryData(keys.leadDetail("7"), { id: "7", tags: ["Fair"] });
  const shown = () => client.getQueryData<LeadDetail>(keys.leadDetail("7"))?.tags;
  const set = (former: string[], tags: string[]) =>
    client.getMutationCache().build(client, setLeadTags).execute({ id: "7", tags, former });
  const first = set(["Fair"], ["Fair", "VIP"]);
  const second = set(["Fair", "VIP"], ["VIP"]);
  await expect.poll(shown).toEqual(["VIP"]);
  const changes = [
    { tags: ["Fair", "VIP"], formerTags: ["Fair"] },
    { tags: ["VIP"], formerTags: ["Fair", "VIP"] },
  ];
  expect(sent).toEqual(changes.slice(0, 1));
  answer.resolve(new Response('{"id":"7"}'));
  await Promise.all([first, second]);
  expect(sent).toEqual(changes);
});
