/** The app of this build, kept for when the server can't be reached. With a server, every page comes from it. */

const NAME = `shell ${BUILD}`;

const HOME = "/home";
const OTHER = "/save";

/** A proxy answers with these when the server is down. */
const GATEWAY: readonly number[] = [502, 504];

export const isAway = (status: number) => GATEWAY.includes(status);

/** Fetches all of the build. Rejects where the server has another by now: its own worker follows. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(NAME);
  const named = FILES.filter((file) => file.startsWith("/assets/"));
  await cache.addAll(named);
  const others = FILES.filter((file) => !named.includes(file));
  await cache.addAll(others.map((file) => new Request(file, { cache: "no-cache" })));
  for (const page of [HOME, OTHER]) {
    const answer = await fetch(page, { cache: "no-cache" });
    if (!answer.ok || !(await answer.clone().text()).includes(ENTRY)) throw new Error(`${page} is of another build`);
    await cache.put(page, answer);
  }
}

/** Removes what other builds have left. */
export async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith("shell ") && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

const kept = async (path: string) => (await caches.open(NAME)).match(path, { ignoreVary: true });

/** Answers with the page of the server; with the kept one only where there is no server. */
export async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const path = new URL(request.url).pathname;
  const shell = () => kept(path === HOME || path.startsWith(`${HOME}/`) ? HOME : OTHER);
  try {
    const answer = ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
    return (isAway(answer.status) && (await shell())) || answer;
  } catch (error) {
    const instead = await shell();
    if (!instead) throw error;
    return instead;
  }
}

/** Whether it is a file of this build whose name says what is in it. */
export const isKeptFile = (path: string) => path.startsWith("/assets/") && FILES.includes(path);

/** Answers with a kept file, which can be of no other build. */
export async function file(request: Request): Promise<Response> {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request);
}

/** Whether it is a file that each build names alike. */
export const isNamedAlike = (path: string) => !path.startsWith("/assets/") && FILES.includes(path);

/** Answers with the server's file, else with the kept one. */
export async function latest(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await kept(new URL(request.url).pathname);
    if (!instead) throw error;
    return instead;
  }
}
