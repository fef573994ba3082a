/** Asks the server what the user may do (SelfSubjectAccessReview), and remembers the answers for a while. */
import type { Clock } from "./clock";
import type { Http } from "./http";
import { flag, text } from "./json";

const TTL_MS = 60_000;
const PARALLEL = 6;

export interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

interface Entry {
  readonly since: number;
  readonly answer: Promise<Decision>;
  decision?: Decision;
}

export class Access {
  private readonly entries = new Map<string, Entry>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly http: Http,
    private readonly clock: Pick<Clock, "now">,
  ) {}

  /** Returns the decision if it is known, however old it is. */
  known(right: Right): Decision | undefined {
    return this.entries.get(keyOf(right))?.decision;
  }

  check(right: Right): Promise<Decision> {
    const key = keyOf(right);
    const old = this.entries.get(key);
    if (old && this.clock.now() - old.since < TTL_MS) {
      return old.answer;
    }
    const entry: Entry = {
      since: this.clock.now(),
      answer: this.ask(right),
      ...(old?.decision && { decision: old.decision }),
    };
    this.entries.set(key, entry);
    entry.answer.then(
      (decision) => {
        entry.decision = decision;
      },
      () => this.entries.delete(key),
    );
    return entry.answer;
  }

  /** Another user, or other rights. */
  clear(): void {
    this.entries.clear();
  }

  private async ask(right: Right): Promise<Decision> {
    if (this.running >= PARALLEL) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running++;
    try {
      const { subresource, namespace, name, ...rest } = right;
      const review = await this.http.json("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        method: "POST",
        body: {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          spec: {
            resourceAttributes: {
              ...rest,
              ...(subresource && { subresource }),
              ...(namespace && { namespace }),
              ...(name && { name }),
            },
          },
        },
      });
      return {
        allowed: flag(review, "status", "allowed"),
        reason: text(review, "status", "reason") || text(review, "status", "evaluationError"),
      };
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}

function keyOf(right: Right): string {
  const { verb, group, resource, subresource, namespace, name } = right;
  return JSON.stringify([verb, group, resource, subresource ?? "", namespace ?? "", name ?? ""]);
}
