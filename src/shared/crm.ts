/** The CRMs that leads can be sent to. */
export const CRM_KINDS = ["hubspot", "pipedrive", "salesforce"] as const;
export type CrmKind = (typeof CRM_KINDS)[number];

export function isCrmKind(kind: string): kind is CrmKind {
  return (CRM_KINDS as readonly string[]).includes(kind);
}

/** When a lead is sent without being asked for. */
export const CRM_SEND_ON = ["approved", "qualified", "manual"] as const;
export type CrmSendOn = (typeof CRM_SEND_ON)[number];

export const CRM_SEND_ON_LABELS: Readonly<Record<CrmSendOn, string>> = {
  approved: "When a lead is approved",
  qualified: "When a lead is qualified",
  manual: "Only by hand",
};

/** The values of a lead that a field of the CRM can get. The email is always sent: it identifies the record. */
export const CRM_VALUES = {
  name: "Full name",
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  title: "Job title",
  phone: "Phone",
  industry: "Industry",
  website: "Website",
  notes: "Notes",
  source: "Source",
  score: "Score",
  status: "Status",
  link: "Link to Winnow",
} as const;
export type CrmValue = keyof typeof CRM_VALUES;

/** The field that gets each value; absent for values that aren't sent. */
export type CrmMapping = Partial<Record<CrmValue, string>>;

/** What the page and the server have to know about a CRM. Its requests are in `src/server/delivery/crm/`. */
interface CrmFacts {
  label: string;
  /** What a lead becomes there. */
  record: string;
  /** The address or domain of the account, where the CRM has several. */
  site: { label: string; hint: string } | null;
  clientId: string | null;
  secret: { label: string; hint: string };
  mapping: CrmMapping;
}

export const CRM_FACTS: Readonly<Record<CrmKind, CrmFacts>> = {
  hubspot: {
    label: "HubSpot",
    record: "contact",
    site: null,
    clientId: null,
    secret: { label: "Access token", hint: "In HubSpot: Development, Keys, Service keys." },
    mapping: {
      firstName: "firstname",
      lastName: "lastname",
      company: "company",
      title: "jobtitle",
      phone: "phone",
      website: "website",
    },
  },
  pipedrive: {
    label: "Pipedrive",
    record: "person",
    site: { label: "Company domain", hint: "The first part of your Pipedrive address: acme for acme.pipedrive.com." },
    clientId: null,
    secret: { label: "API token", hint: "In Pipedrive: Personal preferences, API." },
    mapping: { name: "name", company: "org_id", phone: "phones" },
  },
  salesforce: {
    label: "Salesforce",
    record: "lead",
    site: { label: "My Domain URL", hint: "Such as https://acme.my.salesforce.com." },
    clientId: "Consumer key",
    secret: { label: "Consumer secret", hint: "Of an external client app with the client credentials flow." },
    mapping: {
      firstName: "FirstName",
      lastName: "LastName",
      company: "Company",
      title: "Title",
      phone: "Phone",
      website: "Website",
      industry: "Industry",
      source: "LeadSource",
      notes: "Description",
    },
  },
};

/** A label within a sentence: "access token", but "API token". */
export function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** "A, B or C". */
export const CRM_NAMES = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  CRM_KINDS.map((kind) => CRM_FACTS[kind].label),
);
