// The limit for cached figures: Fastify returning a constant. Prints its URL when it listens.
import fastify from "fastify";

const ANSWER = JSON.stringify({ incoming: 500_000, processing: 0, qualified: 300_000, rejected: 200_000 });

const app = fastify();
app.get("/", async (_request, reply) => reply.type("application/json; charset=utf-8").send(ANSWER));
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
