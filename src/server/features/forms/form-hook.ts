import { createHmac, randomBytes } from "node:crypto";
import type { FormHook } from "#shared/contract/form-submission.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { FormHookRecord } from "#server/db/sources/forms.ts";
import { act } from "#server/features/journal/act.ts";
import { isSameToken } from "#server/platform/secrets.ts";
import type { Workspace } from "#server/workspace.ts";

/** The form address is below this path, followed by its token. */
export const FORM_HOOK_PATH = "/api/webhooks/forms";

const TOKEN_BYTES = 32;
export const FORM_SECRETS = { token: "form address", typeform: "typeform signing secret" };
const SIGNING_PURPOSE = "winnow google forms";
/** Compared against while there is no address, so that this takes as long as a wrong token. */
const NOBODYS = randomBytes(TOKEN_BYTES).toString("base64url");

/** The secrets of the form address. */
export interface OpenFormHook {
  /** The key the Google Forms script signs with. */
  signingSecret: string;
  /** Typeform's signing secret; null if not entered. Throws secret_unreadable under another key. */
  typeformSecret: () => string | null;
}

/** The address that forms are sent to, created when first needed. Throws secret_unreadable under another key. */
export async function readFormHook(workspace: Workspace): Promise<FormHook> {
  const { store } = workspace;
  return publicHook(workspace, (await store.forms.hook()) ?? (await store.forms.createHook(newHook(workspace))));
}

/** Replaces the address: the old one stops working immediately, in every process, unless this is undone. */
export async function regenerateFormHook(workspace: Workspace): Promise<Acted<FormHook>> {
  const fresh = newHook(workspace);
  const { sealedToken, createdAt } = fresh;
  const { done, actId } = await act(
    workspace,
    { kind: "form", title: "Webhook URL regenerated" },
    function* ({ formHook }) {
      return (yield* formHook.write({ sealedToken, createdAt })) ?? (yield* formHook.make(fresh));
    },
  );
  return { done: publicHook(workspace, done), actId };
}

/** Stores Typeform's signing secret; an empty text removes it. */
export async function updateFormHook(
  workspace: Workspace,
  { typeformSecret }: { typeformSecret: string },
): Promise<Acted<FormHook>> {
  const { store, secrets } = workspace;
  if ((await store.forms.hook()) === null) await store.forms.createHook(newHook(workspace));
  const sealedTypeformSecret = typeformSecret === "" ? null : secrets.seal(typeformSecret, FORM_SECRETS.typeform);
  const title = `Typeform signing secret ${sealedTypeformSecret === null ? "removed" : "saved"}`;
  const { actId } = await act(workspace, { kind: "form", title }, ({ formHook }) =>
    formHook.write({ sealedTypeformSecret }),
  );
  return { done: await readFormHook(workspace), actId };
}

/**
 * Returns the hook if `token` is its token, otherwise null after the same work: tokens are compared by their hashes, in
 * constant time. Read from the store each time, because another process may have replaced it.
 */
export async function openFormHook({ store, secrets }: Workspace, token: string): Promise<OpenFormHook | null> {
  const hook = await store.forms.hook();
  const known = hook === null ? NOBODYS : secrets.open(hook.sealedToken, FORM_SECRETS.token);
  if (!isSameToken(token, known) || hook === null) return null;
  const { sealedTypeformSecret } = hook;
  return {
    signingSecret: signingSecretOf(known),
    typeformSecret: () =>
      sealedTypeformSecret === null ? null : secrets.open(sealedTypeformSecret, FORM_SECRETS.typeform),
  };
}

function newHook({ secrets, clock }: Workspace): FormHookRecord {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return {
    sealedToken: secrets.seal(token, FORM_SECRETS.token),
    sealedTypeformSecret: null,
    createdAt: clock().toISOString(),
  };
}

function publicHook({ secrets, publicUrl }: Workspace, hook: FormHookRecord): FormHook {
  const token = secrets.open(hook.sealedToken, FORM_SECRETS.token);
  return {
    path: `${FORM_HOOK_PATH}/${token}`,
    origin: publicUrl,
    signingSecret: signingSecretOf(token),
    hasTypeformSecret: hook.sealedTypeformSecret !== null,
    createdAt: hook.createdAt,
  };
}

/** Derived from the token, so that it changes with it but doesn't reveal it. */
function signingSecretOf(token: string): string {
  return createHmac("sha256", token).update(SIGNING_PURPOSE).digest("hex");
}
