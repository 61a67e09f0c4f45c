import { FileQuestion } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Page } from "#web/layout/page.tsx";
import { nearestPage } from "#web/layout/nearest-page.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Unknown URLs; suggests the most similar page. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const nearest = nearestPage(pathname);
  return (
    <Page>
      <EmptyState
        icon={<FileQuestion />}
        title="Did you forget to add the page to the router?"
        text={
          <>
            There's nothing at <span className="wrap-anywhere text-ink">{pathname}</span>. The closest page is{" "}
            {nearest.title}.
          </>
        }
        action={
          <Link to={nearest.path} className={buttonClass("primary")}>
            Go to {nearest.title}
          </Link>
        }
      />
    </Page>
  );
}
