/** Builds the catalogue: which kinds of the server it has, with their texts, icons and categories. */
import { at, type Json, type JsonObject, objects, text } from "../api/json";
import { idOf, type Kind } from "../api/kinds";

export interface Entry {
  readonly id: string;
  readonly kind: Kind;
  readonly description: string;
  readonly category: string;
  /** An address that an image can show; empty if there is none. */
  readonly icon: string;
  /** What the quotas of the namespace allow. */
  readonly limits: readonly Limit[];
}

export interface Limit {
  readonly quota: string;
  readonly resource: string;
  readonly hard: string;
  /** Empty if the use is not known yet. */
  readonly left: string;
}

/** What is known of kinds besides discovery. Each source may be missing. */
export interface Sources {
  readonly definitions: readonly JsonObject[];
  /** The kinds in the answers to SelfSubjectKindsReviews. */
  readonly reviewed: readonly JsonObject[];
}

/** Groups that belong to Kubernetes or to the machinery below Chartroom. */
const MACHINERY =
  /^(?:|apps|batch|autoscaling|policy|extensions|.*\.k8s\.io|.*\.toolkit\.fluxcd\.io|(?:.*\.)?chartroom\.dev)$/;
const NO_CATEGORY = new Set(["all"]);

export function catalogueOf(kinds: readonly Kind[], sources: Sources): readonly Entry[] {
  const definitions = new Map(sources.definitions.map((each) => [text(each, "metadata", "name"), each]));
  const reviewed = new Map(
    sources.reviewed.map((each) => [
      idOf({ group: text(each, "group"), resource: text(each, "resource") }),
      each,
    ]),
  );
  const groups = new Set([
    ...sources.definitions.map((each) => text(each, "spec", "group")),
    ...sources.reviewed.map((each) => text(each, "group")),
  ]);
  const isInCatalogue = ({ group }: Kind) => (groups.size > 0 ? groups.has(group) : !MACHINERY.test(group));
  return kinds
    .filter((kind) => kind.namespaced && kind.verbs.includes("list") && isInCatalogue(kind))
    .map((kind) => entryOf(kind, definitions.get(idOf(kind)), reviewed.get(idOf(kind))))
    .sort((a, b) => (a.kind.kind < b.kind.kind ? -1 : 1));
}

function entryOf(kind: Kind, definition: JsonObject | undefined, review: JsonObject | undefined): Entry {
  return {
    id: idOf(kind),
    kind,
    description: text(definition, "spec", "description") || text(review, "description"),
    category: kind.categories.find((name) => !NO_CATEGORY.has(name)) ?? "",
    icon: iconOf(text(definition, "spec", "icon") || text(review, "icon")),
    limits: objects(review, "quotas").map((quota) => ({
      quota: text(quota, "name"),
      resource: text(quota, "resource"),
      hard: scalar(at(quota, "hard")),
      left: scalar(at(quota, "left")),
    })),
  };
}

/** Quantities are texts or numbers. */
function scalar(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** An icon is an image in its address. A request for another address would reveal the user to another server. */
export function iconOf(icon: string): string {
  return /^data:image\/(?:svg\+xml|png|webp|jpeg)[;,]/.test(icon) ? icon : "";
}

export interface Section {
  readonly category: string;
  readonly entries: readonly Entry[];
}

export function sectionsOf(entries: readonly Entry[]): readonly Section[] {
  const sections = new Map<string, Entry[]>();
  for (const entry of entries) {
    sections.set(entry.category, [...(sections.get(entry.category) ?? []), entry]);
  }
  return [...sections]
    .sort(([a], [b]) => (a === "" ? 1 : b === "" ? -1 : a < b ? -1 : 1))
    .map(([category, members]) => ({ category, entries: members }));
}

/** True if each word is in a name, the category or the description. */
export function matchesSearch(entry: Entry, search: string): boolean {
  const { kind, description, category } = entry;
  const content = [kind.kind, kind.resource, kind.group, category, description, ...kind.shortNames]
    .join("\n")
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}
