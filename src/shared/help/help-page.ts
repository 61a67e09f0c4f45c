import { HELP_CHAPTERS } from "#shared/help/articles.ts";
import { FAQ } from "#shared/help/faq.ts";
import { EXAMPLE_SHEET, GUIDE_STEPS } from "#shared/help/guide.ts";
import { FAQ_CATEGORIES, type HelpLink } from "#shared/help/help-text.ts";

const INTRODUCTION = `# Help

Generated from \`src/shared/help\` by \`npm run docs\`, so edit the texts there. The help window, the Setup Guide and the assistant use them too.`;

/** All help texts as one Markdown page. */
export function helpPage(): string {
  const chapters = HELP_CHAPTERS.map(({ title, articles }) =>
    [
      `## ${title}`,
      ...articles.flatMap((article) => [`### ${article.title}`, ...article.text, linkLine(article.links)]),
    ]
      .filter(Boolean)
      .join("\n\n"),
  );
  return `${[INTRODUCTION, guide(), ...chapters, faq()].join("\n\n")}\n`;
}

function guide(): string {
  const steps = GUIDE_STEPS.map(({ title, text, points, link }, index) =>
    [
      `### ${index + 1}. ${title}`,
      text,
      points.map((point) => `- ${point}`).join("\n"),
      linkLine(link === null ? [] : [link]),
    ]
      .filter(Boolean)
      .join("\n\n"),
  );
  const { headers, rows } = EXAMPLE_SHEET;
  const example = ["Example sheet:", "```csv", ...[headers, ...rows].map((row) => row.join(",")), "```"];
  return ["## Setup Guide", ...steps, example.join("\n").replace(":\n", ":\n\n")].join("\n\n");
}

function faq(): string {
  const categories = FAQ_CATEGORIES.map((category) =>
    [
      `### ${category}`,
      ...FAQ.filter((entry) => entry.category === category).flatMap(({ question, answer, links }) => [
        `**${question}**`,
        answer,
        linkLine(links),
      ]),
    ]
      .filter(Boolean)
      .join("\n\n"),
  );
  return ["## FAQ", ...categories].join("\n\n");
}

/** Paths of the running product aren't links in Markdown. */
function linkLine(links: readonly HelpLink[]): string {
  return links.length === 0 ? "" : `Go to: ${links.map(({ label, href }) => `${label} (\`${href}\`)`).join(", ")}.`;
}
