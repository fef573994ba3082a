/** Asks the server which kinds the user can create in a namespace. */
import type { Http } from "../api/http";
import { type JsonObject, objects, text } from "../api/json";
import { idOf, type Kind } from "../api/kinds";

/** More kinds than this are no answer that a user can wait for. */
const MAX_KINDS = 2_000;

/** Icons are large, so a review downloads them only if it has kinds whose icons are not known. */
export class KindReviews {
  private readonly icons = new Map<string, string>();
  /** The kinds in discovery when the icons were read. */
  private served: readonly Kind[] | undefined;

  constructor(private readonly http: Http) {}

  /** `served` are the kinds in discovery; the same array means that nothing changed. */
  async read(
    namespace: string,
    served: readonly Kind[],
    signal: AbortSignal,
  ): Promise<readonly JsonObject[]> {
    if (this.served === served) {
      const kinds = await this.ask(namespace, false, signal);
      // Another namespace or user can have other kinds.
      if (kinds.every((kind) => this.icons.has(keyOf(kind)))) {
        return kinds.map((kind) => ({ ...kind, icon: this.icons.get(keyOf(kind)) ?? "" }));
      }
    }
    const kinds = await this.ask(namespace, true, signal);
    if (this.served !== served) {
      this.icons.clear();
      this.served = served;
    }
    for (const kind of kinds) {
      this.icons.set(keyOf(kind), text(kind, "icon"));
    }
    return kinds;
  }

  /** An answer has at most 100 kinds, and fewer if their icons are large. */
  private async ask(namespace: string, icons: boolean, signal: AbortSignal): Promise<readonly JsonObject[]> {
    const path = `/apis/computed.chartroom.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/selfsubjectkindsreviews`;
    const kinds: JsonObject[] = [];
    const asked = new Set<string>();
    let next = "";
    // An answer can be empty, but each one must get further.
    while (!asked.has(next) && asked.size < MAX_KINDS && kinds.length < MAX_KINDS) {
      asked.add(next);
      const answer = await this.http.json(path, {
        method: "POST",
        body: {
          apiVersion: "computed.chartroom.dev/v1alpha1",
          kind: "SelfSubjectKindsReview",
          spec: { ...(icons && { icons }), ...(next !== "" && { continue: next }) },
        },
        signal,
      });
      kinds.push(...objects(answer, "status", "kinds"));
      next = text(answer, "status", "continue");
    }
    return kinds;
  }
}

function keyOf(kind: JsonObject): string {
  return idOf({ group: text(kind, "group"), resource: text(kind, "resource") });
}
