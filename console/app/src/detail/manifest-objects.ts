/** Reads the objects of a manifest, as the subresource has them. */
import { type JsonObject, object as objectAt, objects, text } from "../api/json";
import { masked } from "../api/sensitive";
import { printYaml } from "../api/yaml";

export interface ManifestObject {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly apiVersion: string;
  /** Undefined if the user may not get the object in the cluster. */
  readonly manifest: JsonObject | undefined;
  readonly isSecret: boolean;
}

const SECRET_PATHS = ["data.*", "stringData.*"];

export function manifestObjectsOf(data: JsonObject | undefined): readonly ManifestObject[] {
  return objects(data, "objects").map((each, i) => {
    const manifest = objectAt(each, "manifest");
    return {
      id: `${i} ${text(each, "kind")} ${text(each, "name")}`,
      kind: text(each, "kind"),
      name: text(each, "name"),
      namespace: text(each, "namespace"),
      apiVersion: text(each, "apiVersion"),
      manifest: Object.hasOwn(each, "manifest") ? manifest : undefined,
      isSecret: text(each, "kind") === "Secret",
    };
  });
}

export function yamlOf({ manifest, isSecret }: ManifestObject, isRevealed: boolean): string {
  if (!manifest) {
    return "";
  }
  return printYaml(isSecret && !isRevealed ? masked(manifest, undefined, SECRET_PATHS) : manifest);
}

/** All objects that the user may get, as one file that kubectl can read. */
export function fileOf(objects: readonly ManifestObject[]): string {
  return objects
    .filter(({ manifest }) => manifest)
    .map((each) => `---\n${yamlOf(each, true)}`)
    .join("");
}
