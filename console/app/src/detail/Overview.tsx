import type { ReactNode } from "react";
import type { JsonObject } from "../api/json";
import type { PublishedSchema } from "../edit/schema";
import { WithSchema } from "../edit/WithSchema";
import { TEXTS } from "../texts";
import { Conditions } from "./Conditions";
import { Events } from "./Events";
import { Facts } from "./Facts";
import { Settings } from "./Settings";

interface OverviewProps {
  readonly namespace: string;
  readonly object: JsonObject;
  /** Further panels, after the conditions. */
  readonly children?: ReactNode;
  /** The schema marks the settings that are sensitive. */
  readonly published: PublishedSchema;
}

export function Overview({ namespace, object, published, children }: OverviewProps) {
  return (
    <div className="overview">
      <div className="overview-main">
        <Panel title={TEXTS.detail.conditions}>
          <Conditions object={object} />
        </Panel>
        {children}
        <Panel title={TEXTS.detail.events}>
          <Events namespace={namespace} object={object} />
        </Panel>
      </div>
      <div className="overview-side">
        <Panel title={TEXTS.detail.facts}>
          <Facts object={object} />
        </Panel>
        <Panel title={TEXTS.detail.settings}>
          <WithSchema published={published}>
            {(schema) => <Settings object={object} schema={schema} />}
          </WithSchema>
        </Panel>
      </div>
    </div>
  );
}

export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
