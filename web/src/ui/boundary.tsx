import { Component, type ReactNode } from "react";

type Props = {
  /** What may break, for the log. */
  name: string;
  /** What is shown: another one gets another try. */
  of: unknown;
  children: ReactNode;
  fallback: ReactNode;
};

/** Keeps what breaks inside it inside it. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`${this.props.name} failed`, error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.of !== this.props.of) this.setState({ broken: false });
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
