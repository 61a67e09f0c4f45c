import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { EmailTab } from "#web/screens/lead-scraper/email-tab.tsx";
import { FormsTab } from "#web/screens/lead-scraper/forms-tab.tsx";
import { ScraperTiles } from "#web/screens/lead-scraper/scraper-tiles.tsx";
import { WebsitesTab } from "#web/screens/lead-scraper/websites-tab.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

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
