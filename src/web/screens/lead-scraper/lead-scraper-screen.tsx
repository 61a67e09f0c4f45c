import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { EmailTab } from "#web/screens/lead-scraper/email-tab.tsx";
import { FormsTab } from "#web/screens/lead-scraper/forms-tab.tsx";
import { WebsitesTab } from "#web/screens/lead-scraper/websites-tab.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { useQuery } from "@tanstack/react-query";
import { ClipboardList, Globe, Mail, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { ScraperFigures } from "#shared/contract/scrape-target.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { scraperFiguresQuery } from "#web/api/scrape-targets.ts";
import { formatCount } from "#web/format/number.ts";
import { useNow } from "#web/ui/now.ts";
import { StatCard } from "#web/ui/stat-card.tsx";

export function LeadScraperScreen() {
  const [tab, open] = useTabAddress(["websites", "email", "forms"]);
  return (
    <Page>
      <ScraperTiles />
      <Tabs
        label="Lead sources"
        value={tab}
        onChange={open}
        tabs={[
          { value: "websites", label: "Website Scraping", content: <WebsitesTab /> },
          { value: "email", label: "Email Processing", content: <EmailTab /> },
          { value: "forms", label: "Form Integration", content: <FormsTab /> },
        ]}
      />
    </Page>
  );
}

/** The title needs the room more than the icon does. */
const ROOMY = "max-sm:hidden lg:max-xl:hidden";

const TILES: readonly { title: string; icon: ReactNode; value: (figures: ScraperFigures) => number }[] = [
  { title: "Active Targets", icon: <Globe className={ROOMY} />, value: (figures) => figures.activeTargets },
  { title: "Leads Found Today", icon: <UserPlus className={ROOMY} />, value: (figures) => figures.leadsFoundToday },
  { title: "Email Leads", icon: <Mail className={ROOMY} />, value: (figures) => figures.emailLeads },
  {
    title: "Form Submissions",
    icon: <ClipboardList className={ROOMY} />,
    value: (figures) => figures.formSubmissions,
  },
];

function ScraperTiles() {
  const query = useQuery(scraperFiguresQuery(useNow()));
  const { data, error } = query;
  if (data === undefined && error !== null) {
    return <FailedCard what="metrics" query={query} />;
  }
  return (
    <div className="grid gap-6 max-md:gap-4 lg:max-xl:gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4">
      {TILES.map(({ title, icon, value }) => (
        <StatCard key={title} title={title} icon={icon} value={data && formatCount(value(data))} hasTrend={false} />
      ))}
    </div>
  );
}
