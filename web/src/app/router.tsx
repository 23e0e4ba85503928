import { type createBrowserRouter, type RouteObject, redirect } from "react-router";
import { onTokenExpired } from "@/api/session";
import { late, latePage } from "@/boot/late";
import { settledWithin } from "@/lib/settled-within";
import { chooseEntry, leadOn, needNoToken, needToken, needTokenFor, needTokenToConnect } from "./guards";
import { paths, type SignInState, signInFor } from "./paths";
import { safeRedirect } from "./redirect";
import { Root } from "./root";
import { RouteError } from "./route-error";

/** How long the dashboard waits for its shelf, in milliseconds. */
const SHELF_PATIENCE = 300;

/** The dashboard, along with its shelf where that is not long in coming: apart, they are drawn one after the other. */
const homePage = late(async () => {
  const { shelf, ...page } = await import("./routes/own/home");
  await settledWithin(shelf, SHELF_PATIENCE);
  return page;
});

/** A memory opened over a page. */
const openedMemory: RouteObject = {
  path: "memory/:id",
  lazy: late(() => import("./routes/own/memory")),
  errorElement: <RouteError />,
};

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
        lazy: homePage,
        errorElement: <RouteError />,
        children: [openedMemory],
      },
      {
        lazy: latePage("layout"),
        errorElement: <RouteError />,
        children: [
          {
            path: paths.welcome,
            lazy: latePage("welcome"),
            errorElement: <RouteError />,
          },
          {
            path: paths.contact,
            lazy: latePage("contact"),
            errorElement: <RouteError />,
          },
          {
            path: `${paths.policies}/:page`,
            lazy: latePage("policy"),
            errorElement: <RouteError />,
          },
        ],
      },
      {
        path: paths.conversations,
        loader: needToken,
        lazy: latePage("underHeader"),
        errorElement: <RouteError />,
        children: [
          { index: true, lazy: latePage("conversations"), errorElement: <RouteError /> },
          {
            path: ":conversation",
            lazy: latePage("conversation"),
            errorElement: <RouteError />,
            children: [openedMemory],
          },
        ],
      },
      {
        path: paths.highlights,
        loader: needToken,
        lazy: latePage("underHeader"),
        errorElement: <RouteError />,
        children: [
          {
            path: "",
            lazy: latePage("highlights"),
            errorElement: <RouteError />,
            children: [openedMemory],
          },
        ],
      },
      {
        path: paths.settings,
        loader: needToken,
        lazy: latePage("underHeader"),
        errorElement: <RouteError />,
        children: [{ index: true, lazy: latePage("settings"), errorElement: <RouteError /> }],
      },
      {
        path: paths.admin,
        loader: needToken,
        lazy: latePage("underHeader"),
        errorElement: <RouteError />,
        children: [{ index: true, lazy: latePage("admin"), errorElement: <RouteError /> }],
      },
      {
        path: paths.upgrade,
        loader: needTokenFor(paths.upgrade),
        lazy: latePage("upgrade"),
        errorElement: <RouteError />,
      },
      {
        path: paths.success,
        lazy: latePage("success"),
        errorElement: <RouteError />,
      },
      {
        path: paths.profile,
        loader: needToken,
        lazy: latePage("profile"),
        errorElement: <RouteError />,
      },
      {
        path: paths.data,
        loader: needToken,
        lazy: latePage("data"),
        errorElement: <RouteError />,
      },
      {
        path: paths.feeds,
        loader: needToken,
        lazy: latePage("feeds"),
        errorElement: <RouteError />,
      },
      {
        // It keeps what was handed over until a user signs in.
        path: paths.save,
        lazy: latePage("save"),
        errorElement: <RouteError />,
      },
      { path: paths.auth, loader: () => redirect(paths.signIn), element: null, errorElement: <RouteError /> },
      {
        lazy: latePage("authLayout"),
        errorElement: <RouteError />,
        children: [
          {
            path: paths.signIn,
            loader: leadOn((wanted) => safeRedirect(wanted, routes)),
            lazy: latePage("signIn"),
            errorElement: <RouteError />,
          },
          {
            path: paths.connect,
            loader: needTokenToConnect,
            lazy: latePage("connect"),
            errorElement: <RouteError />,
          },
          {
            path: paths.signUp,
            loader: needNoToken,
            lazy: latePage("signUp"),
            errorElement: <RouteError />,
          },
        ],
      },
      {
        path: "*",
        lazy: latePage("notFound"),
        errorElement: <RouteError />,
      },
    ],
  },
];

/** Leads to sign-in when the server refuses the token, and from there back to the present page. */
export function followExpiry(router: ReturnType<typeof createBrowserRouter>): () => void {
  return onTokenExpired(() => {
    const { pathname, search, hash } = router.state.location;
    const state: SignInState = { ended: true };
    // What a program asks for is kept by its page.
    const back = pathname === paths.connect ? pathname : pathname + search + hash;
    void router.navigate(signInFor(back), { replace: true, state });
  });
}
