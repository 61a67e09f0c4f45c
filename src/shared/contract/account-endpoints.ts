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
  SecondFactorProof,
  SecondFactorSetUp,
  Session,
  SessionRecord,
  SignIn,
  TokenRequest,
  WhoseQuery,
} from "#shared/contract/session.ts";
import { AcceptedInvitation, CreatedUser, NewUser, PasswordChange, User, UserUpdate } from "#shared/contract/user.ts";

/** Access, the audit log and personal data. */
export const accountEndpoints = {
  "GET /api/session": { permission: "anyone", summary: "Get the current session", response: Session },
  "POST /api/session": { permission: "anyone", summary: "Sign in", body: SignIn, response: Session },
  "DELETE /api/session": { permission: "anyone", summary: "Sign out", response: NoContent, status: 204 },
  "POST /api/session/first-owner": {
    permission: "anyone",
    summary: "Create the first account",
    body: FirstOwner,
    response: Session,
    status: 201,
  },
  "POST /api/session/invitation": {
    permission: "anyone",
    summary: "Accept an invitation and set a password",
    body: AcceptedInvitation,
    response: Session,
  },
  "POST /api/session/password": {
    permission: "signed-in",
    summary: "Change your password",
    body: PasswordChange,
    response: NoContent,
    status: 204,
  },
  "POST /api/session/second-factor": {
    permission: "signed-in",
    summary: "Start authenticator setup",
    body: SecondFactorProof,
    response: SecondFactorSetUp,
    status: 201,
  },
  "POST /api/session/second-factor/confirm": {
    permission: "signed-in",
    summary: "Turn on two-factor authentication",
    body: SecondFactorConfirmation,
    response: RecoveryCodes,
  },
  "POST /api/session/second-factor/remove": {
    permission: "signed-in",
    summary: "Turn off two-factor authentication",
    body: SecondFactorProof,
    response: NoContent,
    status: 204,
  },
  "GET /api/sessions": {
    permission: "signed-in",
    summary: "List sessions",
    query: WhoseQuery,
    response: z.array(SessionRecord),
  },
  "DELETE /api/sessions/{id}": {
    permission: "signed-in",
    summary: "End a session",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/users": { permission: "accounts", summary: "List accounts", response: z.array(User) },
  "POST /api/users": {
    permission: "accounts",
    summary: "Add an account or invite someone",
    body: NewUser,
    response: CreatedUser,
    status: 201,
  },
  "PATCH /api/users/{id}": {
    permission: "accounts",
    summary: "Change a role or deactivate an account",
    params: IdParams,
    body: UserUpdate,
    response: User,
  },
  "POST /api/users/{id}/invitation": {
    permission: "accounts",
    summary: "Reset an account's access with a new invitation link",
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
    summary: "List API tokens",
    query: WhoseQuery,
    response: z.array(ApiToken),
  },
  "POST /api/tokens": {
    permission: "signed-in",
    summary: "Create an API token",
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
    summary: "List audit log entries, newest first",
    query: AuditQuery,
    response: AuditPage,
  },
  "GET /api/people/{email}/data": {
    permission: "manage",
    summary: "Export everything stored about a person",
    params: PersonParams,
    response: PersonData,
  },
  "DELETE /api/people/{email}": {
    permission: "manage",
    summary: "Erase a person and block new data about them",
    params: PersonParams,
    response: PersonErasure,
  },
  "POST /api/people/{email}/readmit": {
    permission: "manage",
    summary: "Allow data about an erased person again",
    params: PersonParams,
    response: NoContent,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
