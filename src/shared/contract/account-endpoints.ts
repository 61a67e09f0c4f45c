import { z } from "zod";
import { AuditPage, AuditQuery } from "#shared/contract/audit.ts";
import { IdParams } from "#shared/contract/common.ts";
import { NoContent, type Endpoint } from "#shared/contract/endpoint.ts";
import { PersonData, PersonErasure, PersonParams } from "#shared/contract/person.ts";
import {
  ApiToken,
  ApiTokenUpdate,
  CreatedApiToken,
  FirstOwner,
  RecoveryCodes,
  SecondFactorConfirmation,
  SecondFactorRemoval,
  SecondFactorSetUp,
  Session,
  SessionRecord,
  SignIn,
  TokenRequest,
  WhoseQuery,
} from "#shared/contract/session.ts";
import { AcceptedInvitation, CreatedUser, NewUser, PasswordChange, User, UserUpdate } from "#shared/contract/user.ts";

/** The calls about who gets in, who did what, and what is known about a person. */
export const accountEndpoints = {
  "GET /api/session": { permission: "anyone", summary: "Who is signed in", response: Session },
  "POST /api/session": { permission: "anyone", summary: "Sign in", body: SignIn, response: Session },
  "DELETE /api/session": { permission: "anyone", summary: "Sign out", response: NoContent, status: 204 },
  "POST /api/session/first-owner": {
    permission: "anyone",
    summary: "Make the first account, while there is none",
    body: FirstOwner,
    response: Session,
    status: 201,
  },
  "POST /api/session/invitation": {
    permission: "anyone",
    summary: "Accept an invitation by choosing a password",
    body: AcceptedInvitation,
    response: Session,
  },
  "POST /api/session/password": {
    permission: "signed-in",
    summary: "Change one's password; every other session ends, and with deleteTokens every API token",
    body: PasswordChange,
    response: NoContent,
    status: 204,
  },
  "POST /api/session/second-factor": {
    permission: "signed-in",
    summary: "Begin to set up an authenticator",
    response: SecondFactorSetUp,
    status: 201,
  },
  "POST /api/session/second-factor/confirm": {
    permission: "signed-in",
    summary: "Turn the second factor on",
    body: SecondFactorConfirmation,
    response: RecoveryCodes,
  },
  "POST /api/session/second-factor/remove": {
    permission: "signed-in",
    summary: "Turn the second factor off",
    body: SecondFactorRemoval,
    response: NoContent,
    status: 204,
  },
  "GET /api/sessions": {
    permission: "signed-in",
    summary: "Browsers that are signed in",
    query: WhoseQuery,
    response: z.array(SessionRecord),
  },
  "DELETE /api/sessions/{id}": {
    permission: "signed-in",
    summary: "Sign a browser out",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/users": { permission: "accounts", summary: "Accounts", response: z.array(User) },
  "POST /api/users": {
    permission: "accounts",
    summary: "Add an account, or invite somebody",
    body: NewUser,
    response: CreatedUser,
    status: 201,
  },
  "PATCH /api/users/{id}": {
    permission: "accounts",
    summary: "Change a role, or shut an account",
    params: IdParams,
    body: UserUpdate,
    response: User,
  },
  "POST /api/users/{id}/invitation": {
    permission: "accounts",
    summary: "A new link with which to choose a password; the old password, link and API tokens work no more",
    params: IdParams,
    response: CreatedUser,
    status: 201,
  },
  "DELETE /api/users/{id}": {
    permission: "accounts",
    summary: "Delete an account with its sessions and tokens",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/tokens": {
    permission: "signed-in",
    summary: "API tokens",
    query: WhoseQuery,
    response: z.array(ApiToken),
  },
  "POST /api/tokens": {
    permission: "signed-in",
    summary: "Make an API token, with one's password where one has one",
    body: TokenRequest,
    response: CreatedApiToken,
    status: 201,
  },
  "PATCH /api/tokens/{id}": {
    permission: "signed-in",
    summary: "Rename an API token",
    params: IdParams,
    body: ApiTokenUpdate,
    response: ApiToken,
  },
  "DELETE /api/tokens/{id}": {
    permission: "signed-in",
    summary: "Delete an API token",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/audit": {
    permission: "manage",
    summary: "Who did what from where, newest first",
    query: AuditQuery,
    response: AuditPage,
  },
  "GET /api/people/{email}/data": {
    permission: "manage",
    summary: "Everything known about a person",
    params: PersonParams,
    response: PersonData,
  },
  "DELETE /api/people/{email}": {
    permission: "manage",
    summary: "Erase everything known about a person, and keep it out",
    params: PersonParams,
    response: PersonErasure,
  },
  "POST /api/people/{email}/readmit": {
    permission: "manage",
    summary: "Let a person who was erased come in again",
    params: PersonParams,
    response: NoContent,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
