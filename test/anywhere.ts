import { systemResolve } from "#server/platform/guarded-connect.ts";
import type { ReachNow } from "#server/platform/guarded-socket.ts";

/** What lets tests talk to the mail servers of their own machine, on whatever port these have got. */
export const ANYWHERE: ReachNow = async () => ({ allowPrivate: true, resolve: systemResolve });
