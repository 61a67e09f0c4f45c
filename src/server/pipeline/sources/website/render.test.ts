import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { createGuardedFetch, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { findChromium } from "#server/pipeline/sources/website/find-chromium.ts";
import {
  type BrowserChoice,
  createRenderer,
  type Renderer,
  type RenderRequest,
} from "#server/pipeline/sources/website/render.ts";
import { html, scriptOnly } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { temporaryFolder } from "#test/stores.ts";

const chromium = findChromium(undefined);
/** Tests run as root and in containers, and the pages are their own. */
const unsandboxed = { executable: chromium ?? "", isSandboxed: false };

test("without a browser nothing is found, and one that doesn't start is reported", async () => {
  expect(findChromium("/no/such/program")).toBeNull();
  const door = createGuardedFetch();
  onTestFinished(() => door.close());
  const renderer = createRenderer({ executable: "/no/such/program", isSandboxed: true }, door);
  onTestFinished(() => renderer.close());
  expect(await renderer.render(requestFor("http://127.0.0.1:1/", ""))).toEqual({
    kind: "failed",
    note: "The browser for rendering pages couldn't start.",
  });
});

/** A program in Chromium's place, which records its arguments and exits like a Chromium with the error it is given. */
async function fakeChromium() {
  const folder = await temporaryFolder();
  const [executable, error, given] = ["chromium", "error", "arguments"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${given}'\ncat '${error}' >&2\nexit 1\n`;
  await writeFile(executable, script, { mode: 0o755 });
  return {
    executable,
    failWith: (text: string) => writeFile(error, text),
    argumentsGiven: async () => (await readFile(given, "utf8")).split("\n"),
  };
}

/** Returns what is reported when a browser doesn't start. */
function noteFrom(browser: BrowserChoice): () => Promise<string> {
  const door = createGuardedFetch();
  const renderer = createRenderer(browser, door);
  onTestFinished(async () => {
    await renderer.close();
    await door.close();
  });
  return async () => {
    const outcome = await renderer.render(requestFor("http://127.0.0.1:1/", ""));
    return outcome.kind === "failed" ? outcome.note : "rendered";
  };
}

describe("the browser's sandbox", () => {
  test("is on unless the operator turns it off; if it can't start, that is reported with what to do", async () => {
    const { executable, failWith, argumentsGiven } = await fakeChromium();
    const sandboxed = noteFrom({ executable, isSandboxed: true });
    for (const [error, note] of [
      [
        "[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! Update your kernel",
        "can't start its sandbox here",
      ],
      ["Failed to move to new namespace: PID namespaces supported", "can't start its sandbox here"],
      [
        "Running as root without --no-sandbox is not supported. See https://crbug.com/638180.",
        "sandbox doesn't work as root",
      ],
    ] as const) {
      await failWith(error);
      const found = await sandboxed();
      expect(found).toContain(note);
      expect(found).toContain("WINNOW_CHROMIUM_SANDBOX=off");
      expect(await argumentsGiven()).not.toContain("--no-sandbox");
    }
    await failWith("Failed to move to new namespace: PID namespaces supported");
    expect(await noteFrom({ executable, isSandboxed: false })()).toBe(
      "The browser for rendering pages couldn't start.",
    );
    expect(await argumentsGiven()).toContain("--no-sandbox");
  });

  test.skipIf(chromium === null || process.getuid?.() !== 0)("isn't given up as root", async () => {
    expect(await noteFrom({ executable: chromium ?? "", isSandboxed: true })()).toContain("as root");
  });
});

function requestFor(url: string, page: string, more: Partial<RenderRequest> = {}): RenderRequest {
  const signal = new AbortController().signal;
  return {
    url,
    html: page,
    userAgent: "Winnow/0.1",
    signal,
    mayFetch: async () => null,
    isOwnSite: () => true,
    ...more,
  };
}

describe.skipIf(chromium === null)("a rendered page", () => {
  let peer: WebsitePeer;
  let other: WebsitePeer;
  let door: GuardedFetch;
  let renderer: Renderer;
  beforeAll(async () => {
    door = createGuardedFetch({ allowPrivate: true });
    renderer = createRenderer(unsandboxed, door);
    other = await startWebsitePeer({ "*": "secret" });
  });
  beforeEach(async () => {
    peer = await startWebsitePeer(scriptOnly());
    onTestFinished(() => peer.close());
  });
  afterAll(async () => {
    await renderer.close();
    await door.close();
    await other.close();
  });

  /** The page at "/" with this script, after it has run. */
  const rendered = async (script: string, more: Partial<RenderRequest> = {}): Promise<string> => {
    const page = html(`<div id="root"></div><script>${script}</script>`);
    const outcome = await renderer.render(requestFor(`${peer.url}/`, page, more));
    return outcome.kind === "rendered" ? outcome.html : outcome.note;
  };
  const show = `.then((text) => { document.getElementById("root").textContent = "got " + text; }, (error) => { document.getElementById("root").textContent = "failed"; })`;

  test("has what its scripts fetched, through the guarded proxy and under Winnow's name", async () => {
    const page = html(`<div id="root"></div><script src="/app.js"></script>`);
    const outcome = await renderer.render(requestFor(`${peer.url}/app`, page));
    expect(outcome).toMatchObject({ kind: "rendered", html: expect.stringContaining("nora.lind@acme.example") });
    expect(peer.requests.map(({ path }) => path)).toEqual(["/app.js", "/api/staff.json"]);
    expect(peer.requests.map(({ headers }) => headers["user-agent"])).toEqual(["Winnow/0.1", "Winnow/0.1"]);
  });

  test("can POST to its own site, with the headers that the site uses", async () => {
    peer.set({ "/graph": ({ method, body, headers }) => `${method} ${body} ${String(headers["x-key"])}` });
    const text = await rendered(
      `fetch("/graph", { method: "POST", headers: { "x-key": "k" }, body: "{q}" }).then((answer) => answer.text())${show}`,
    );
    expect(text).toContain("got POST {q} k");
    const foreign = `fetch("/graph", { method: "POST", body: "{q}" }).then((answer) => answer.text())${show}`;
    expect(await rendered(foreign, { isOwnSite: () => false })).toContain("failed");
  });

  test("reaches nothing that it may not fetch", async () => {
    const fetched = `fetch("${other.url}/x").then((answer) => answer.text())${show}`;
    expect(await rendered(fetched, { mayFetch: async () => "No." })).toContain("failed");
    const guarded = createGuardedFetch();
    const strict = createRenderer(unsandboxed, guarded);
    onTestFinished(async () => {
      await strict.close();
      await guarded.close();
    });
    const page = html(`<div id="root"></div><script>${fetched}</script><script src="${other.url}/s.js"></script>`);
    const outcome = await strict.render(requestFor(`${peer.url}/`, page));
    expect(outcome).toMatchObject({ kind: "rendered", html: expect.stringContaining("failed") });
    expect(other.connections).toBe(0);
  });

  test("can't bypass the proxy", async () => {
    const address = other.url.replace("http", "ws");
    const script = `
      const root = document.getElementById("root");
      new WebSocket("${address}/socket").onclose = () => root.append(" closed");
      new Image().src = "${other.url}/pixel";
      navigator.sendBeacon("${other.url}/beacon", "x");
      new EventSource("${other.url}/events");
      const link = document.createElement("link"); link.rel = "preconnect"; link.href = "${other.url}"; document.head.append(link);
      const frame = document.createElement("iframe"); frame.src = "${other.url}/frame"; document.body.append(frame);
      window.open("${other.url}/popup");
    `;
    const allowedHosts = async (url: URL): Promise<string | null> => (url.port === String(other.port) ? "No." : null);
    expect(
      await rendered(script, { mayFetch: allowedHosts, isOwnSite: (url) => url.port === String(peer.port) }),
    ).toContain("closed");
    expect(other.connections).toBe(0);
  });

  test("sends no datagram over WebRTC or other protocols", async () => {
    const heard: string[] = [];
    const stun = createSocket("udp4", (packet) => heard.push(packet.toString("hex")));
    stun.bind(0, "127.0.0.1");
    await once(stun, "listening");
    onTestFinished(() => void stun.close());
    const { port } = stun.address();
    const script = `
      const root = document.getElementById("root");
      const addresses = [];
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }, { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" }] });
      peer.onicecandidate = ({ candidate }) => { if (candidate !== null) addresses.push(candidate.candidate); };
      peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === "complete") root.append(" gathered " + addresses.length); };
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      try { new WebTransport("https://127.0.0.1:${port}/").ready.catch(() => root.append(" refused")); } catch { root.append(" refused"); }
    `;
    expect(await rendered(script)).toMatch(/gathered 0/u);
    expect(heard).toEqual([]);
  });

  test("reads no local file, keeps no worker and saves no download", async () => {
    const script = `
      const root = document.getElementById("root");
      const report = (what) => (value) => root.append(" " + what + ":" + value);
      const tries = {
        fetched: fetch("file:///etc/passwd").then((answer) => answer.text()),
        asked: new Promise((done, fail) => { const asked = new XMLHttpRequest(); asked.onload = () => done(asked.responseText); asked.onerror = () => fail("no"); asked.open("GET", "file:///etc/passwd"); asked.send(); }),
        worker: navigator.serviceWorker.register("/sw.js").then((made) => made.installing?.scriptURL ?? "made"),
        shared: new Promise((done, fail) => { const shared = new SharedWorker("${other.url}/shared.js"); shared.onerror = () => fail("no"); shared.port.onmessage = done; }),
      };
      for (const [name, one] of Object.entries(tries)) one.then(report(name + " got"), () => report(name)("none"));
      for (const src of ["file:///etc/passwd", "file:///", "chrome://version", "view-source:file:///etc/passwd", "${other.url}/frame"]) {
        const frame = document.createElement("iframe"); frame.src = src; document.body.append(frame);
      }
      const own = document.createElement("a"); own.href = "data:application/octet-stream,x"; own.download = "y.bin"; document.body.append(own); own.click();
    `;
    const allowedHosts = async (url: URL): Promise<string | null> => (url.port === String(other.port) ? "No." : null);
    peer.set({ "/sw.js": { headers: { "content-type": "text/javascript" }, body: "self.onfetch = () => {};" } });
    const text = await rendered(script, { mayFetch: allowedHosts });
    expect(text).toContain("fetched:none");
    expect(text).toContain("asked:none");
    expect(text).not.toMatch(/root:x:|worker got:http/u);
    expect(other.connections).toBe(0);
    expect(peer.requests.map(({ path }) => path)).not.toContain("/sw.js");
  });

  test.each(["file:///etc/passwd", "chrome://version", "data:text/html,<b>elsewhere</b>", "about:blank"])(
    "that navigates to %s shows nothing of this machine",
    async (address) => {
      const text = await rendered(`location.href = ${JSON.stringify(address)}`);
      expect(text).not.toMatch(/root:x:|Command Line|user-data-dir/u);
    },
  );

  test("is cut where a page of its length wouldn't be read", async () => {
    const hidden = `const hidden = document.body.appendChild(document.createElement("p")); hidden.hidden = true;`;
    const text = await rendered(`${hidden} hidden.append("x".repeat(${LIMITS.fetch.bytes * 2}))`);
    expect(text).toHaveLength(LIMITS.fetch.bytes);
  });

  test("that exhausts the memory crashes only its own browser, and the next one renders", async () => {
    const bomb = await rendered(`const all = []; for (;;) all.push(new Array(1_000_000).fill(1.5));`);
    expect(bomb).toMatch(/^Its scripts (?:crashed the browser|didn't finish)/u);
    expect(await rendered(`document.getElementById("root").textContent = "alive"`)).toContain("alive");
  });

  test("that never settles is given up, and the next one renders", async () => {
    const stop = new AbortController();
    peer.set({
      "/stuck": () => {
        stop.abort(new Error("enough"));
        return "";
      },
    });
    const stuck = rendered(`fetch("/stuck").then(() => { for (;;); })`, { signal: stop.signal });
    await expect(stuck).rejects.toThrow("enough");
    expect(await rendered(`document.getElementById("root").textContent = "alive"`)).toContain("alive");
  });
});
