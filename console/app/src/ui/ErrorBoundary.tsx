import { Component, type ReactNode } from "react";
import { TEXTS } from "../texts";
import { Notice } from "./Notice";

interface Props {
  readonly children: ReactNode;
}

/** An error in one page leaves the rest of the console usable. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? "unknown" };
  }

  override render() {
    if (this.state.error === undefined) {
      return this.props.children;
    }
    return (
      <Notice tone="danger" title={TEXTS.errors.crash} isLive>
        <p>{TEXTS.errors.crashHelp}</p>
        <p className="code">{String(this.state.error)}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {TEXTS.errors.reload}
        </button>
      </Notice>
    );
  }
}
