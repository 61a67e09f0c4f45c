import { mutationOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";

/** Everything stored about the person with this address; recorded in the audit log. */
export const readPerson = mutationOptions({
  mutationFn: (email: string) => request("GET /api/people/{email}/data", { params: { email } }),
});

/** Refetches everything, as any of it may have named the person. */
export const erasePerson = mutationOptions({
  mutationFn: (email: string) => request("DELETE /api/people/{email}", { params: { email } }),
  onSettled: (_answer, _error, _email, _result, { client }) => client.invalidateQueries(),
});

/** Allows new data about an erased person. */
export const readmitPerson = mutationOptions({
  mutationFn: (email: string) => request("POST /api/people/{email}/readmit", { params: { email } }),
});
