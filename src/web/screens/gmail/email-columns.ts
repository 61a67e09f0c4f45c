import type { Column } from "#web/ui/table.tsx";

export const EMAIL_COLUMNS = {
  from: { title: "From" },
  leadName: { title: "Lead Name", className: "md:max-lg:hidden w-40" },
  subject: { title: "Subject" },
  status: { title: "Status", className: "w-40" },
  confidence: { title: "Confidence", className: "w-36" },
  date: { title: "Date", className: "md:max-xl:hidden w-32" },
  actions: { title: "Actions", className: "w-14", hidden: true },
} as const satisfies Record<string, Column>;
