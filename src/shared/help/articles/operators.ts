import type { HelpChapter } from "#shared/help/help-text.ts";

export const OPERATORS_CHAPTER: HelpChapter = {
  title: "For operators",
  articles: [
    {
      id: "start-server",
      title: "Starting, stopping and updating the server",
      text: [
        "npm start installs what is missing, builds the page and serves; the first line printed is the address. npm run demo does the same with a sample team on data that is thrown away. SIGTERM lets running requests finish.",
        "To update, put the newer files in place and start again: what is missing is installed, and the data is brought into its new form.",
        "PORT (3000) and HOST (127.0.0.1) say where it listens. With any other HOST than this machine Winnow starts only once somebody has an account: npm run user -- add NAME --role owner makes the first.",
      ],
      links: [],
      alsoKnownAs: "install run npm port host launch stop restart update upgrade version",
    },
    {
      id: "environment",
      title: "Environment variables",
      text: [
        "PORT, HOST, WINNOW_DATA_DIR (where data lives), DATABASE_URL (PostgreSQL), WINNOW_ROLE (web, worker or all), WINNOW_SECRET_KEY (what secrets are sealed under), WINNOW_PUBLIC_URL (where others reach this server), WINNOW_IMAP_URL, WINNOW_CHROMIUM, WINNOW_SCRAPE_ALLOW_PRIVATE and WINNOW_LOG_LEVEL are the ones most often set. All of them are explained in docs/operations.md.",
      ],
      links: [],
      alsoKnownAs: "env variables configure server operator settings",
    },
    {
      id: "postgresql",
      title: "PostgreSQL and several processes",
      text: [
        "With DATABASE_URL=postgres://… Winnow uses PostgreSQL 14 or later instead of its SQLite file, with the same features. Any number of processes may then share it; WINNOW_ROLE splits them into web and worker. Several machines need the same WINNOW_SECRET_KEY.",
      ],
      links: [],
      alsoKnownAs: "postgres database sqlite scale cluster million database_url",
    },
    {
      id: "data-folder",
      title: "Where the data lives, and its backup",
      text: [
        "In WINNOW_DATA_DIR (./data unless set): the SQLite file, the key that secrets are sealed under, and the nightly backups. Take one more at any time with npm run backup -- FILE, and bring one back with npm run restore -- FILE; npm run move-to-postgres moves everything to PostgreSQL. Keep the key file apart from the backups.",
      ],
      links: [],
      alsoKnownAs: "data directory folder file location move server migrate backup database restore key",
    },
    {
      id: "language-model",
      title: "Connecting a language model",
      text: [
        "With WINNOW_LLM_URL and WINNOW_LLM_MODEL, and WINNOW_LLM_KEY where one is needed, the assistant reasons with any OpenAI-compatible endpoint, one on your own machine included. It uses the same read-only questions to the data as without one, and when the model fails the built-in answer takes its place.",
      ],
      links: [],
      alsoKnownAs: "llm openai ollama gpt api key model ai chat winnow_llm_url",
    },
    {
      id: "http-api",
      title: "The HTTP API",
      text: [
        "Everything the page does goes over HTTP calls that your own programs can make, too, with an API token once there are accounts. They are described at /api/docs on this server, and as OpenAPI 3.1 at /api/openapi.json.",
      ],
      links: [],
      alsoKnownAs: "api rest openapi swagger endpoint integrate program developer webhook out",
    },
  ],
};
