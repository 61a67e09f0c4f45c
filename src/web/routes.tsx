import type { ComponentType } from "react";
import { Outlet, type RouteObject } from "react-router";
import { PAGE_NAMES, pageOf } from "#shared/pages.ts";
import { ReportConfirmation } from "#web/actions/send-report/report-confirmation.tsx";
import { HelpAssistant } from "#web/assistant/help-assistant.tsx";
import { AppLayout } from "#web/layout/app-layout.tsx";
import { BareLayout } from "#web/layout/bare-layout.tsx";
import { RouteError } from "#web/layout/route-error.tsx";
import type { ScreenHandle } from "#web/layout/screen-handle.ts";
import { ScreenLoading } from "#web/layout/screen-loading.tsx";
import { SessionGate } from "#web/layout/session-gate.tsx";
import { NAVIGATION } from "#web/navigation.ts";
import { screens } from "#web/screens.ts";

/** A lazily loaded screen in the layout; its title and description are shown while it loads. */
function screen(path: string, load: () => Promise<ComponentType>, handle: ScreenHandle): RouteObject {
  return { path, handle, lazy: { Component: load }, HydrateFallback: ScreenLoading };
}

export const routes: RouteObject[] = [
  {
    Component: BareLayout,
    ErrorBoundary: RouteError,
    children: [
      { path: "/sign-in", handle: { title: "Sign in" }, lazy: { Component: screens.signIn } },
      { path: "/invitation", handle: { title: "Choose a password" }, lazy: { Component: screens.invitation } },
      { path: "/first-owner", handle: { title: "Create first account" }, lazy: { Component: screens.firstOwner } },
    ],
  },
  {
    element: (
      <SessionGate>
        <AppLayout navigation={NAVIGATION} />
        <HelpAssistant />
        <ReportConfirmation />
      </SessionGate>
    ),
    ErrorBoundary: RouteError,
    children: [
      {
        // A failing screen leaves the sidebar intact.
        Component: Outlet,
        ErrorBoundary: RouteError,
        HydrateFallback: ScreenLoading,
        children: [
          ...PAGE_NAMES.map((name) => {
            const { path, ...handle } = pageOf(name);
            // One route, so that the list stays mounted while a lead sheet opens over it.
            return screen(name === "leads" ? `${path}/:leadId?` : path, screens[name], handle);
          }),
          screen("*", screens.notFound, { title: "404 Page Not Found" }),
        ],
      },
    ],
  },
];
