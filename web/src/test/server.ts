import { setupServer } from "msw/node";

/** The network of the tests. A test says with `server.use(http.get("/api/v1/…", …))` what the server answers. */
export const server = setupServer();
