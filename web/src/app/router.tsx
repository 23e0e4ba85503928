import { type createBrowserRouter, type RouteObject, redirect } from "react-router";
import { onTokenExpired } from "@/api/session";
import { chooseEntry, needNoToken, needToken, needTokenFor } from "./guards";
import { paths, signInFor } from "./paths";
import { safeRedirect } from "./redirect";
import { Root } from "./root";
import { RouteError } from "./route-error";

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Until the first page has loaded the background alone shows: it comes within a blink.
    hydrateFallbackElement: <div />,
    children: [
      { path: paths.root, loader: chooseEntry, element: null, errorElement: <RouteError /> },
      {
        path: paths.home,
        loader: needToken,
        lazy: () => import("./routes/home"),
        errorElement: <RouteError />,
        children: [{ path: "memory/:id", lazy: () => import("./routes/memory"), errorElement: <RouteError /> }],
      },
      {
        lazy: () => import("./routes/public-layout"),
        errorElement: <RouteError />,
        children: [
          {
            path: paths.welcome,
            lazy: () => import("./routes/welcome"),
            errorElement: <RouteError />,
          },
          {
            path: paths.contact,
            lazy: () => import("./routes/contact"),
            errorElement: <RouteError />,
          },
          {
            path: `${paths.policies}/:page`,
            lazy: () => import("./routes/policy"),
            errorElement: <RouteError />,
          },
        ],
      },
      {
        path: paths.upgrade,
        loader: needTokenFor(paths.upgrade),
        lazy: () => import("./routes/upgrade"),
        handle: {
          title: "Upgrade",
          description: "Engram Pro: more searches, more documents, and how to pay for them.",
        },
        errorElement: <RouteError />,
      },
      {
        path: paths.success,
        lazy: () => import("./routes/success"),
        handle: { title: "Payment", description: "Your payment for Engram Pro." },
        errorElement: <RouteError />,
      },
      {
        path: paths.profile,
        loader: needToken,
        lazy: () => import("./routes/profile"),
        errorElement: <RouteError />,
      },
      { path: paths.auth, loader: () => redirect(paths.signIn), element: null, errorElement: <RouteError /> },
      {
        lazy: () => import("./routes/auth-layout"),
        errorElement: <RouteError />,
        children: [
          {
            path: paths.signIn,
            loader: needNoToken(({ request }) => afterSignIn(new URL(request.url).searchParams)),
            lazy: () => import("./routes/sign-in"),
            errorElement: <RouteError />,
          },
          {
            path: paths.signUp,
            loader: needNoToken(() => paths.home),
            lazy: () => import("./routes/sign-up"),
            errorElement: <RouteError />,
          },
        ],
      },
      {
        path: "*",
        lazy: () => import("./routes/not-found"),
        handle: { title: "Page Not Found", description: "There is no page at this address." },
        errorElement: <RouteError />,
      },
    ],
  },
];

/** Where a sign-in with these parameters leads. */
export function afterSignIn(parameters: URLSearchParams): string {
  return safeRedirect(parameters.get("redirect"), routes);
}

/** What the page of sign-in is told by whoever leads there. */
export type SignInState = { ended?: boolean };

/** Sends whoever's token the server has refused to sign in again, and from there back to the present page. */
export function followExpiry(router: ReturnType<typeof createBrowserRouter>): () => void {
  return onTokenExpired(() => {
    const { pathname, search, hash } = router.state.location;
    const state: SignInState = { ended: true };
    void router.navigate(signInFor(pathname + search + hash), { replace: true, state });
  });
}
