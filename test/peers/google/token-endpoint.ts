import { type KeyObject, randomBytes, verify } from "node:crypto";
import { type GoogleAnswer, tokenRefusals } from "#test/peers/google/google-answers.ts";

/** The content of an assertion, stored for tests. */
export interface Assertion {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const SCOPES = new Set(
  ["spreadsheets", "spreadsheets.readonly", "drive", "drive.readonly", "drive.file"].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
);
/** Google tolerates clocks that differ by some minutes. */
const SKEW_SECONDS = 300;
const TOKEN_SECONDS = 3599;

/**
 * The token endpoint for service accounts: exchanges a signed assertion for an access token
 * (https://developers.google.com/identity/protocols/oauth2/service-account, RFC 7523).
 */
export class TokenEndpoint {
  readonly assertions: Assertion[] = [];
  readonly #keys = new Map<string, KeyObject>();
  readonly #tokens = new Map<string, { email: string; scopes: string[]; expires: number }>();

  /** Also replaces the account's key, which revokes the previous one. */
  register(email: string, publicKey: KeyObject): void {
    this.#keys.set(email, publicKey);
  }

  remove(email: string): void {
    this.#keys.delete(email);
  }

  withdrawTokens(): void {
    this.#tokens.clear();
  }

  /** The token's account and scopes; null when it is unknown or expired. `now` in milliseconds. */
  holder(token: string, now: number): { email: string; scopes: string[] } | null {
    const found = this.#tokens.get(token);
    return found !== undefined && found.expires > now ? found : null;
  }

  grant(form: URLSearchParams, audience: string, now: number): GoogleAnswer {
    const grantType = form.get("grant_type");
    if (grantType === null) return tokenRefusals.missing("grant_type");
    if (grantType !== GRANT) return tokenRefusals.grantType(grantType);
    const jwt = form.get("assertion");
    if (jwt === null) return tokenRefusals.missing("assertion");
    const [header, claims, signature] = jwt.split(".");
    const said = header && claims ? readAssertion(header, claims) : null;
    if (said === null || !signature) return tokenRefusals.malformed();
    this.assertions.push(said);

    const { iss, aud, scope, iat, exp } = said.claims;
    const key = typeof iss === "string" ? this.#keys.get(iss) : undefined;
    if (typeof iss !== "string" || key === undefined) return tokenRefusals.account();
    const signed = Buffer.from(`${header}.${claims}`);
    const genuine =
      said.header["alg"] === "RS256" && verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url"));
    if (!genuine) return tokenRefusals.signature();
    if (!timely(iat, exp, now / 1000)) return tokenRefusals.timeframe();
    if (aud !== audience) return tokenRefusals.audience(audience);
    const scopes = typeof scope === "string" ? scope.split(" ") : [];
    if (scopes.length === 0 || !scopes.every((one) => SCOPES.has(one))) return tokenRefusals.scope();

    const token = `ya29.c.${randomBytes(48).toString("base64url")}`;
    this.#tokens.set(token, { email: iss, scopes, expires: now + TOKEN_SECONDS * 1000 });
    return { status: 200, body: { access_token: token, expires_in: TOKEN_SECONDS, token_type: "Bearer" } };
  }
}

function timely(iat: unknown, exp: unknown, now: number): boolean {
  return (
    typeof iat === "number" &&
    typeof exp === "number" &&
    exp > iat &&
    exp - iat <= 3600 &&
    iat <= now + SKEW_SECONDS &&
    exp >= now - SKEW_SECONDS
  );
}

function readAssertion(header: string, claims: string): Assertion | null {
  try {
    const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return { header: read(header), claims: read(claims) };
  } catch {
    return null;
  }
}
