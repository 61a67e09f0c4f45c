import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { followSession } from "#web/api/follow-session.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { loadCodeAhead } from "#web/load-ahead.ts";
import { paths } from "#web/paths.ts";
import { routes } from "#web/routes.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import "#web/styles.css";

// zod would compile its parsers with eval, which the content security policy refuses. It reads this when it first loads,
// with the first form; importing its own setter here would put all of it into the first screen.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const queryClient = createQueryClient();
const leaving = new AbortController();
followSession(queryClient, leaving.signal, () => location.assign(paths.dashboard()));
if (import.meta.env.PROD) loadCodeAhead(leaving.signal);
import.meta.hot?.dispose(() => leaving.abort());

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root to render into");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={createBrowserRouter(routes)} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
