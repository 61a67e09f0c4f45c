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
import { NoContent, type Endpoint } from "#shared/contract/endpoint.ts";

/** CRMs that leads are sent to. Their deliveries are listed and replayed like those of webhooks. */
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
  "DELETE /api/crm-connections/{id}": {
    permission: "manage",
    summary: "Disconnect a CRM; its records stay",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
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
} as const satisfies Record<string, Endpoint>;
