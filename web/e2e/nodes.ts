import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { aSteadyAddress, startProgram } from "./program";

const NODES = 2;
const KEYS = "engram:engram-tests-alone";

const within = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

const VERSITYGW = within("../.tools").find((path) => path.includes("versitygw-"));

/** The folder of Postgres' programs. */
const POSTGRES = [
  ...within("/usr/lib/postgresql").map((version) => join(version, "bin")),
  ...(process.env.PATH ?? "").split(delimiter),
].find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));

/** Whether nodes can be started on this machine. In CI they must be. */
export const haveNodes = Boolean((VERSITYGW && POSTGRES) || process.env.CI);

/** Starts nodes on one Postgres and one bucket. Of what is sent to the url, each next request goes to the next node. */
export async function startNodes(settings: Record<string, string>) {
  if (!VERSITYGW || !POSTGRES) throw new Error("versitygw or Postgres is missing: make test installs both");
  const data = await mkdtemp(join(tmpdir(), "engram-nodes-"));
  const postgres = startPostgres(join(data, "postgres"), POSTGRES);
  const bucket = await startBucket(join(data, "bucket"), VERSITYGW);
  await Promise.all([postgres.ready, bucket.ready]);
  const shared = {
    ...settings,
    ENGRAM_DATABASE_URL: postgres.url,
    ENGRAM_BLOB_URL: bucket.url,
    ENGRAM_SECRET: "the same on every node, and long enough",
  };
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, at) => startProgram(join(data, `node-${at}`), shared)),
  );
  const { url, proxy } = await startProxy(nodes.map((node) => node.url));
  const stop = async () => {
    proxy.close();
    proxy.closeAllConnections();
    const codes = await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([ended(postgres.server, "SIGINT"), ended(bucket.server, "SIGKILL")]);
    await rm(data, { recursive: true, force: true });
    return codes.find((code) => code !== 0) ?? 0;
  };
  return { url, stop };
}

/** Starts Postgres on a socket in its folder, as another user where this is root, as whom it won't run. */
function startPostgres(dir: string, programs: string) {
  mkdirSync(dir);
  const number = (of: string) => Number(execFileSync("id", [of, "postgres"], { encoding: "utf8" }));
  const user = process.getuid?.() === 0 ? { uid: number("-u"), gid: number("-g") } : {};
  if (user.uid !== undefined) {
    chownSync(join(dir, ".."), user.uid, user.gid);
    chownSync(dir, user.uid, user.gid);
  }
  const data = join(dir, "data");
  const options = { ...user, cwd: dir, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  const how = ["-U", "engram", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  execFileSync(join(programs, "initdb"), ["-D", data, ...how], { ...options, stdio: "pipe" });
  const lossy = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"];
  const server = child(join(programs, "postgres"), ["-D", data, "-k", dir, "-c", "listen_addresses=", ...lossy], {
    ...options,
    stdio: "ignore",
  });
  const ready = until(() => reachable({ path: join(dir, ".s.PGSQL.5432") }), server);
  return { url: `postgres:///postgres?user=engram&host=${dir}`, server, ready };
}

/** Starts an S3 server over a folder, with one bucket. */
async function startBucket(dir: string, program: string) {
  const sidecar = join(dir, "../sidecar");
  for (const needed of [join(dir, "files"), sidecar]) mkdirSync(needed, { recursive: true });
  const address = await aSteadyAddress();
  const [access = "", secret = ""] = KEYS.split(":");
  const keys = ["--access", access, "--secret", secret, "--region", "us-east-1"];
  const server = child(program, ["--port", address, ...keys, "--quiet", "posix", "--sidecar", sidecar, dir], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [host, port] = address.split(":");
  const ready = until(() => reachable({ host, port: Number(port) }), server);
  return { url: `s3+http://${KEYS}@${address}/files?region=us-east-1`, server, ready };
}

/** Starts a process that does not outlive this one. */
function child(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const started = spawn(program, args, options);
  process.once("exit", () => started.kill("SIGINT"));
  return started;
}

function reachable(where: { path: string } | { host: string | undefined; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(where, () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Waits until a server can be reached, and no longer than it runs. */
async function until(ready: () => Promise<boolean>, server: ChildProcess) {
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals) {
  const end = new Promise((resolve) => server.once("exit", resolve));
  if (server.kill(signal)) await end;
}

/** Passes requests on to each in turn. */
async function startProxy(urls: string[]) {
  let turn = 0;
  const proxy = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    turn += 1;
    const { method, headers, url = "/" } = asked;
    const onward = request(new URL(url, urls[turn % urls.length]), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}
