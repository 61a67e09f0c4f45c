import { z } from "zod";
import { type MailboxConfig, MailboxUpdate } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";

const { syncInterval } = LIMITS.mailbox;
const { email, appPassword, enabled, autoSync, labels, server, signIn } = MailboxUpdate.shape;

/** A blank or out-of-range interval becomes the default. */
const IntervalField = z.string().transform((text) => {
  const minutes = Number(text);
  const isAllowed = Number.isInteger(minutes) && minutes >= syncInterval.min && minutes <= syncInterval.max;
  return isAllowed ? minutes : syncInterval.default;
});

/** Validates the form. A null password keeps the stored one and is omitted from the request. */
export const MailboxFields = z
  .object({
    email: email,
    appPassword: appPassword.unwrap().nullable(),
    enabled: enabled.unwrap(),
    autoSync: autoSync.unwrap(),
    syncInterval: IntervalField,
    labels: labels.unwrap(),
    server: server.unwrap(),
    signIn: signIn.unwrap(),
  })
  .transform(({ appPassword: typed, ...rest }): MailboxUpdate => ({
    ...rest,
    ...(typed !== null && rest.signIn === "password" && { appPassword: typed.replaceAll(" ", "") }),
  }));

export type MailboxValues = z.input<typeof MailboxFields>;

export function mailboxValues(config: MailboxConfig): MailboxValues {
  return {
    email: config.email,
    appPassword: config.hasAppPassword ? null : "",
    enabled: config.enabled,
    autoSync: config.autoSync,
    syncInterval: String(config.syncInterval),
    labels: config.labels,
    server: config.server,
    signIn: config.signIn,
  };
}
