import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import {
  CrmConnection,
  CrmConnectionTest,
  CrmConnectionUpdate,
  CrmFields,
  CrmPreview,
  CrmPreviewQuery,
  LeadCrmParams,
  LeadInCrm,
  NewCrmConnection,
} from "#shared/contract/crm-connection.ts";
import { ConnectionTest } from "#shared/contract/data-source.ts";
import { NewWriteBack, WriteBack, WriteBackUpdate } from "#shared/contract/leads/write-back.ts";
import { removal, type Endpoint } from "#shared/contract/endpoint.ts";

/** CRMs and sheets that leads are sent to. Their deliveries are listed and replayed like those of webhooks. */
export const crmEndpoints = {
  "GET /api/crm-connections": {
    permission: "manage",
    summary: "List the CRMs that leads are sent to",
    response: z.array(CrmConnection),
  },
  "POST /api/crm-connections": {
    permission: "manage",
    summary: "Connect a CRM, after testing the connection",
    body: NewCrmConnection,
    response: CrmConnection,
    status: 201,
  },
  "POST /api/crm-connections/test": {
    permission: "manage",
    summary: "Test the connection to a CRM",
    body: CrmConnectionTest,
    response: ConnectionTest,
  },
  "PATCH /api/crm-connections/{id}": {
    permission: "manage",
    summary: "Update, pause or resume a CRM connection",
    params: IdParams,
    body: CrmConnectionUpdate,
    response: CrmConnection,
  },
  "DELETE /api/crm-connections/{id}": removal("manage", "Disconnect a CRM; its records stay"),
  "GET /api/crm-connections/{id}/fields": {
    permission: "manage",
    summary: "List the CRM's fields and owners",
    params: IdParams,
    response: CrmFields,
  },
  "GET /api/crm-connections/{id}/preview": {
    permission: "manage",
    summary: "Preview a lead's values",
    params: IdParams,
    query: CrmPreviewQuery,
    response: CrmPreview,
  },
  "POST /api/leads/{id}/crm/{connectionId}": {
    permission: "work",
    summary: "Send a lead to a CRM now",
    params: LeadCrmParams,
    response: LeadInCrm,
  },
  "GET /api/write-backs": {
    permission: "manage",
    summary: "List the Google Sheets sources that leads are written back to",
    response: z.array(WriteBack),
  },
  "POST /api/write-backs": {
    permission: "manage",
    summary: "Write scores, statuses and owners to the sheet of a source",
    body: NewWriteBack,
    response: WriteBack,
    status: 201,
  },
  "PATCH /api/write-backs/{id}": {
    permission: "manage",
    summary: "Update, pause or resume a write-back",
    params: IdParams,
    body: WriteBackUpdate,
    response: WriteBack,
  },
  "DELETE /api/write-backs/{id}": removal("manage", "Turn off a write-back; its columns stay in the sheet"),
} as const satisfies Record<string, Endpoint>;
