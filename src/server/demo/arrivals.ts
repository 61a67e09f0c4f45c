import { createHmac } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { changesOf, DEMO_FOLDER, momentOf, pageAt, type DemoData } from "#server/demo/demo-data.ts";
import type { DemoServices } from "#server/demo/demo-services.ts";
import { runSchedule } from "#server/demo/run-schedule.ts";
import { FORM_HOOK_PATH, openFormHook, readFormHook } from "#server/features/forms/form-hook.ts";
import { submissionsProcessed } from "#server/features/forms/process-submissions.ts";
import { receiveSubmission } from "#server/features/forms/receive-submission.ts";
import { TAKING_IN } from "#server/features/imports/import-file.ts";
import { beginImportWork, doImportWork } from "#server/features/imports/import-work.ts";
import { uploadImport } from "#server/features/imports/upload-import.ts";
import type { Workspace } from "#server/workspace.ts";

const IMPORTED_FILE = "contacts-old-crm.csv";

const TEXT_MAIL = 'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 8bit';

/** How each piece of the data arrives: it's placed on its server, and Winnow reads it. */
export async function arrivals({ sheet, mailbox, websites }: DemoServices, data: DemoData, now: Date) {
  let messages = 0;
  await rm(mailbox.folder, { recursive: true, force: true });
  await mkdir(mailbox.folder);
  await writeFile(sheet.file, data.sheet.header.join("\t"));
  const syncMail = (then: Workspace) => runSchedule(then, "mailbox");

  return {
    syncMail,

    syncSheet: async (then: Workspace) => {
      const rows = data.sheet.rows.filter(({ when }) => momentOf(when, now) <= then.clock());
      const cells = [data.sheet.header, ...rows.map((row) => row.cells)];
      await writeFile(sheet.file, cells.map((row) => row.join("\t")).join("\n"));
      await runSchedule(then, "auto-sync");
    },

    receiveMail: async (then: Workspace, { text }: DemoData["mail"][number]) => {
      messages += 1;
      const domain = /^From: .*@([\w.-]+)/mu.exec(text)?.[1] ?? "planwell.example";
      const head = [
        `Date: ${then.clock().toUTCString().replace("GMT", "+0000")}`,
        `Message-ID: <${messages}.demo@${domain}>`,
        "To: sales@planwell.example",
        TEXT_MAIL,
      ];
      const message = [...head, text, ""].join("\n").replaceAll("\n", "\r\n");
      await writeFile(join(mailbox.folder, `${messages}.eml`), message);
      await syncMail(then);
    },

    submit: async (then: Workspace, { type, body }: DemoData["submissions"][number]) => {
      const { path } = await readFormHook(then);
      const hook = await openFormHook(then, path.slice(FORM_HOOK_PATH.length + 1));
      if (hook === null) throw new Error("The sample team has no form URL.");
      const isHtml = type === "html";
      const sent = isHtml ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
      const secret = hook.typeformSecret() ?? "";
      await receiveSubmission(then, hook, {
        body: Buffer.from(sent),
        contentType: isHtml ? "application/x-www-form-urlencoded" : "application/json",
        signatures: {
          typeform: type === "typeform" ? signature(sent, secret, "base64") : undefined,
          winnow: type === "google_forms" ? signature(sent, hook.signingSecret, "hex") : undefined,
        },
      });
      await submissionsProcessed(then);
    },

    importFile: async (then: Workspace) => {
      const file = await readFile(join(DEMO_FOLDER, IMPORTED_FILE));
      const { id } = await uploadImport(then, IMPORTED_FILE, Readable.from([file]), true);
      // Not in a job, because jobs use the real clock.
      await beginImportWork(then, id, TAKING_IN, async () => {});
      const done = await doImportWork(then, id, TAKING_IN, then.stopping);
      if (done?.state !== "finished") throw new Error(`${IMPORTED_FILE} wasn't imported. ${done?.message ?? ""}`);
    },

    sites: data.websites.map(({ name, files }) => ({
      changes: [...files.values()].flatMap(changesOf),
      scrape: async (then: Workspace) => {
        const { folder, url } = websites[name];
        for (const [path, html] of files) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), pageAt(html, then.clock(), now));
        }
        const target = (await then.store.scrapes.list()).find((one) => one.url.startsWith(url));
        await runSchedule(then, `scrape:${target?.id}`);
      },
    })),
  };
}

function signature(body: string, secret: string, encoding: "base64" | "hex"): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest(encoding)}`;
}
