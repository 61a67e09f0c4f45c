import { NOT_PUBLIC } from "#server/platform/outside-url.ts";
import { PrivateAddressError } from "#server/platform/guarded-connect.ts";

/** Why a fetch failed: `refused` by Winnow, the others by the network or server. */
export type FailureKind = "refused" | "unreachable" | "too_slow" | "too_big" | "wrong_type" | "broken";

export interface FetchFailure {
  kind: FailureKind;
  /** For people. */
  reason: string;
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: "No such host.",
  EAI_AGAIN: "The name server didn't respond.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The server closed the connection.",
  EPIPE: "The server closed the connection.",
  ETIMEDOUT: "The server didn't respond in time.",
  UND_ERR_CONNECT_TIMEOUT: "The server didn't respond in time.",
  EHOSTUNREACH: "This host can't be reached from the network.",
  ENETUNREACH: "This host can't be reached from the network.",
  UND_ERR_SOCKET: "The server closed the connection.",
  CERT_HAS_EXPIRED: "The site's certificate has expired.",
  CERT_NOT_YET_VALID: "The site's certificate isn't valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The site's certificate is for another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The site's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The site's certificate is from an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The site's certificate is from an untrusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The site doesn't send its intermediate certificates.",
};

/** Classifies an error thrown by a request by its innermost cause with a known code. */
export function failureOf(error: unknown): FetchFailure {
  for (const one of causesOf(error)) {
    if (one instanceof PrivateAddressError) return { kind: "refused", reason: NOT_PUBLIC };
    const code = codeOf(one);
    const known = UNREACHABLE[code];
    if (known !== undefined) return { kind: "unreachable", reason: known };
    if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
      return { kind: "too_big", reason: "The response headers are too large." };
    }
    if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
      return { kind: "too_slow", reason: "The server didn't respond in time." };
    }
    // Some of the parser's errors have no code.
    const isMalformed = one instanceof Error && one.name === "HTTPParserError";
    if (isMalformed || code.startsWith("HPE_") || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
      return { kind: "broken", reason: "The server's response isn't valid HTTP." };
    }
    if (/^ERR_SSL|^ERR_TLS|CERT|^EPROTO$/u.test(code)) {
      return { kind: "unreachable", reason: `The secure connection failed (${code}).` };
    }
  }
  return { kind: "unreachable", reason: "The connection failed." };
}

/** An error, its causes, and those of a connection tried at several addresses. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (depth > 4 || !(error instanceof Error)) return [error];
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [error, ...inner, ...(error.cause === undefined ? [] : causesOf(error.cause, depth + 1))];
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
