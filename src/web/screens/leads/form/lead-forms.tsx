import { lazy } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The form comes when it is first needed: the schemas it checks with are as large as the rest of the screen. */
export const AddLeadForm = lazy(async () => {
  const { AddLeadForm: form } = await import("#web/screens/leads/form/add-lead-form.tsx");
  return { default: form };
});

/** Holds the form's place while it comes. */
export function FormSkeleton() {
  return <Skeleton className="h-112 w-full" />;
}
