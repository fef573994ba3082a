import { useState } from "react";
import { type JsonObject, number, objects, strings, text } from "../api/json";
import { serves } from "../api/kinds";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";
import { Dialog } from "../ui/Dialog";
import { Guarded } from "../ui/Guarded";
import { Notice } from "../ui/Notice";
import { messageOf, Problem } from "../ui/Problem";
import { Scroll } from "../ui/Scroll";
import { toast } from "../ui/toast";
import { OldNotice } from "./OldNotice";
import { type Target, useFreshView } from "./view";

interface HistoryProps extends Target {
  readonly version: string;
}

interface Preview {
  readonly revision: number;
  readonly changes: readonly string[];
  readonly error: string;
}

export function History({ version, ...target }: HistoryProps) {
  const { kind, namespace, name } = target;
  const { objects: client } = useServices();
  const { data, error, reload, oldBecause } = useFreshView(target, "history", version);
  const [preview, setPreview] = useState<Preview>();
  const revisions = objects(data, "revisions");
  const act = (revision: number, dryRun: boolean) =>
    client.act(
      kind,
      namespace,
      name,
      "rollback",
      { apiVersion: "chartroom.dev/v1alpha1", kind: "RollbackOptions", revision },
      dryRun,
    );
  const show = async (revision: number) => {
    try {
      const { warnings } = await act(revision, true);
      setPreview({ revision, changes: warnings, error: "" });
    } catch (failure) {
      setPreview({ revision, changes: [], error: messageOf(failure) });
    }
  };
  const rollBack = async (revision: number) => {
    try {
      await act(revision, false);
      setPreview(undefined);
      toast("good", TEXTS.actions.done(TEXTS.actions.rollback));
      reload();
    } catch (failure) {
      setPreview({ revision, changes: [], error: messageOf(failure) });
    }
  };
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  if (!data || revisions.length === 0) {
    return (
      <>
        <OldNotice reason={oldBecause} />
        <p className="muted">{data ? TEXTS.history.none : TEXTS.loading}</p>
      </>
    );
  }
  const canRollBack = serves(kind, "rollback", "create");
  return (
    <>
      <OldNotice reason={oldBecause} />
      <Scroll className="table-wrap" label={TEXTS.detail.tabs.history}>
        <table className="plain-table">
          <thead>
            <tr>
              {[
                TEXTS.history.revision,
                TEXTS.history.status,
                TEXTS.history.chart,
                TEXTS.history.updated,
                TEXTS.history.changed,
              ].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              {canRollBack && <th scope="col">{TEXTS.actions.rollback}</th>}
            </tr>
          </thead>
          <tbody>
            {revisions.map((each, i) => {
              const revision = number(each, "revision") ?? 0;
              return (
                <tr key={revision}>
                  <th scope="row">{revision}</th>
                  <td>{text(each, "status")}</td>
                  <td>{chartOf(each)}</td>
                  <td>
                    <Age since={text(each, "lastDeployed")} />
                  </td>
                  <td className="code">{strings(each, "changed").join(", ")}</td>
                  {canRollBack && (
                    <td>
                      {i === 0 ? (
                        <span className="muted">{TEXTS.history.current}</span>
                      ) : (
                        <Guarded
                          label={TEXTS.actions.rollback}
                          right={{
                            verb: "create",
                            group: kind.group,
                            resource: kind.resource,
                            subresource: "rollback",
                            namespace,
                            name,
                          }}
                        >
                          <button
                            type="button"
                            className="button button-small"
                            onClick={() => void show(revision)}
                          >
                            {TEXTS.history.rollback(revision)}
                          </button>
                        </Guarded>
                      )}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
      {preview && (
        <Dialog
          title={TEXTS.history.rollback(preview.revision)}
          onClose={() => setPreview(undefined)}
          footer={
            <>
              <button type="button" className="button" onClick={() => setPreview(undefined)}>
                {TEXTS.cancel}
              </button>
              <button
                type="button"
                className="button button-primary"
                disabled={preview.error !== ""}
                onClick={() => void rollBack(preview.revision)}
              >
                {TEXTS.actions.rollback}
              </button>
            </>
          }
        >
          {preview.error !== "" && <Notice tone="danger" title={preview.error} isLive />}
          {preview.error === "" && preview.changes.length === 0 && <p>{TEXTS.history.noDifference}</p>}
          <ul className="bullets">
            {preview.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function chartOf(revision: JsonObject): string {
  const name = text(revision, "chart", "name");
  const version = text(revision, "chart", "version");
  return [name, version].filter(Boolean).join(" ");
}
