import type { SampleLead } from "#server/demo/sample-leads.ts";
import type { SiteName } from "#server/demo/sample-sites.ts";

type Fields = SampleLead["fields"];

/** How a site writes down whom it lists: its entries one by one, and what stands around them. */
interface CompanyPages {
  rows: (leads: readonly SampleLead[]) => string;
  around: (rows: string) => string;
}

/** Each in another way, as sites are: microdata, hCard, JSON-LD beside plain text, a table without any markup. */
export const COMPANY_PAGES: Record<SiteName, CompanyPages> = {
  association: { rows: each(microdata), around: (rows) => `<ul>\n${rows}\n</ul>` },
  guild: { rows: each(hCard), around: (rows) => `<section>\n${rows}\n</section>` },
  suppliers: { rows: linkedData, around: (rows) => rows },
  exhibitors: { rows: each(tableRow), around: table },
};

function each(write: (fields: Fields) => string): CompanyPages["rows"] {
  return (leads) => leads.map(({ fields }) => write(fields)).join("\n");
}

function microdata(fields: Fields): string {
  const isPerson = fields.name !== undefined;
  const company = `<p itemprop="worksFor" itemscope itemtype="https://schema.org/Organization"><span itemprop="name">${text(fields.company)}</span></p>`;
  return [
    `<li itemscope itemtype="https://schema.org/${isPerson ? "Person" : "Organization"}">`,
    `<h2 itemprop="name">${text(fields.name ?? fields.company)}</h2>`,
    line("p", "itemprop", "jobTitle", fields.title),
    isPerson ? company : "",
    line("p", "itemprop", "industry", fields.industry),
    mailLink('itemprop="email"', fields.email),
    line("p", "itemprop", "telephone", fields.phone),
    webLink('itemprop="url"', fields.scrapeUrl),
    line("p", "itemprop", "description", fields.notes),
    "</li>",
  ].join("");
}

function hCard(fields: Fields): string {
  const isPerson = fields.name !== undefined;
  return [
    '<div class="vcard">',
    `<h3 class="${isPerson ? "fn" : "fn org"}">${text(fields.name ?? fields.company)}</h3>`,
    line("p", "class", "title", fields.title),
    isPerson ? line("p", "class", "org", fields.company) : "",
    mailLink('class="email"', fields.email),
    line("p", "class", "tel", fields.phone),
    webLink('class="url"', fields.scrapeUrl),
    line("p", "class", "note", fields.notes),
    "</div>",
  ].join("");
}

function linkedData(leads: readonly SampleLead[]): string {
  const described = leads.map(({ fields: { name, title, company, industry, email, phone, scrapeUrl, notes } }) => ({
    ...(name === undefined
      ? { "@type": "Organization", name: company }
      : { "@type": "Person", name, jobTitle: title, worksFor: { "@type": "Organization", name: company } }),
    industry,
    email,
    telephone: phone,
    url: scrapeUrl,
    description: notes,
  }));
  const shown = leads.map(({ fields }) => `<li>${text(fields.company)}</li>`);
  const data = JSON.stringify({ "@context": "https://schema.org", "@graph": described }).replaceAll("<", "\\u003c");
  return `<ol>${shown.join("\n")}</ol>\n<script type="application/ld+json">${data}</script>`;
}

const COLUMNS = ["company", "name", "title", "industry", "email", "phone", "notes"] as const;
const HEADERS = ["Company", "Contact person", "Position", "Industry", "E-mail", "Phone", "Remarks"];

function table(rows: string): string {
  return `<table><thead><tr>${HEADERS.map((header) => `<th>${header}</th>`).join("")}</tr></thead>\n<tbody>\n${rows}\n</tbody></table>`;
}

function tableRow(fields: Fields): string {
  return `<tr>${COLUMNS.map((column) => `<td>${text(fields[column])}</td>`).join("")}</tr>`;
}

function line(tag: string, attribute: string, value: string, content: string | undefined): string {
  return content === undefined ? "" : `<${tag} ${attribute}="${value}">${text(content)}</${tag}>`;
}

function mailLink(attribute: string, email: string | undefined): string {
  return email === undefined ? "" : `<p><a ${attribute} href="mailto:${email}">${email}</a></p>`;
}

function webLink(attribute: string, url: string | undefined): string {
  return url === undefined ? "" : `<p><a ${attribute} href="${url}">${url}</a></p>`;
}

function text(value = ""): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
