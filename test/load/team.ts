import { Agent, request } from "node:http";
import { callerAt, OWNER, type Caller } from "#test/scaling/installation.ts";

const PASSWORD = "a password of one member";

/** A signed-in member of the team. */
export interface Member {
  cookie: string;
  call: Caller;
  /** Calls, and resolves with the status of the response, 0 without one. Never rejects. */
  ask: Asker;
}

type Asker = (path: string, call: { method: string; body?: unknown }) => Promise<number>;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Uses far less CPU than `fetch`, which the server under test needs. */
function askerAt(url: string, cookie: string): Asker {
  return (path, { method, body }) =>
    new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { cookie, ...(text !== undefined && { "content-type": "application/json" }) };
      const asked = request(`${url}${path}`, { agent, method, headers, timeout: 90_000 }, (answer) => {
        answer.once("end", () => resolve(answer.statusCode ?? 0)).once("error", () => resolve(0));
        answer.resume();
      });
      asked.once("timeout", () => asked.destroy()).once("error", () => resolve(0));
      asked.end(text);
    });
}

/** Adds this many members to a server that has an owner, and signs each in. */
export async function assembleTeam(url: string, size: number, signIn: () => Promise<string>): Promise<Member[]> {
  const owner = callerAt(url, await signIn());
  const team: Member[] = [];
  for (let n = 0; n < size; n += 1) {
    const username = `member-${n}`;
    await expectOk(
      await owner("/api/users", { method: "POST", body: { username, role: "member", password: PASSWORD } }),
    );
    const session = await callerAt(url, "")("/api/session", { method: "POST", body: { username, password: PASSWORD } });
    await expectOk(session);
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    team.push({ cookie, call: callerAt(url, cookie), ask: askerAt(url, cookie) });
  }
  return team;
}

/** Throws an Error with the response if it isn't a success. */
export async function expectOk(answer: Response): Promise<void> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text} (${OWNER.username})`);
}
