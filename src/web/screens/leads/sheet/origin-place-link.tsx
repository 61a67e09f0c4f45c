import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OriginPlace } from "#shared/contract/leads/provenance.ts";
import { paths } from "#web/paths.ts";
import { webLink } from "#web/screens/leads/sheet/contact-links.ts";

const LOOK = "rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link";

/** Links to where a value was read. */
export function OriginPlaceLink({ place }: { place: OriginPlace }) {
  switch (place.kind) {
    case "sheet":
      return <OutsideLink address={place.target}>Open spreadsheet</OutsideLink>;
    case "page":
      return <OutsideLink address={place.target}>Open page</OutsideLink>;
    case "import":
      return <InsideLink to={paths.leadImport(place.target)}>See import</InsideLink>;
    case "submission":
      return <InsideLink to={paths.leadScraper("forms")}>See submissions</InsideLink>;
    case "message":
      return <InsideLink to={paths.gmail("emails")}>See messages</InsideLink>;
  }
}

function InsideLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LOOK}>
      {children}
    </Link>
  );
}

/** Untrusted URLs are only linked if they are http or https. */
function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  const link = webLink(address);
  if (link === null) return null;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer" className={LOOK}>
      {children}
    </a>
  );
}
