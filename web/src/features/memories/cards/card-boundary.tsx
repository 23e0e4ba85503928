import { Component, type ReactNode } from "react";

type Props = {
  /** What is shown: another one gets another try. */
  of: unknown;
  children: ReactNode;
  fallback: ReactNode;
};

/** Keeps what breaks inside one card inside that card. */
export class CardBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error("a card failed", error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.of !== this.props.of) this.setState({ broken: false });
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
