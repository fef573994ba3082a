import { useMemo } from "react";
import { objects, text } from "../api/json";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";
import { Icon, type IconName } from "../ui/Icon";
import { Problem } from "../ui/Problem";
import type { Status } from "../ui/StatusMark";
import { OldNotice } from "./OldNotice";
import { type Node, treeOf } from "./resource-tree";
import { type Target, useFreshView } from "./view";

const LOOKS: Readonly<Record<string, readonly [Status, IconName]>> = {
  Current: ["ready", "ready"],
  InProgress: ["progressing", "progress"],
  Failed: ["failed", "failed"],
  Terminating: ["deleting", "progress"],
  NotFound: ["notReady", "alert"],
};
const UNKNOWN: readonly [Status, IconName] = ["unknown", "unknown"];

export function Resources({ version, ...target }: Target & { readonly version: string }) {
  const { data, error, reload, oldBecause } = useFreshView(target, "resources", version);
  const resources = useMemo(() => objects(data, "resources"), [data]);
  const tree = useMemo(() => treeOf(resources), [resources]);
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  if (!data || resources.length === 0) {
    return (
      <>
        <OldNotice reason={oldBecause} />
        <p className="muted">{data ? TEXTS.resources.none : TEXTS.loading}</p>
      </>
    );
  }
  const current = resources.filter((each) => text(each, "status") === "Current").length;
  return (
    <div className="stack">
      <OldNotice reason={oldBecause} />
      <p className="muted">{TEXTS.resources.ready(current, resources.length)}</p>
      <ul className="tree panel">
        {tree.map((node) => (
          <Branch key={node.id} node={node} />
        ))}
      </ul>
    </div>
  );
}

function Branch({ node }: { readonly node: Node }) {
  const { resource, children } = node;
  const status = text(resource, "status");
  const [look, icon] = (Object.hasOwn(LOOKS, status) && LOOKS[status]) || UNKNOWN;
  const message = text(resource, "message");
  return (
    <li>
      <div className="tree-row">
        <span className={`status status-${look}`}>
          <Icon name={icon} />
          <span className="hidden">{status}: </span>
        </span>
        <span className="muted">{text(resource, "kind")}</span>
        <span className="tree-name">{text(resource, "name")}</span>
        <span className="muted">{status}</span>
        <span className="muted tree-age">
          <Age since={text(resource, "created")} />
        </span>
      </div>
      {message && <p className="tree-message muted">{message}</p>}
      {children.length > 0 && (
        <ul className="tree">
          {children.map((child) => (
            <Branch key={child.id} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
