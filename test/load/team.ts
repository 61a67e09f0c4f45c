import { callerAt, OWNER, type Caller } from "#test/scaling/installation.ts";

const PASSWORD = "a password of one member";

/** A member of the team, signed in. */
export interface Member {
  cookie: string;
  call: Caller;
}

/** Adds so many members to a server that has an owner, and signs each in. */
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
    team.push({ cookie, call: callerAt(url, cookie) });
  }
  return team;
}

/** Throws an Error with what was answered where that is no success. */
export async function expectOk(answer: Response): Promise<void> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text} (${OWNER.username})`);
}
