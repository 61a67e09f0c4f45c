import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Session } from "#shared/contract/session.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

/** The current user. */
export const sessionQuery = queryOptions({
  ...endpointQuery(keys.session, "GET /api/session"),
  // Many components use this; after a failure, each new one would retry.
  retryOnMount: false,
});

/** Rejected with `code_needed` if the password is right and the account uses two-factor authentication. */
export const signIn = mutationOptions({
  ...endpointMutation("POST /api/session"),
  onSuccess: (session, _input, _result, { client }) => enter(client, session),
});

export const makeFirstOwner = mutationOptions({
  ...endpointMutation("POST /api/session/first-owner"),
  onSuccess: (session, _input, _result, { client }) => {
    enter(client, session);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  },
});

export const acceptInvitation = mutationOptions({
  ...endpointMutation("POST /api/session/invitation"),
  onSuccess: (session, _input, _result, { client }) => enter(client, session),
});

/** Ends this browser's session. Reload the page afterwards: it holds the user's data. */
export const signOut = endpointMutation("DELETE /api/session");

/** Ends every other session and optionally deletes every API token. */
export const changePassword = mutationOptions({
  ...endpointMutation("POST /api/session/password"),
  onSuccess: (_answer, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.sessions });
    void client.invalidateQueries({ queryKey: keys.tokens });
  },
});

/** Creates an authenticator secret; active once a code is confirmed. */
export const beginSecondFactor = endpointMutation("POST /api/session/second-factor");

/** Turns on two-factor authentication; returns the recovery codes once. */
export const confirmSecondFactor = mutationOptions({
  ...endpointMutation("POST /api/session/second-factor/confirm"),
  onSuccess: (_answer, _input, _result, { client }) => refreshSession(client),
});

export const removeSecondFactor = mutationOptions({
  ...endpointMutation("POST /api/session/second-factor/remove"),
  onSuccess: (_answer, _input, _result, { client }) => refreshSession(client),
});

/** The user's own sessions, or for owners the whole team's. */
export function sessionsQuery(whose: "own" | "team") {
  return endpointQuery(keys.sessionsOf(whose), "GET /api/sessions", { query: { all: whose === "team" } });
}

export const endSession = endpointMutation("DELETE /api/sessions/{id}", (client) =>
  client.invalidateQueries({ queryKey: keys.sessions }),
);

/** Signs out all other browsers, including any not shown on the page. */
export const endOtherSessions = mutationOptions({
  mutationFn: async () => {
    const sessions = await request("GET /api/sessions");
    const others = sessions.filter(({ isCurrent }) => !isCurrent);
    await Promise.all(others.map(({ id }) => request("DELETE /api/sessions/{id}", { params: { id } })));
  },
  onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.sessions }),
});

function enter(client: QueryClient, session: Session): void {
  client.setQueryData(sessionQuery.queryKey, session);
}

function refreshSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.session });
  void client.invalidateQueries({ queryKey: keys.users });
}
