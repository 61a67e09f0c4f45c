import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyseEmail } from "#server/email-analysis/analyse-email.ts";
import { startAnalysisThread } from "#server/email-analysis/analysis-thread.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";

const options = { ownAddresses: ["us@acme.example"], rules: DEFAULT_AUTOMATION_RULES, model: shippedModel };
const raws = ["one", "two", ""].map((text) =>
  Buffer.from(`From: Ann Lee <ann@lee.example>\r\nMessage-ID: <${text}@lee.example>\r\n\r\nWhat would ${text} cost?`),
);

test("a thread of its own finds what the analysis finds, in the order of the messages", async () => {
  const thread = startAnalysisThread();
  onTestFinished(() => thread.close());
  const [all, last] = await Promise.all([thread.analyse(raws, options), thread.analyse(raws.slice(2), options)]);
  expect(all).toEqual(await Promise.all(raws.map((raw) => analyseEmail(raw, options))));
  expect(last).toEqual(all.slice(2));
});

test("what was asked of a thread that ends is refused", async () => {
  const thread = startAnalysisThread();
  const asked = thread.analyse(raws, options).catch((error: unknown) => error);
  await thread.close();
  expect(await asked).toEqual(new Error("The analysis was ended"));
  await expect(thread.analyse(raws, options)).rejects.toThrow("The analysis was ended");
});
