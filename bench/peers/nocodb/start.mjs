// Starts NocoDB on the port in PORT; npm has it only as a library. Runs in the folder it is installed in.
import { createServer } from "node:http";
import express from "express";
import nocodb from "nocodb";

const app = express();
const server = createServer(app);
app.use(await nocodb.Noco.init({}, server, app));
server.listen(Number(process.env["PORT"]), "127.0.0.1");
