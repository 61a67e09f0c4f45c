// The container's health check: whether the process in it accepts requests.
const { PORT, WINNOW_HEALTH_PORT, WINNOW_ROLE } = process.env;
const port = WINNOW_ROLE === "worker" ? WINNOW_HEALTH_PORT : PORT;
const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
process.exitCode = answer?.ok === true ? 0 : 1;
