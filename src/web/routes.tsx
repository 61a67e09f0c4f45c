import type { ComponentType } from "react";
import { Outlet, type RouteObject } from "react-router";
import { HelpAssistant } from "#web/assistant/help-assistant.tsx";
import { AppLayout } from "#web/layout/app-layout.tsx";
import { RouteError } from "#web/layout/route-error.tsx";
import type { ScreenHandle } from "#web/layout/screen-handle.ts";
import { ScreenLoading } from "#web/layout/screen-loading.tsx";
import { NAVIGATION } from "#web/navigation.ts";
import { screens } from "#web/screens.ts";

/** A screen in the layout: loaded when first visited, its title and description shown while it loads. */
function screen(path: string, load: () => Promise<ComponentType>, handle: ScreenHandle): RouteObject {
  return { path, handle, lazy: { Component: load }, HydrateFallback: ScreenLoading };
}

export const routes: RouteObject[] = [
  {
    element: (
      <>
        <AppLayout navigation={NAVIGATION} />
        <HelpAssistant />
      </>
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
          screen("/history", screens.history, {
            title: "History",
            description: "Everything that was done, and the way back",
          }),
          screen("*", screens.notFound, { title: "404 Page Not Found" }),
        ],
      },
    ],
  },
];
