/** The links of the landing page: routes of the app, and two external URLs. */
export type Links = {
  home: string;
  signIn: string;
  upgrade: string;
  contact: string;
  documentation: string;
  apiReference: string;
  blog: string;
  community: string;
  privacy: string;
  terms: string;
  cookies: string;
  repository: string;
  social: string;
};
