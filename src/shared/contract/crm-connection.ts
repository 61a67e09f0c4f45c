import { z } from "zod";
import { Id, IdParams, line, Timestamp, Version } from "#shared/contract/common.ts";
import { Destination } from "#shared/contract/destination.ts";
import { CRM_KINDS, CRM_SEND_ON, CRM_VALUES, type CrmMapping, type CrmValue } from "#shared/crm.ts";
import { LIMITS } from "#shared/limits.ts";

const { crm } = LIMITS;

export const CrmKind = z.enum(CRM_KINDS);
export const CrmSendOn = z.enum(CRM_SEND_ON);

const FieldName = line(crm.fieldLength).min(1);
const CrmMappingFields = z
  .partialRecord(z.enum(Object.keys(CRM_VALUES) as [CrmValue, ...CrmValue[]]), FieldName)
  .refine((mapping: CrmMapping) => {
    const fields = Object.values(mapping);
    return new Set(fields).size === fields.length;
  }, "Two values can't go to the same field");
/** The CRM's owner of each Winnow account's leads. */
const Owners = z
  .record(Id, line(crm.ownerLength).min(1))
  .refine((owners) => Object.keys(owners).length <= crm.owners, `At most ${crm.owners} owners`);

/** A CRM that leads are sent to. Its secret is never returned. */
export const CrmConnection = Destination.extend({
  kind: CrmKind,
  /** The account, as the CRM calls it. */
  name: z.string(),
  site: z.string(),
  clientId: z.string(),
  sendOn: CrmSendOn,
  mapping: z.partialRecord(z.enum(Object.keys(CRM_VALUES) as [CrmValue, ...CrmValue[]]), z.string()),
  owners: z.record(z.string(), z.string()),
});
export type CrmConnection = z.infer<typeof CrmConnection>;

const Site = line(crm.siteLength);
const ClientId = line(crm.secretLength);
const Secret = line(crm.secretLength).regex(
  /^[\x20-\x7e]*$/u,
  "Copy it again: it has a character that isn't in any token or secret",
);

export const NewCrmConnection = z.object({
  kind: CrmKind,
  site: Site.default(""),
  clientId: ClientId.default(""),
  secret: Secret.min(1, "Required"),
  sendOn: CrmSendOn.default("approved"),
  /** By default, the usual fields. */
  mapping: CrmMappingFields.optional(),
  owners: Owners.default({}),
  isActive: z.boolean().default(true),
});
export type NewCrmConnection = z.infer<typeof NewCrmConnection>;

/** Another site or client ID needs its secret, too. */
export const CrmConnectionUpdate = z.object({
  site: Site.optional(),
  clientId: ClientId.optional(),
  secret: Secret.min(1).optional(),
  sendOn: CrmSendOn.optional(),
  mapping: CrmMappingFields.optional(),
  owners: Owners.optional(),
  isActive: z.boolean().optional(),
  version: Version.optional(),
});
export type CrmConnectionUpdate = z.infer<typeof CrmConnectionUpdate>;

/** Either credentials, or the connection whose stored ones are tested. */
export const CrmConnectionTest = NewCrmConnection.pick({ kind: true, site: true, clientId: true }).extend({
  secret: Secret.default(""),
  id: Id.optional(),
});
export type CrmConnectionTest = z.infer<typeof CrmConnectionTest>;

/** The fields and people of the CRM. */
export const CrmFields = z.object({
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  owners: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
});
export type CrmFields = z.infer<typeof CrmFields>;

/** The latest lead by default. */
export const CrmPreviewQuery = z.object({ leadId: Id.optional() });

/** What each value is for one lead; null without any lead. */
export const CrmPreview = z.object({
  lead: z.object({ id: Id, name: z.string(), email: z.string(), owner: z.string() }).nullable(),
  values: z.partialRecord(z.enum(Object.keys(CRM_VALUES) as [CrmValue, ...CrmValue[]]), z.string()),
});
export type CrmPreview = z.infer<typeof CrmPreview>;

export const LeadCrmParams = IdParams.extend({ connectionId: Id });

/** A lead in one CRM. */
export const LeadInCrm = z.object({
  connectionId: Id,
  kind: CrmKind,
  /** The account, as the CRM calls it. */
  name: z.string(),
  /** The record's page; null until the lead is sent. */
  url: z.string().nullable(),
  sentAt: Timestamp.nullable(),
  /** Why the latest attempt failed; empty when it didn't. */
  error: z.string(),
  /** Whether it is about to be sent. */
  isWaiting: z.boolean(),
});
export type LeadInCrm = z.infer<typeof LeadInCrm>;
