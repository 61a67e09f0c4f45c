import type { DataSource, DataSourceConfig, Pagination, RowTarget } from "#shared/contract/data-source.ts";
import { JSON_API_TEMPLATES, type JsonApiTemplateName } from "#shared/json-api-templates.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatCount } from "#web/format/number.ts";

export const PAGINATION_KINDS = ["none", "link", "cursor", "page", "offset"] as const satisfies Pagination["kind"][];

/** Form values of a JSON API. */
export interface ApiValues {
  url: string;
  /** A null value keeps the stored one. */
  headers: { name: string; value: string | null }[];
  rowsPath: string;
  pagination: Pagination["kind"];
  cursorPath: string;
  /** The parameter of a cursor, page number or offset. */
  pageParameter: string;
  firstPage: string;
  limitParameter: string;
  pageSize: string;
  totalPath: string;
  /** Chosen targets by path; other fields are recognized by name. */
  mapping: Record<string, RowTarget>;
}

interface Complaint {
  path: keyof ApiValues;
  message: string;
}

/** Form values of stored settings, or of a template's. */
export function apiValues(
  config: Partial<Pick<DataSource["config"], "url" | "rowsPath" | "pagination" | "fieldMapping">> & {
    requestHeaders?: readonly { name: string; value?: string }[] | undefined;
  },
): ApiValues {
  const { pagination = { kind: "none" } } = config;
  const by = (key: string): string => {
    const value: unknown = Object.entries(pagination).find(([name]) => name === key)?.[1];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  return {
    url: config.url ?? "",
    headers: (config.requestHeaders ?? []).map(({ name, value }) => ({ name, value: value ?? null })),
    rowsPath: config.rowsPath ?? "",
    pagination: pagination.kind,
    cursorPath: by("path"),
    pageParameter: by("parameter"),
    firstPage: by("first") || "1",
    limitParameter: by("limitParameter"),
    pageSize: by("size") || "100",
    totalPath: by("totalPath"),
    mapping: Object.fromEntries((config.fieldMapping ?? []).map(({ path, target }) => [path, target])),
  };
}

export function templateValues(name: JsonApiTemplateName): ApiValues {
  const { config } = JSON_API_TEMPLATES[name];
  return apiValues({ ...config, fieldMapping: [...config.fieldMapping] });
}

export function apiConfig(typed: ApiValues): DataSourceConfig {
  return {
    url: typed.url.trim(),
    requestHeaders: typed.headers
      .filter(({ name, value }) => name.trim() !== "" || (value ?? "").trim() !== "")
      .map(({ name, value }) => (value === null ? { name: name.trim() } : { name: name.trim(), value: value.trim() })),
    rowsPath: typed.rowsPath.trim(),
    pagination: paginationOf(typed),
    fieldMapping: Object.entries(typed.mapping).map(([path, target]) => ({ path, target })),
  };
}

function paginationOf(typed: ApiValues): Pagination {
  const parameter = typed.pageParameter.trim();
  const totalPath = typed.totalPath.trim();
  switch (typed.pagination) {
    case "cursor":
      return { kind: "cursor", path: typed.cursorPath.trim(), parameter };
    case "page":
      return { kind: "page", parameter, first: Number(typed.firstPage), totalPath };
    case "offset": {
      const limitParameter = typed.limitParameter.trim();
      return { kind: "offset", parameter, limitParameter, size: Number(typed.pageSize), totalPath };
    }
    default:
      return { kind: typed.pagination };
  }
}

export function* apiComplaints(typed: ApiValues): Generator<Complaint> {
  const url = typed.url.trim();
  const left = Object.values(JSON_API_TEMPLATES)
    .flatMap(({ placeholders }) => placeholders)
    .find((placeholder) => url.includes(placeholder));
  if (url === "") yield { path: "url", message: "URL is required" };
  else if (left !== undefined) yield { path: "url", message: `Replace ${left} in the URL` };
  else if (!/^https?:\/\/\S+$/iu.test(url))
    yield { path: "url", message: "Enter a URL like https://api.example.com/leads" };
  const { pagination } = typed;
  if (pagination === "cursor" && typed.cursorPath.trim() === "") {
    yield { path: "cursorPath", message: "Path is required" };
  }
  if ((pagination === "page" || pagination === "offset") && typed.pageParameter.trim() === "") {
    yield { path: "pageParameter", message: "Parameter is required" };
  }
  if (pagination === "page" && !isWithin(typed.firstPage, 0, 1_000)) {
    yield { path: "firstPage", message: `Enter a number from 0 to ${formatCount(1_000)}` };
  }
  if (pagination === "offset" && !isWithin(typed.pageSize, 1, LIMITS.jsonApi.pageSize)) {
    yield { path: "pageSize", message: `Enter a number from 1 to ${formatCount(LIMITS.jsonApi.pageSize)}` };
  }
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d+$/u.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}
