import { repeated } from "#test/faults/people.ts";
import { mailSettings } from "#test/faults/peers.ts";
import type { Site } from "#test/faults/site.ts";
import { newEmails, type Work } from "#test/faults/works/work.ts";

const ASKED = 6;

/** Manual reports: each acknowledged one reached the mail server, and none twice. */
export function reportWork(): Work {
  const acknowledged: string[] = [];
  let before = 0;
  return {
    kind: "report",
    async prepare(site) {
      before = site.peers.smtp.messages.length;
      await site.ask("POST", "/api/email-settings", mailSettings(site.peers));
      await site.ask("PUT", "/api/settings", { qualificationThreshold: 0 });
    },
    async begin(site) {
      for (;;) {
        const [email = ""] = newEmails(1, "report");
        await site.ask("POST", "/api/leads", { name: "Ann Lee", email });
        const { messageId = "" } = await site.ask<{ messageId?: string }>("POST", "/api/send-report", {});
        acknowledged.push(messageId);
      }
    },
    finish: async () => {},
    async check({ peers: { smtp } }) {
      const ids = smtp.messages.slice(before).map(({ mail }) => mail.messageId ?? "");
      const lost = Math.max(0, acknowledged.length - ids.length);
      return { acknowledged: acknowledged.length, lost, doubled: repeated(ids) };
    },
  };
}

/** Questions to leads: no one is asked the same thing twice. */
export function followUpWork(): Work {
  const acknowledged: string[] = [];
  const asked: string[] = [];
  let before = 0;
  const ask = async (site: Site): Promise<void> => {
    const [email = ""] = newEmails(1, "asked");
    const body = { name: "Bo Berg", email, company: "Berg", notes: "Met at the fair" };
    const { id } = await site.ask<{ id: string }>("POST", "/api/leads", body);
    asked.push(email);
    await site.ask("POST", `/api/leads/${id}/follow-ups/${id}-phone/send`, {});
    acknowledged.push(email);
  };
  return {
    kind: "follow-ups",
    async prepare(site) {
      before = site.peers.smtp.messages.length;
      await site.ask("POST", "/api/email-settings", mailSettings(site.peers));
    },
    async begin(site) {
      for (let left = ASKED; left > 0; left -= 1) await ask(site);
    },
    finish: async () => {},
    async check({ peers: { smtp } }) {
      const receivers = smtp.messages.slice(before).flatMap(({ to }) => to);
      const there = new Set(receivers);
      const lost = acknowledged.filter((email) => !there.has(email)).length;
      return { acknowledged: acknowledged.length, lost, doubled: repeated(receivers) };
    },
  };
}
