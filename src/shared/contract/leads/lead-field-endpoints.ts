import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { removal, type Endpoint } from "#shared/contract/endpoint.ts";
import {
  Conversion,
  ConversionQuery,
  DetailToPromote,
  FieldConversion,
  LeadFieldDefinition,
  LeadFieldUpdate,
  NewLeadField,
  Promotion,
  PromotionQuery,
} from "#shared/contract/leads/lead-field.ts";
import { BulkResult } from "#shared/contract/leads/lead.ts";

export const leadFieldEndpoints = {
  "GET /api/lead-fields": {
    permission: "read",
    summary: "List the custom fields of leads",
    response: z.array(LeadFieldDefinition),
  },
  "POST /api/lead-fields": {
    permission: "manage",
    summary: "Add a custom field",
    body: NewLeadField,
    response: LeadFieldDefinition,
    status: 201,
  },
  "PATCH /api/lead-fields/{id}": {
    permission: "manage",
    summary: "Rename a custom field or change its options",
    params: IdParams,
    body: LeadFieldUpdate,
    response: LeadFieldDefinition,
  },
  "DELETE /api/lead-fields/{id}": removal("manage", "Delete a custom field"),
  "GET /api/lead-fields/{id}/promotion": {
    permission: "manage",
    summary: "Preview moving a detail of leads into a custom field",
    params: IdParams,
    query: PromotionQuery,
    response: Promotion,
  },
  "POST /api/lead-fields/{id}/promotion": {
    permission: "manage",
    summary: "Move a detail of leads into a custom field",
    params: IdParams,
    body: DetailToPromote,
    response: BulkResult,
  },
  "GET /api/lead-fields/{id}/conversion": {
    permission: "manage",
    summary: "Preview changing the type of a custom field",
    params: IdParams,
    query: ConversionQuery,
    response: Conversion,
  },
  "POST /api/lead-fields/{id}/conversion": {
    permission: "manage",
    summary: "Change the type of a custom field and convert its values",
    params: IdParams,
    body: FieldConversion,
    response: BulkResult,
  },
  "POST /api/lead-fields/{id}/demotion": {
    permission: "manage",
    summary: "Move a custom field's values to the leads' other details",
    params: IdParams,
    response: BulkResult,
  },
} as const satisfies Record<string, Endpoint>;
