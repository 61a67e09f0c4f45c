import { isIP } from "node:net";
import { z } from "zod";
import { ROLES, type Role } from "#shared/roles.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";

/** Names the framework accepts for ranges of private addresses. */
const RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** The variables for how others reach the server and who may sign in from where. */
export const ACCESS_VARIABLES = {
  WINNOW_ALLOWED_HOSTS: list.refine((hosts) => hosts.every((host) => /^[\w.:[\]-]+$/u.test(host)), {
    message: "must be host names separated by commas",
  }),
  WINNOW_TRUST_PROXY: list.refine((proxies) => proxies.every(isRange), {
    message: "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
  }),
  WINNOW_OIDC_ISSUER: z
    .url({ protocol: /^https?$/u, message: "must be an https URL", abort: true })
    .refine((url) => url.startsWith("https:") || isLoopbackHost(new URL(url).hostname), "must be an https URL")
    .optional(),
  WINNOW_OIDC_CLIENT_ID: z.string().optional(),
  WINNOW_OIDC_CLIENT_SECRET: z.string().optional(),
  WINNOW_OIDC_NAME: z.string().max(80).default("your identity provider"),
  WINNOW_OIDC_ROLE: z.enum(ROLES, `must be ${ROLES.join(", ")} or unset`).optional(),
};

type Variables = z.output<z.ZodObject<typeof ACCESS_VARIABLES>>;

export interface AccessEnv {
  /** Host names others use for this server, in addition to its public address. */
  allowedHosts: string[];
  /** Addresses or ranges of the proxies trusted to state where a request comes from. */
  trustedProxies: string[];
  /** The identity provider and the role of people who first sign in with it; null without one. */
  identityProvider: IdentityProviderEnv | null;
}

interface IdentityProviderEnv {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  newRole: Role | null;
}

/** Whether the identity provider is described completely or not at all. */
export function isProviderWhole(env: Variables): boolean {
  const { WINNOW_OIDC_ISSUER: issuer, WINNOW_OIDC_CLIENT_ID: id, WINNOW_OIDC_CLIENT_SECRET: secret } = env;
  return [issuer, id, secret].every((value) => (value === undefined) === (issuer === undefined));
}

export function accessOf(env: Variables): AccessEnv {
  const { WINNOW_OIDC_ISSUER: issuer, WINNOW_OIDC_CLIENT_ID: clientId, WINNOW_OIDC_CLIENT_SECRET: clientSecret } = env;
  return {
    allowedHosts: env.WINNOW_ALLOWED_HOSTS,
    trustedProxies: env.WINNOW_TRUST_PROXY,
    identityProvider:
      issuer === undefined || clientId === undefined || clientSecret === undefined
        ? null
        : { issuer, clientId, clientSecret, name: env.WINNOW_OIDC_NAME, newRole: env.WINNOW_OIDC_ROLE ?? null },
  };
}

function isRange(text: string): boolean {
  if (RANGES.has(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
