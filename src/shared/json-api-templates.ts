import type { DataSourceConfig } from "#shared/contract/data-source.ts";

/** A service whose API can be read without knowing its details. */
export interface JsonApiTemplate {
  label: string;
  /** What has to be replaced in the URL, and where to find it. */
  placeholders: readonly string[];
  urlHint: string;
  headerHint: string;
  config: Required<Pick<DataSourceConfig, "url" | "rowsPath" | "pagination" | "fieldMapping">> & {
    /** The value up to the secret. */
    requestHeaders: readonly { name: string; value: string }[];
  };
}

/** Prefilled settings; nothing else depends on the service. */
export const JSON_API_TEMPLATES = {
  airtable: {
    label: "Airtable",
    placeholders: ["BASE_ID", "TABLE_ID"],
    urlHint: "Replace BASE_ID (app…) and TABLE_ID (tbl…) with the IDs in the table's URL.",
    headerHint: "Add a personal access token with the scope data.records:read after Bearer.",
    config: {
      url: "https://api.airtable.com/v0/BASE_ID/TABLE_ID",
      requestHeaders: [{ name: "Authorization", value: "Bearer " }],
      rowsPath: "records",
      pagination: { kind: "cursor", path: "offset", parameter: "offset" },
      fieldMapping: [{ path: "id", target: "id" }],
    },
  },
  nocodb: {
    label: "NocoDB",
    placeholders: ["BASE_ID", "TABLE_ID"],
    urlHint: "Replace BASE_ID (p…) and TABLE_ID (m…) with the IDs in the table's URL, and the server if it's your own.",
    headerHint: "Paste an API token.",
    config: {
      url: "https://app.nocodb.com/api/v3/data/BASE_ID/TABLE_ID/records?pageSize=100",
      requestHeaders: [{ name: "xc-token", value: "" }],
      rowsPath: "records",
      // The next page's URL, which omits the chosen fields and, behind a proxy, may name another server.
      pagination: { kind: "cursor", path: "next", parameter: "page" },
      fieldMapping: [{ path: "id", target: "id" }],
    },
  },
  hubspot_form: {
    label: "HubSpot form",
    placeholders: ["FORM_ID"],
    urlHint: "Replace FORM_ID with the ID in the form's URL.",
    headerHint: "Add a service key with the scope forms after Bearer.",
    config: {
      url: "https://api.hubapi.com/form-integrations/v1/submissions/forms/FORM_ID?limit=50",
      requestHeaders: [{ name: "Authorization", value: "Bearer " }],
      rowsPath: "results",
      pagination: { kind: "cursor", path: "paging.next.after", parameter: "after" },
      fieldMapping: [{ path: "conversionId", target: "id" }],
    },
  },
} as const satisfies Readonly<Record<string, JsonApiTemplate>>;

export type JsonApiTemplateName = keyof typeof JSON_API_TEMPLATES;
