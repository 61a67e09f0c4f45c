import { systemResolve } from "#server/platform/guarded-connect.ts";
import type { ReachNow } from "#server/platform/guarded-socket.ts";

/** Lets tests reach mail servers on their own machine, on any port. */
export const ANYWHERE: ReachNow = async () => ({ allowPrivate: true, resolve: systemResolve });
