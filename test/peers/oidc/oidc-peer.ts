import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

const CLIENT = { clientId: "winnow", clientSecret: "client-secret-of-the-test" };

/** Who signs in at the provider, without a password. */
export interface OidcPerson {
  subject: string;
  email: string;
  isEmailVerified: boolean;
}

export interface OidcPeer {
  readonly issuer: string;
  readonly client: typeof CLIENT;
  person: OidcPerson;
  /** How someone in between changes the browser's request. */
  tamper: (query: URLSearchParams) => void;
  /** Signs `person` in at this provider URL; returns the URL that it redirects the browser to. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

interface Context {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

/** A certified OpenID provider on loopback, which redirects people to `redirectUri`. */
export async function startOidcPeer(redirectUri: string): Promise<OidcPeer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const people = new Map<string, OidcPerson>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "test" }] },
    cookies: { keys: ["cookies of the test"] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, accountId: string) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        email: people.get(accountId)?.email,
        email_verified: people.get(accountId)?.isEmailVerified,
      }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const of = { clientId: oidc.client.clientId, accountId: oidc.session.accountId };
      const grant = new oidc.provider.Grant(of);
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();

  const peer: OidcPeer = {
    issuer,
    client: CLIENT,
    person: { subject: "nobody", email: "", isEmailVerified: false },
    tamper: () => {},
    async visit(address) {
      const jar = new Map<string, string>();
      for (let url = new URL(address); ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const { status, headers } = await fetch(url, { redirect: "manual", headers: { cookie } });
        for (const text of headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(text) ?? [];
          jar.set(name, value);
        }
        const location = headers.get("location");
        if (location === null) throw new Error(`The provider answered ${status} for ${url.pathname}.`);
        url = new URL(location, url);
        if (url.origin !== issuer) return url.href;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("request", (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname.startsWith("/interaction/")) {
      people.set(peer.person.subject, peer.person);
      void provider.interactionFinished(request, response, { login: { accountId: peer.person.subject } });
      return;
    }
    if (url.pathname === "/auth") {
      peer.tamper(url.searchParams);
      request.url = `${url.pathname}?${url.searchParams.toString()}`;
    }
    answer(request, response);
  });
  return peer;
}
