import { Component, type ReactNode } from "react";

type Props = { children: ReactNode; fallback: ReactNode };

/** Keeps what breaks inside one card inside that card. */
export class CardBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error("a card failed", error);
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
