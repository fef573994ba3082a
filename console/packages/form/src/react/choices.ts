/** Loads the values that a form can offer for a field, once for each field of the schema. */
import type { Options } from "../core/hints";
import { normal } from "../core/hints";
import { isObject, type Json, member } from "../core/json";
import { array, EMPTY, flag, objects, text } from "../core/schema";

export interface Choice {
  readonly value: string;
  readonly label?: string;
  readonly isDefault?: boolean;
}

export interface Choices {
  readonly choices: readonly Choice[];
  /** The reason for missing choices. */
  readonly message?: string;
}

export interface ChoiceRequest {
  /** The path of the hint, such as `spec.users.*.name`. */
  readonly path: string;
  readonly options: Options;
}

export type ChoiceSource = (request: ChoiceRequest) => Promise<Choices>;

export class ChoiceCache {
  private readonly loads = new Map<string, Promise<Choices>>();

  constructor(private readonly source: ChoiceSource) {}

  load(pattern: string, options: Options): Promise<Choices> {
    const known = this.loads.get(pattern);
    if (known) {
      return known;
    }
    // A source can throw before it returns a promise, which is a failed load too.
    const load = Promise.resolve().then(() => this.source({ path: pattern, options }));
    this.loads.set(pattern, load);
    // A failed load is tried again when the next field needs it.
    load.catch(() => this.loads.delete(pattern));
    return load;
  }
}

/** Returns a source that reads an ApplicationOptions of computed.chartroom.dev, which the console has loaded. */
export function choicesOf(applicationOptions: Json): ChoiceSource {
  const status = isObject(applicationOptions) ? member(applicationOptions, "status") : undefined;
  const fields = isObject(status) ? objects(status, "fields") : [];
  return ({ path }) => {
    const field = fields.find((each) => normal(text(each, "path")) === path);
    const choices = array(field ?? EMPTY, "choices").filter(isObject);
    const message = field ? text(field, "message") : "";
    return Promise.resolve({
      choices: choices.map((choice) => ({
        value: text(choice, "value"),
        isDefault: flag(choice, "default"),
      })),
      ...(message !== "" && { message }),
    });
  };
}
