import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { followSession } from "#web/api/connection/follow-session.ts";
import { createQueryClient } from "#web/api/connection/query-client.ts";
import { reloadAt } from "#web/api/reload-at.ts";
import { prefetchCode } from "#web/prefetch-code.ts";
import { paths } from "#web/paths.ts";
import { routes } from "#web/routes.tsx";
import { Toaster } from "#web/ui/overlays/toaster.tsx";
import "#web/styles.css";

const queryClient = createQueryClient();
Object.assign(globalThis, {
  // zod would compile parsers with eval, which the content security policy blocks. It reads this global when first
  // loaded, with the first form; importing its config function here would pull zod into the first screen.
  __zod_globalConfig: { jitless: true },
  // Where the browser extensions of TanStack Query's devtools look for it; browser tests empty it.
  __TANSTACK_QUERY_CLIENT__: queryClient,
});
const leaving = new AbortController();
followSession(queryClient, leaving.signal, () => reloadAt(paths.dashboard()));
if (import.meta.env.PROD) prefetchCode(leaving.signal);
import.meta.hot?.dispose(() => leaving.abort());

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root to render into");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
