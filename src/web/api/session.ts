import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { FirstOwner, Session, SignIn } from "#shared/contract/session.ts";
import type { AcceptedInvitation, PasswordChange } from "#shared/contract/user.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/** Who uses this page. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => request("GET /api/session", { signal }),
  // Many parts of a page ask; each that appears would ask again after a failure.
  retryOnMount: false,
});

/** Refused as `code_needed` when the password is right and the account has a second factor. */
export const signIn = mutationOptions({
  mutationFn: (body: SignIn) => request("POST /api/session", { body }),
  onSuccess: (session, _input, _result, { client }) => enter(client, session),
});

export const makeFirstOwner = mutationOptions({
  mutationFn: (body: FirstOwner) => request("POST /api/session/first-owner", { body }),
  onSuccess: (session, _input, _result, { client }) => {
    enter(client, session);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  },
});

export const acceptInvitation = mutationOptions({
  mutationFn: (body: AcceptedInvitation) => request("POST /api/session/invitation", { body }),
  onSuccess: (session, _input, _result, { client }) => enter(client, session),
});

/** Ends the session of this browser. The page has to be loaded anew after it: it holds what the person could read. */
export const signOut = mutationOptions({ mutationFn: () => request("DELETE /api/session") });

/** Every other session ends with the old password, and where that is wanted every API token. */
export const changePassword = mutationOptions({
  mutationFn: (body: PasswordChange) => request("POST /api/session/password", { body }),
  onSuccess: (_answer, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.sessions });
    void client.invalidateQueries({ queryKey: keys.tokens });
  },
});

/** A secret for an authenticator; in force once a code of it was confirmed. */
export const beginSecondFactor = mutationOptions({ mutationFn: () => request("POST /api/session/second-factor") });

/** Turns the second factor on and answers the recovery codes, this once. */
export const confirmSecondFactor = mutationOptions({
  mutationFn: (code: string) => request("POST /api/session/second-factor/confirm", { body: { code } }),
  onSuccess: (_answer, _input, _result, { client }) => refreshSession(client),
});

export const removeSecondFactor = mutationOptions({
  mutationFn: (password: string) => request("POST /api/session/second-factor/remove", { body: { password } }),
  onSuccess: (_answer, _input, _result, { client }) => refreshSession(client),
});

/** The browsers one is signed in with, or for owners those of the whole team. */
export function sessionsQuery(whose: "own" | "team") {
  return queryOptions({
    queryKey: keys.sessionsOf(whose),
    queryFn: ({ signal }) => request("GET /api/sessions", { query: { all: whose === "team" }, signal }),
  });
}

export const endSession = mutationOptions({
  mutationFn: (id: string) => request("DELETE /api/sessions/{id}", { params: { id } }),
  onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.sessions }),
});

/** Signs out every browser but this one: those that there are now, which may be more than the page shows. */
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
