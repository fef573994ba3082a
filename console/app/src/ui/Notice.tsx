/** A message in the page. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

export type Tone = "info" | "good" | "warning" | "danger";
const ICONS: Readonly<Record<Tone, IconName>> = {
  info: "unknown",
  good: "ready",
  warning: "alert",
  danger: "failed",
};

interface NoticeProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Announced by screen readers when it appears. */
  readonly isLive?: boolean;
}

export function Notice({ tone, title, children, isLive }: NoticeProps) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={isLive ? (tone === "danger" ? "alert" : "status") : undefined}
    >
      <Icon name={ICONS[tone]} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
