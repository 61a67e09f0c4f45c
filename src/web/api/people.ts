import { mutationOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";

/** Everything known about the person with an address; the audit log tells that it was read. */
export const readPerson = mutationOptions({
  mutationFn: (email: string) => request("GET /api/people/{email}/data", { params: { email } }),
});

/** Whatever is shown may have named the person. */
export const erasePerson = mutationOptions({
  mutationFn: (email: string) => request("DELETE /api/people/{email}", { params: { email } }),
  onSettled: (_answer, _error, _email, _result, { client }) => client.invalidateQueries(),
});

/** Lets an erased person come in again. */
export const readmitPerson = mutationOptions({
  mutationFn: (email: string) => request("POST /api/people/{email}/readmit", { params: { email } }),
});
