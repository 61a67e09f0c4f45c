import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";

/** Everything stored about the person with this address; recorded in the audit log. */
export const readPerson = endpointMutation("GET /api/people/{email}/data");

/** Refetches everything, as any of it may have named the person. */
export const erasePerson = endpointMutation("DELETE /api/people/{email}", (client) => client.invalidateQueries());

/** Allows new data about an erased person. */
export const readmitPerson = endpointMutation("POST /api/people/{email}/readmit");
