import { randomBytes } from "node:crypto";
import type { HostedForm, HostedFormUpdate, NewHostedForm } from "#shared/contract/hosted-form.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { existing, invalid } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { HostedFormRecord } from "#server/db/sources/hosted-forms.ts";
import {
  act,
  type ActionEntry,
  changeWord,
  refuseStale,
  removeRecord,
  withVersion,
} from "#server/features/journal/act.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

/** The public page of a form is below this path, followed by its key. */
export const HOSTED_FORM_PATH = "/f";

const KEY_BYTES = 12;

/** The forms that Winnow serves, oldest first. */
export async function listHostedForms(workspace: Workspace): Promise<HostedForm[]> {
  return (await workspace.store.hostedForms.list()).map((record) => publicForm(workspace, record));
}

/** The address of a path for people outside; null if the operator hasn't set the public URL. */
export function publicAddress({ publicUrl }: Pick<Workspace, "publicUrl">, path: string): string | null {
  return publicUrl === null ? null : `${publicUrl}${path}`;
}

/** Creates a form with a new address. Throws invalid and too_many_forms. */
export async function createHostedForm(workspace: Workspace, form: NewHostedForm): Promise<Acted<HostedForm>> {
  await checkConfirmation(workspace, form);
  const record = {
    ...form,
    publicKey: randomBytes(KEY_BYTES).toString("base64url"),
    createdAt: workspace.clock().toISOString(),
  };
  const { done, actId } = await act(workspace, entryOf(form, "created"), ({ hostedForms }) =>
    hostedForms.create(record),
  );
  return { done: publicForm(workspace, done), actId };
}

/** Changes a form; its address stays. Throws not_found, stale and invalid. */
export async function updateHostedForm(
  workspace: Workspace,
  id: string,
  { version, ...patch }: HostedFormUpdate,
): Promise<Acted<HostedForm>> {
  const before = existing(await workspace.store.hostedForms.get(id), "form");
  await checkConfirmation(workspace, { ...before, ...definedFields(patch) });
  const { done, actId } = await act(workspace, entryOf(before, changeWord(patch)), function* ({ hostedForms }) {
    const current = existing(yield* hostedForms.get(id), "form");
    refuseStale({ noun: "hostedForm", table: "hosted_forms", key: id, record: current, version });
    return (yield* hostedForms.update(id, definedFields(patch))) ?? current;
  });
  return { done: publicForm(workspace, done), actId };
}

/** Deletes a form; its address stops working unless this is undone. Throws not_found. */
export async function deleteHostedForm(workspace: Workspace, id: string): Promise<Acted<HostedFormRecord>> {
  return act(
    workspace,
    (record: HostedFormRecord) => entryOf(record, "deleted"),
    ({ hostedForms }) => removeRecord(hostedForms, id, "form"),
  );
}

/** Confirming by email needs an address that everyone gives, a mail server, and for the link the public URL. */
async function checkConfirmation(
  workspace: Workspace,
  { confirmsEmail, fields }: Pick<HostedForm, "confirmsEmail" | "fields">,
): Promise<void> {
  if (!confirmsEmail) return;
  if (!fields.some(({ leadField, isRequired }) => leadField === "email" && isRequired)) {
    throw invalid("confirmsEmail", "Add a required email field first.");
  }
  if ((await activeEmailSettings(workspace)) === null) {
    throw invalid("confirmsEmail", "Set up outgoing email in Email Settings first.");
  }
  if (workspace.publicUrl === null) {
    throw invalid("confirmsEmail", "Ask the operator of this server to set WINNOW_PUBLIC_URL first.");
  }
}

function entryOf({ name }: { name: string }, what: string): ActionEntry {
  return { kind: "form", title: `Form “${name}” ${what}` };
}

function publicForm({ publicUrl }: Workspace, { publicKey, ...form }: HostedFormRecord): HostedForm {
  return {
    ...withVersion("hostedForm", form),
    path: `${HOSTED_FORM_PATH}/${publicKey}`,
    origin: publicAddress({ publicUrl }, ""),
  };
}
