import { type ComponentProps, use } from "react";
import { useLocation } from "react-router";
import { Marking } from "@/features/highlights/marking";
import { AskAboutContext } from "./ask-about";

type Props = Omit<ComponentProps<typeof Marking>, "hash" | "onAsk">;

/** The marks of the opened memory. */
export default function OpenedMarking(props: Props) {
  const { hash } = useLocation();
  return <Marking {...props} hash={hash} onAsk={use(AskAboutContext)} />;
}
