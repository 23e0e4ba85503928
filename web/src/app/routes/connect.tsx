import "@/features/consent/consent.css";
import { useState } from "react";
import { Consent } from "@/features/consent";
import { forgetRequest, keptRequest } from "../connect-request";
import type { Head } from "../head";
import { paths } from "../paths";

export const handle: Head = { title: "Connect a program", description: "Let a program work with your memories." };

export function Component() {
  const [query] = useState(keptRequest);
  return (
    <Consent
      query={query}
      homePath={paths.home}
      leave={(address) => window.location.assign(address)}
      onDone={forgetRequest}
    />
  );
}
