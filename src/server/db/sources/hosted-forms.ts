import type { HostedForm } from "#shared/contract/hosted-form.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { limitedTable, recordTable, type Watch } from "#server/db/engine/record-table.ts";
import { sql } from "#server/db/engine/sql.ts";
import { calledByName, type RecordsTable, stored } from "#server/db/engine/table.ts";

/** A form as stored; `publicKey` is in its public address. */
export interface HostedFormRecord extends Omit<HostedForm, "path" | "origin" | "version"> {
  publicKey: string;
}

export const HOSTED_FORMS: RecordsTable<HostedFormRecord> = {
  name: "hosted_forms",
  fields: {
    publicKey: stored.plain(),
    name: stored.plain(),
    fields: stored.json(),
    buttonLabel: stored.plain(),
    thanks: stored.plain(),
    consent: stored.plain(),
    confirmsEmail: stored.flag(),
    isActive: stored.flag(),
    createdAt: stored.plain(),
  },
  backup: "all",
  people: { none: "the team's own texts" },
  undo: { called: calledByName("form"), topics: ["hosted-forms"], isManaged: () => true },
};

export function hostedFormStore(engine: Engine) {
  const forms = recordTable(HOSTED_FORMS);
  return {
    list: () => engine.run(() => forms.list()),
    get: (id: string) => engine.run(() => forms.get(id)),
    ofKey: (publicKey: string) => engine.run(() => forms.one(sql`where public_key = ${publicKey}`)),
  };
}

/** `create` throws too_many_forms when the limit is exceeded. */
export function hostedFormWrites(watch?: Watch) {
  return limitedTable(recordTable(HOSTED_FORMS, watch), LIMITS.hostedForm.forms, () =>
    conflict("too_many_forms", `You can have up to ${LIMITS.hostedForm.forms} forms. Delete one first.`),
  );
}
