import type { HelpChapter } from "#shared/help/help-text.ts";

export const OPERATORS_CHAPTER: HelpChapter = {
  title: "For administrators",
  articles: [
    {
      id: "start-server",
      title: "Starting, stopping and updating the server",
      text: [
        "npm start installs what's missing, builds the page and starts the server. The first line it prints is the address. npm run demo starts a sample team on temporary data and prints how to sign in. SIGTERM lets running requests finish.",
        "To update, put the newer files in place and start again. Dependencies and the database are updated automatically.",
        "PORT (3000) and HOST (127.0.0.1) set the address to listen on. On any other HOST, everyone has to sign in; until there is an owner, each start prints a link that creates the first.",
      ],
      links: [],
      alsoKnownAs: "install run npm port host launch stop restart update upgrade version",
    },
    {
      id: "environment",
      title: "Environment variables",
      text: [
        "The most common ones are PORT, HOST, WINNOW_DATA_DIR (data folder), DATABASE_URL (PostgreSQL), WINNOW_ROLE (web, worker or all), WINNOW_SECRET_KEY (encrypts secrets), WINNOW_PUBLIC_URL (public address), WINNOW_IMAP_URL, WINNOW_CHROMIUM, WINNOW_SCRAPE_ALLOW_PRIVATE and WINNOW_LOG_LEVEL. docs/operations.md explains all of them.",
      ],
      links: [],
      alsoKnownAs: "env variables configure server operator settings",
    },
    {
      id: "postgresql",
      title: "PostgreSQL and several processes",
      text: [
        "Set DATABASE_URL=postgres://… to use PostgreSQL 14 or later instead of SQLite, with the same features. Any number of processes can then share it; WINNOW_ROLE splits them into web and worker. Several machines need the same WINNOW_SECRET_KEY.",
      ],
      links: [],
      alsoKnownAs: "postgres database sqlite scale cluster million database_url",
    },
    {
      id: "data-folder",
      title: "Data folder and backups",
      text: [
        "WINNOW_DATA_DIR (./data by default) contains the SQLite file, the secret key and the nightly backups. npm run backup -- FILE makes another backup, npm run restore -- --replace FILE restores one while the server is stopped, and npm run move-to-postgres moves everything to PostgreSQL. Store the key file separately from the backups.",
      ],
      links: [],
      alsoKnownAs: "data directory folder file location move server migrate backup database restore key",
    },
    {
      id: "language-model",
      title: "Connecting a language model",
      text: [
        "Set WINNOW_LLM_URL, WINNOW_LLM_MODEL and, if needed, WINNOW_LLM_KEY to let the assistant use any OpenAI-compatible endpoint, including one on your own machine. It has the same read-only access to the data. If the model fails, the built-in assistant answers.",
        "An owner can also let it read unclear emails and web pages: see Automation Rules on the Gmail screen. WINNOW_LLM_DAILY limits how many are sent per day.",
      ],
      links: [{ label: "Automation Rules", href: "/gmail?tab=rules" }],
      alsoKnownAs: "llm openai ollama gpt api key model ai chat winnow_llm_url winnow_llm_daily",
    },
    {
      id: "http-api",
      title: "The HTTP API",
      text: [
        "Your own programs can do everything the app does. Once there are accounts, they need an API token. The API is documented at /api/docs on this server, and as OpenAPI 3.1 at /api/openapi.json.",
      ],
      links: [],
      alsoKnownAs: "api rest openapi swagger endpoint integrate program developer webhook out",
    },
  ],
};
