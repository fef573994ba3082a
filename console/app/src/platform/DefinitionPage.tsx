/** One kind of the platform: its definition, the form that users get, and the explanation of its fields. */
import { useMemo } from "react";
import { withMember } from "../api/json";
import { Conditions } from "../detail/Conditions";
import { statusOf } from "../detail/conditions";
import { Panel } from "../detail/Overview";
import { Yaml } from "../detail/Yaml";
import { useSchema } from "../edit/schema";
import { WithSchema } from "../edit/WithSchema";
import { Link, useParameter } from "../router/navigation";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import { KindIcon } from "../ui/KindIcon";
import { Problem } from "../ui/Problem";
import { StatusMark } from "../ui/StatusMark";
import { Tabs } from "../ui/Tabs";
import { Problems } from "./Causes";
import { DefinitionFacts } from "./DefinitionFacts";
import { Explain } from "./Explain";
import { FormPreview } from "./FormPreview";
import { type PlatformKind, platformKindsOf } from "./kinds";
import { RolloutPanel } from "./RolloutPanel";
import { useReports } from "./use-reports";
import "../styles/detail.css";
import "../styles/edit.css";
import "../styles/platform.css";

export function DefinitionPage({ name }: { readonly name: string }) {
  const platform = usePlatform();
  const reports = useReports();
  const each = useMemo(
    () => platformKindsOf(platform, reports).find(({ id }) => id === name),
    [platform, reports, name],
  );
  useTitle(each?.title ?? name, TEXTS.platform.title);
  if (!each) {
    return platform.error !== undefined ? (
      <Problem error={platform.error} onRetry={platform.reload} />
    ) : (
      <p className="muted">{platform.isLoading ? TEXTS.loading : TEXTS.platform.unknown}</p>
    );
  }
  return (
    <>
      <nav className="crumbs" aria-label={TEXTS.detail.crumbs}>
        <Link to={{ page: "platform" }}>{TEXTS.platform.title}</Link>
        <Icon name="right" />
      </nav>
      <header className="page-head">
        <div className="page-title">
          <KindIcon name={each.title} icon={each.icon} />
          <h1>{each.title}</h1>
          <span className="muted code">{each.id}</span>
          {each.definition && <StatusMark status={statusOf(each.definition)} />}
        </div>
      </header>
      <Parts each={each} />
    </>
  );
}

function Parts({ each }: { readonly each: PlatformKind }) {
  const [tab, setTab] = useParameter("tab");
  const { kind, definition } = each;
  const published = useSchema(kind);
  const tabs = (["overview", "form", "explain", "yaml"] as const)
    .filter((id) => (id === "yaml" ? definition : id === "overview" || kind))
    .map((id) => ({ id, label: TEXTS.platform.tabs[id] }));
  const selected = tabs.find(({ id }) => id === tab)?.id ?? "overview";
  const missing = <p className="muted">{TEXTS.platform.noSchema}</p>;
  return (
    <Tabs
      label={TEXTS.platform.tabList}
      tabs={tabs}
      selected={selected}
      onSelect={(id) => setTab(id === "overview" ? "" : id)}
    >
      {selected === "overview" && <Overview each={each} />}
      {selected === "form" && kind && (
        <WithSchema published={published}>
          {(schema) => (schema ? <FormPreview kind={kind} schema={schema} /> : missing)}
        </WithSchema>
      )}
      {selected === "explain" && kind && (
        <WithSchema published={published}>
          {(schema) => (schema ? <Explain kind={kind} schema={schema} /> : missing)}
        </WithSchema>
      )}
      {selected === "yaml" && definition && (
        <Yaml
          object={withMember(
            withMember(definition, "kind", "KindDefinition"),
            "apiVersion",
            "chartroom.dev/v1alpha1",
          )}
          schema={undefined}
        />
      )}
    </Tabs>
  );
}

function Overview({ each }: { readonly each: PlatformKind }) {
  const { definition, description, advice } = each;
  return (
    <div className="overview">
      <div className="overview-main">
        {description && <p>{description}</p>}
        {definition && <Problems definition={definition} />}
        <Panel title={TEXTS.detail.conditions}>
          {definition ? (
            <Conditions object={definition} />
          ) : (
            <p className="muted">{TEXTS.platform.noDefinition}</p>
          )}
        </Panel>
        <RolloutPanel each={each} />
        {advice.length > 0 && (
          <Panel title={TEXTS.platform.advice}>
            <ul className="bullets">
              {advice.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <div className="overview-side">
        <Panel title={TEXTS.detail.facts}>
          <DefinitionFacts each={each} />
        </Panel>
      </div>
    </div>
  );
}
