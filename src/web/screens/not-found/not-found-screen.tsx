import { FileQuestion } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Page } from "#web/layout/page.tsx";
import { nearestPage } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Any address that no screen has; offers the nearest one that has. */
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
            There is nothing at <span className="wrap-anywhere text-ink">{pathname}</span>. The nearest page is{" "}
            {nearest.label}.
          </>
        }
        action={
          <Link to={nearest.path} className={buttonClass("primary")}>
            Go to {nearest.label}
          </Link>
        }
      />
    </Page>
  );
}
