import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { CompanyFact, CompanyFactKind, CompanySite } from "#shared/contract/leads/company-site.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { readCompanyAgain } from "#web/api/leads/companies.ts";
import { languageName } from "#web/format/language-name.ts";
import { phoneLink, webLink } from "#web/screens/leads/sheet/contact-links.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

const LABELS: Record<CompanyFactKind, string> = {
  name: "Name",
  industry: "Industry",
  address: "Address",
  phone: "Phone",
  size: "Size",
  social: "Profile",
  language: "Language",
};
const LINK = "rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link";

/** What the company's website says, each with the page it is on. */
export function CompanyWebsite({ site }: { site: CompanySite }) {
  const { domain, facts, isOn, state } = site;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-muted">
          <SiteState site={site} />
        </p>
        {isOn && (
          <IfAllowed to="work">
            <ReadAgain domain={domain} isReading={state === "reading"} isFirst={state === "waiting"} />
          </IfAllowed>
        )}
      </div>
      {facts.length > 0 && (
        <dl className="grid gap-x-8 gap-y-2 @2xl:grid-cols-2 @5xl:grid-cols-3">
          {facts.map((fact) => (
            <div key={`${fact.kind} ${fact.value}`} className="flex min-w-0 gap-3">
              <dt className="w-24 shrink-0 text-muted touch:py-2">{LABELS[fact.kind]}</dt>
              <dd className="flex min-w-0 flex-1 items-start gap-1.5 touch:py-2">
                <bdi className="min-w-0 wrap-anywhere">
                  <FactValue fact={fact} />
                </bdi>
                <PageLink url={fact.url} what={LABELS[fact.kind]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function SiteState({ site: { domain, state, readAt, failure, facts } }: { site: CompanySite }) {
  const read = readAt === null ? null : <RelativeTime time={readAt} />;
  if (state === "reading") return "Reading the website…";
  if (state === "waiting") return "The website hasn't been read yet.";
  if (state === "failed") {
    return (
      <>
        {failure} {read !== null && <>Read before: {read}</>}
      </>
    );
  }
  return facts.length === 0 ? (
    <>
      Nothing found on {domain}. Read: {read}
    </>
  ) : (
    <>
      From {domain}. Read: {read}
    </>
  );
}

interface ReadAgainProps {
  domain: string;
  isReading: boolean;
  isFirst: boolean;
}

function ReadAgain({ domain, isReading, isFirst }: ReadAgainProps) {
  const { run, isPending } = useAction(readCompanyAgain);
  const read = (): Promise<boolean> => run({ params: { key: `@${domain}` } }, { failed: `Failed to read ${domain}` });
  return (
    <Button size="small" busy={isPending || isReading} busyLabel="Reading..." onClick={() => void read()}>
      {isFirst ? "Read now" : "Read again"}
    </Button>
  );
}

function FactValue({ fact: { kind, value } }: { fact: CompanyFact }): ReactNode {
  if (kind === "language") return languageName(value);
  if (kind === "social")
    return <OutsideLink url={value}>{(webLink(value)?.label ?? value).replace(/^www\./, "")}</OutsideLink>;
  const phone = kind === "phone" ? phoneLink(value) : null;
  if (phone === null) return value;
  return (
    <a href={phone} className={LINK}>
      {value}
    </a>
  );
}

function PageLink({ url, what }: { url: string; what: string }) {
  const page = webLink(url);
  if (page === null) return null;
  return (
    <a
      href={page.href}
      target="_blank"
      rel="noopener noreferrer"
      title={page.label}
      aria-label={`${what} on ${page.label}`}
      className="mt-[3px] inline-flex shrink-0 rounded-sm text-muted hover:text-ink touch:-my-3 touch:p-4"
    >
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}

function OutsideLink({ url, children }: { url: string; children: string }) {
  const link = webLink(url);
  if (link === null) return children;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer" className={LINK}>
      {children}
    </a>
  );
}
