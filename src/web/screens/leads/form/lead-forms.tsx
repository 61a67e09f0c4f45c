import { lazy } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The forms come when they are first needed: the schemas they check with are as large as the rest of the screen. */
export const AddLeadForm = lazy(async () => {
  const { AddLeadForm: form } = await import("#web/screens/leads/form/add-lead-form.tsx");
  return { default: form };
});

export const EditLeadForm = lazy(async () => {
  const { EditLeadForm: form } = await import("#web/screens/leads/form/edit-lead-form.tsx");
  return { default: form };
});

/** Holds the form's place while it comes. */
export function FormSkeleton() {
  return <Skeleton className="h-112 w-full" />;
}
