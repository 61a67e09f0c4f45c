import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { companyQuery } from "#web/api/leads/companies.ts";
import { useLoaded } from "#web/ui/use-loaded.ts";

const load = () => import("#web/screens/leads/company/company-website.tsx");

interface LazyCompanyWebsiteProps {
  companyKey: string;
  /** What surrounds it. */
  children?: (content: ReactNode) => ReactNode;
}

/** What the company's website says; nothing if it isn't read. */
export function LazyCompanyWebsite({ companyKey, children = (content) => content }: LazyCompanyWebsiteProps) {
  const { data: company } = useQuery(companyQuery(companyKey));
  const site = company?.site;
  const isWanted = site !== undefined && (site.isOn || site.facts.length > 0);
  const code = useLoaded({ name: "The company's website", load, isWanted, giveUp: () => {} });
  if (!isWanted || code === null) return null;
  return children(<code.CompanyWebsite site={site} />);
}
