// Writes docs/help.md. Run by docs.mjs with the pinned Node, which reads TypeScript.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/** @type {{ helpPage: () => string }} */
const { helpPage } = await import(new URL("../src/shared/help/help-page.ts", import.meta.url).href);
writeFileSync(join(root, "docs/help.md"), helpPage());
