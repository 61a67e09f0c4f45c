import { json } from "#test/peers/crm/crm-peer.ts";
import { startWebsitePeer, type PeerAnswer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

/** A service that lists rows, on loopback, with the answers of the real one. */
export interface ApiPeer<Row> {
  readonly url: string;
  /** The rows it lists; tests change them. */
  rows: Row[];
  readonly requests: WebsitePeer["requests"];
  /** Answers the next requests in this order instead. */
  next(...answers: readonly PeerAnswer[]): void;
  close(): Promise<void>;
}

export const TOKEN = "token-of-the-test-with-every-scope";

interface Listing<Row> {
  path: string;
  /** The header that must hold this. */
  access: readonly [name: string, value: string];
  refused: PeerAnswer;
  list: (rows: readonly Row[], query: URLSearchParams, url: string) => PeerAnswer;
}

async function startApiPeer<Row>(
  rows: Row[],
  { path, access: [name, value], refused, list }: Listing<Row>,
): Promise<ApiPeer<Row>> {
  const planned: PeerAnswer[] = [];
  const site = await startWebsitePeer({
    [path]: ({ headers, path: asked }) => {
      const answer = planned.shift();
      if (answer !== undefined) return answer;
      if (headers[name] !== value) return refused;
      return list(peer.rows, new URL(asked, site.url).searchParams, site.url);
    },
    "*": () => json(404, { error: "NOT_FOUND" }),
  });
  const peer: ApiPeer<Row> = {
    url: `${site.url}${path}`,
    rows,
    requests: site.requests,
    next: (...answers) => void planned.push(...answers),
    close: () => site.close(),
  };
  return peer;
}

export interface AirtableRecord {
  id: string;
  createdTime: string;
  /** Without the fields that are empty. */
  fields: Record<string, unknown>;
}

/** Airtable's list of a table's records: at most 100 a page, and an offset that is a text. */
export function startAirtablePeer(rows: AirtableRecord[]): Promise<ApiPeer<AirtableRecord>> {
  return startApiPeer(rows, {
    path: "/v0/appTestBase000001/tblTestTable0001",
    access: ["authorization", `Bearer ${TOKEN}`],
    refused: json(401, { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } }),
    list(all, query) {
      const size = Math.min(Number(query.get("pageSize") ?? 100), 100);
      const offset = query.get("offset");
      const start = offset === null ? 0 : all.findIndex(({ id }) => offset === `itrTest0000000001/${id}`);
      if (start === -1) {
        const message = "The value of offset doesn't match any iterator";
        return json(422, { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message } });
      }
      const following = all[start + size];
      return json(200, {
        records: all.slice(start, start + size),
        ...(following !== undefined && { offset: `itrTest0000000001/${following.id}` }),
      });
    },
  });
}

export interface NocodbRecord {
  id: number;
  /** Without the fields that are empty. */
  fields: Record<string, unknown>;
}

/** NocoDB's list of a table's records (v3): the URL of the next page, as a server behind a proxy builds it. */
export function startNocodbPeer(rows: NocodbRecord[]): Promise<ApiPeer<NocodbRecord>> {
  const path = "/api/v3/data/ptestbase0000001/mtesttable000001/records";
  return startApiPeer(rows, {
    path,
    access: ["xc-token", TOKEN],
    refused: json(401, { error: "AUTHENTICATION_REQUIRED", message: "Authentication required - Invalid token" }),
    list(all, query) {
      const pageSize = Math.min(Number(query.get("pageSize") ?? 25), 100);
      const page = Number(query.get("page") ?? 1);
      const linkTo = (number: number) => `http://nocodb.internal:8080${path}?pageSize=${pageSize}&page=${number}`;
      return json(200, {
        records: all.slice((page - 1) * pageSize, page * pageSize),
        next: page * pageSize < all.length ? linkTo(page + 1) : null,
        prev: page > 1 ? linkTo(page - 1) : null,
        nestedNext: null,
        nestedPrev: null,
      });
    },
  });
}

export interface FormSubmission {
  conversionId: string;
  /** In milliseconds since 1970. */
  submittedAt: number;
  values: { name: string; value: string; objectTypeId: string }[];
  pageUrl: string;
}

/** HubSpot's list of a form's submissions: at most 50 a page, with the next cursor and its link. */
export function startHubspotFormPeer(rows: FormSubmission[]): Promise<ApiPeer<FormSubmission>> {
  const path = "/form-integrations/v1/submissions/forms/319478e5-e5fd-4d39-9d13-fc1f90bf46da";
  return startApiPeer(rows, {
    path,
    access: ["authorization", `Bearer ${TOKEN}`],
    refused: json(401, {
      status: "error",
      message: "Authentication credentials not found.",
      correlationId: "aeb5f871-7f07-4993-9211-075dc63e7cbf",
      category: "INVALID_AUTHENTICATION",
    }),
    list(all, query, url) {
      const size = Math.min(Number(query.get("limit") ?? 20), 50);
      const start = Number(atob(query.get("after") ?? ""));
      const after = btoa(String(start + size));
      const isLast = start + size >= all.length;
      const next = { after, link: `${url}${path}?limit=${size}&after=${encodeURIComponent(after)}` };
      return json(200, { results: all.slice(start, start + size), ...(!isLast && { paging: { next } }) });
    },
  });
}
