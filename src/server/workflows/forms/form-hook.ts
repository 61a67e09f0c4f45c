import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FormHook } from "#shared/contract/form-submission.ts";
import type { Acted } from "#server/store/act.ts";
import type { FormHookRecord } from "#server/store/form-types.ts";
import { act } from "#server/workflows/journal/act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Below it the token of the address that forms are sent to. */
export const FORM_HOOK_PATH = "/api/webhooks/forms";

const TOKEN_BYTES = 32;
const PURPOSE = { token: "form address", typeform: "typeform signing secret" };
const SIGNING_PURPOSE = "winnow google forms";
/** Compared with where there is no address yet, so that this takes as long as a wrong one. */
const NOBODYS = randomBytes(TOKEN_BYTES).toString("base64url");

/** What a form is let in by. */
export interface OpenFormHook {
  /** What the Google Forms script signs with. */
  signingSecret: string;
  /** What Typeform signs with; null when nobody has entered it. Throws secret_unreadable under another key. */
  typeformSecret: () => string | null;
}

/** The address that forms are sent to, made when it is first asked for. Throws secret_unreadable under another key. */
export async function readFormHook(workspace: Workspace): Promise<FormHook> {
  const { store } = workspace;
  return publicHook(workspace, (await store.forms.hook()) ?? (await store.forms.createHook(newHook(workspace))));
}

/** Replaces the address: the former one is unknown from this moment, in every process, until that is taken back. */
export async function regenerateFormHook(workspace: Workspace): Promise<Acted<FormHook>> {
  const fresh = newHook(workspace);
  const { sealedToken, createdAt } = fresh;
  const { done, actId } = await act(
    workspace,
    { kind: "form", title: "Form address replaced" },
    function* ({ formHook }) {
      return (yield* formHook.write({ sealedToken, createdAt })) ?? (yield* formHook.make(fresh));
    },
  );
  workspace.feed.changed(["form-submissions"]);
  return { done: publicHook(workspace, done), actId };
}

/** Stores what Typeform signs with; an empty text removes it. */
export async function updateFormHook(
  workspace: Workspace,
  { typeformSecret }: { typeformSecret: string },
): Promise<Acted<FormHook>> {
  const { store, secrets, feed } = workspace;
  if ((await store.forms.hook()) === null) await store.forms.createHook(newHook(workspace));
  const sealedTypeformSecret = typeformSecret === "" ? null : secrets.seal(typeformSecret, PURPOSE.typeform);
  const title = `Signing secret of Typeform ${sealedTypeformSecret === null ? "removed" : "saved"}`;
  const { actId } = await act(workspace, { kind: "form", title }, ({ formHook }) =>
    formHook.write({ sealedTypeformSecret }),
  );
  feed.changed(["form-submissions"]);
  return { done: await readFormHook(workspace), actId };
}

/**
 * The hook when `token` is its token, else null, after the same work in either case: tokens are compared by their
 * hashes, in constant time. Read from the store each time, because another process may have replaced it.
 */
export async function openFormHook({ store, secrets }: Workspace, token: string): Promise<OpenFormHook | null> {
  const hook = await store.forms.hook();
  const known = hook === null ? NOBODYS : secrets.open(hook.sealedToken, PURPOSE.token);
  if (!isSameToken(token, known) || hook === null) return null;
  const { sealedTypeformSecret } = hook;
  return {
    signingSecret: signingSecretOf(known),
    typeformSecret: () => (sealedTypeformSecret === null ? null : secrets.open(sealedTypeformSecret, PURPOSE.typeform)),
  };
}

/** Compares two tokens in a time that tells nothing of where they differ. */
export function isSameToken(given: string, known: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", known, "buffer"));
}

function newHook({ secrets, clock }: Workspace): FormHookRecord {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return {
    sealedToken: secrets.seal(token, PURPOSE.token),
    sealedTypeformSecret: null,
    createdAt: clock().toISOString(),
  };
}

function publicHook({ secrets, publicUrl }: Workspace, hook: FormHookRecord): FormHook {
  const token = secrets.open(hook.sealedToken, PURPOSE.token);
  return {
    path: `${FORM_HOOK_PATH}/${token}`,
    origin: publicUrl?.replace(/\/+$/u, "") ?? null,
    signingSecret: signingSecretOf(token),
    hasTypeformSecret: hook.sealedTypeformSecret !== null,
    createdAt: hook.createdAt,
  };
}

/** Of the token, so that it changes with it; whoever knows it cannot work the token out. */
function signingSecretOf(token: string): string {
  return createHmac("sha256", token).update(SIGNING_PURPOSE).digest("hex");
}
