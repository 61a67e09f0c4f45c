import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";

/** URLs of calls; in a string, * is any text without a slash, and ** any text. */
type Call = string | RegExp;

interface Request {
  method: string;
  url: URL;
}

/** What the page gets instead of the server's answer; null passes the call on. */
type Answer = { status?: number; contentType?: string; body?: string; json?: unknown } | null;

interface Answering {
  readonly matches: (url: URL) => boolean;
  readonly answer: (request: Request) => Answer | Promise<Answer>;
}

interface Interception {
  /** The newest first. */
  answering: readonly Answering[];
  stop(): Promise<void>;
}

const interceptions = new WeakMap<Page, Promise<Interception>>();

/**
 * Answers the page's calls of the API until the returned function is called; of several answers to a call, the newest
 * counts. Unlike Playwright's routes, this keeps the browser's cache, without which loading a page takes twice the time.
 */
export async function answer(page: Page, call: Call, give: Answering["answer"]): Promise<() => Promise<void>> {
  let interception = interceptions.get(page);
  if (interception === undefined) interceptions.set(page, (interception = intercept(page)));
  const intercepted = await interception;
  const pattern = typeof call === "string" ? patternOf(call) : call;
  const added: Answering = { matches: ({ href }) => pattern.test(href), answer: give };
  intercepted.answering = [added, ...intercepted.answering];
  return async () => {
    intercepted.answering = intercepted.answering.filter((one) => one !== added);
  };
}

/** Lets all calls of the page through again. */
export async function stopAnswering(page: Page): Promise<void> {
  const interception = interceptions.get(page);
  interceptions.delete(page);
  await (await interception)?.stop();
}

async function intercept(page: Page): Promise<Interception> {
  const session = await page.context().newCDPSession(page);
  const interception: Interception = { answering: [], stop: () => session.detach() };
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const asked: Request = { method: request.method, url: new URL(request.url) };
    const settle = async (): Promise<void> => {
      for (const { matches, answer: give } of interception.answering) {
        const given = matches(asked.url) ? await give(asked) : null;
        if (given === null) continue;
        const { status = 200, json, body = JSON.stringify(json) } = given;
        const { contentType = json === undefined ? "text/plain" : "application/json" } = given;
        await session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: status,
          responseHeaders: [{ name: "content-type", value: contentType }],
          body: Buffer.from(body).toString("base64"),
        });
        return;
      }
      await session.send("Fetch.continueRequest", { requestId });
    };
    // The page may have left in the meantime.
    settle().catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }] });
  return interception;
}

function patternOf(glob: string): RegExp {
  const source = glob.replaceAll(/\*{1,2}|[.?]/gu, (part) =>
    part === "**" ? ".*" : part === "*" ? "[^/]*" : `\\${part}`,
  );
  return new RegExp(`^${source}$`, "u");
}

/** Fails the page's calls with problem details until the returned function is called. */
export function refuse(
  page: Page,
  call: Call,
  problem: { status: number; detail: string; errors?: { field: string; message: string }[] },
  method?: string,
): Promise<() => Promise<void>> {
  return answer(page, call, (request) =>
    method === undefined || request.method === method
      ? {
          status: problem.status,
          contentType: "application/problem+json",
          json: { type: "about:blank", title: "Refused", ...problem },
        }
      : null,
  );
}

/**
 * Presses a button that repeats failed calls, which succeed from the press on. Were they let through before, an event
 * could make the page repeat them, and the button would be gone.
 */
export async function retry(button: Locator, ...letThrough: (() => Promise<void>)[]): Promise<void> {
  const sign = `/api/${randomUUID()}`;
  await answer(button.page(), `**${sign}`, async () => {
    await Promise.all(letThrough.map((restore) => restore()));
    return { status: 204, body: "" };
  });
  // Calls are answered in the order the page makes them, so none that an event has begun before is still refused then.
  await button.evaluate(async (element: HTMLElement, path) => {
    await fetch(path);
    // While an event has the page repeat its calls, the button is busy and ignores presses.
    while (element.ariaBusy === "true") await new Promise((resolve) => setTimeout(resolve, 10));
    element.click();
  }, sign);
}

/** Delays the page's calls until the returned function is called. */
export async function hold(page: Page, call: Call, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await answer(page, call, async (request) => {
    if (method === undefined || request.method === method) await promise;
    return null;
  });
  return resolve;
}

/** Collects the bodies of the page's calls from now on. */
export function sentBodies(page: Page, method: string, path: RegExp): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON());
  });
  return bodies;
}
