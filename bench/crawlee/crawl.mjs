// Crawls a site with Crawlee's defaults without reading any records. Prints pages per second.
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";

const [, , address = ""] = process.argv;
log.setLevel(log.LEVELS.OFF);
let pages = 0;
const crawler = new CheerioCrawler(
  {
    async requestHandler({ enqueueLinks }) {
      pages += 1;
      await enqueueLinks();
    },
  },
  new Configuration({ persistStorage: false }),
);
const start = performance.now();
await crawler.run([address]);
console.log(JSON.stringify({ pages, seconds: (performance.now() - start) / 1000 }));
