import type { ComponentType } from "react";
import { Outlet, type RouteObject } from "react-router";
import { HelpAssistant } from "#web/assistant/help-assistant.tsx";
import { AppLayout } from "#web/layout/app-layout.tsx";
import { BareLayout } from "#web/layout/bare-layout.tsx";
import { RouteError } from "#web/layout/route-error.tsx";
import type { ScreenHandle } from "#web/layout/screen-handle.ts";
import { ScreenLoading } from "#web/layout/screen-loading.tsx";
import { SessionGate } from "#web/layout/session-gate.tsx";
import { NAVIGATION } from "#web/navigation.ts";
import { screens } from "#web/screens.ts";

/** A screen in the layout: loaded when first visited, its title and description shown while it loads. */
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
    ],
  },
  {
    element: (
      <SessionGate>
        <AppLayout navigation={NAVIGATION} />
        <HelpAssistant />
      </SessionGate>
    ),
    ErrorBoundary: RouteError,
    children: [
      {
        // A screen that fails leaves the sidebar standing.
        Component: Outlet,
        ErrorBoundary: RouteError,
        HydrateFallback: ScreenLoading,
        children: [
          screen("/", screens.dashboard, {
            title: "Dashboard",
            description: "Monitor your lead generation performance",
          }),
          // One route, so that the list keeps standing while a lead's sheet opens over it.
          screen("/leads/:leadId?", screens.leads, {
            title: "Lead Management",
            description: "Manage and review all your leads",
          }),
          screen("/lead-scraper", screens.leadScraper, {
            title: "Lead Scraper",
            description: "Automatically discover and collect leads from multiple sources",
          }),
          screen("/gmail", screens.gmail, { title: "Gmail Integration" }),
          screen("/rules", screens.rules, { title: "Rules & Keywords" }),
          screen("/setup-guide", screens.setupGuide, {
            title: "Setup Guide",
            description: "Five steps from a sheet to reports of qualified leads",
          }),
          screen("/data-sources", screens.dataSources, { title: "Data Sources" }),
          screen("/email-settings", screens.emailSettings, { title: "Email Settings" }),
          screen("/configuration", screens.configuration, { title: "Configuration" }),
          screen("/jobs", screens.jobs, {
            title: "Schedules & Jobs",
            description: "What runs by itself, what runs now, and what failed",
          }),
          screen("/history", screens.history, {
            title: "History",
            description: "Everything that was done, and the way back",
          }),
          screen("/account", screens.account, { title: "Account" }),
          screen("/team", screens.team, { title: "Team" }),
          screen("*", screens.notFound, { title: "404 Page Not Found" }),
        ],
      },
    ],
  },
];
