import type { Page } from "playwright-core";

/** A call of the page; globs are Playwright's, such as "** /api/rules" without the space. */
type Call = string | RegExp;

/** Fails the page's calls with problem details until the returned function is called. */
export async function refuse(
  page: Page,
  call: Call,
  problem: { status: number; detail: string; errors?: { field: string; message: string }[] },
  method?: string,
): Promise<() => Promise<void>> {
  await page.route(call, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    const body = JSON.stringify({ type: "about:blank", title: "Refused", ...problem });
    return route.fulfill({ status: problem.status, contentType: "application/problem+json", body });
  });
  return () => page.unroute(call);
}

/** Delays the page's calls until the returned function is called. */
export async function hold(page: Page, call: Call, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    if (method === undefined || route.request().method() === method) await promise;
    // The page may have been closed in the meantime.
    await route.fallback().catch(() => undefined);
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
