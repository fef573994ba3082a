/** The kinds that the server serves now, for all pages. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from "react";
import { discover } from "../api/discovery";
import type { Http } from "../api/http";
import { type JsonObject, objects } from "../api/json";
import type { Kind } from "../api/kinds";
import { catalogueOf, type Entry } from "../catalogue/catalogue";
import { KindReviews } from "./kind-reviews";
import { useLoad } from "./load";
import { reuse } from "./reuse";
import { useServices } from "./services";
import type { Session } from "./session";

/** New definitions show without a reload of the page. */
const REFRESH_MS = 60_000;
const DEFINITIONS = "/apis/chartroom.dev/v1alpha1/kinddefinitions";

export interface Platform {
  readonly kinds: readonly Kind[];
  readonly entries: readonly Entry[];
  readonly definitions: readonly JsonObject[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly reload: () => void;
}

const PlatformContext = createContext<Platform | undefined>(undefined);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) {
    throw new Error("A page of the console must be inside of a PlatformProvider.");
  }
  return platform;
}

export function useEntry(group: string, resource: string): Entry | undefined {
  const { entries } = usePlatform();
  return entries.find(({ kind }) => kind.group === group && kind.resource === resource);
}

interface ProviderProps {
  /** The namespace in which the server is asked for the user's kinds. */
  readonly namespace: string | undefined;
  readonly children: ReactNode;
}

export function PlatformProvider({ namespace, children }: ProviderProps) {
  const { http, session } = useServices();
  const reviews = useMemo(() => new KindReviews(http), [http]);
  const last = useRef<Found>(NOTHING);
  const load = useCallback(
    async (signal: AbortSignal) => {
      last.current = await read({ http, reviews, namespace }, last.current, signal);
      return last.current;
    },
    [http, reviews, namespace],
  );
  const { data, error, isLoading, reload } = useLoad(load);
  useEffect(() => {
    const timer = setInterval(() => isActive(session) && reload(), REFRESH_MS);
    // Another user may see other kinds.
    const forget = session.subscribe(() => isActive(session) && reload());
    return () => {
      clearInterval(timer);
      forget();
    };
  }, [session, reload]);
  const platform = useMemo(
    // A page with edits must not lose its kind because a refresh fails.
    () => ({ ...(data ?? last.current), isLoading: isLoading && !data, error, reload }),
    [data, error, isLoading, reload],
  );
  return <PlatformContext value={platform}>{children}</PlatformContext>;
}

function isActive(session: Session): boolean {
  return document.visibilityState === "visible" && session.current().phase === "open";
}

type Found = Pick<Platform, "kinds" | "entries" | "definitions">;
const NOTHING: Found = { kinds: [], entries: [], definitions: [] };

interface Source {
  readonly http: Http;
  readonly reviews: KindReviews;
  readonly namespace: string | undefined;
}

async function read({ http, reviews, namespace }: Source, last: Found, signal: AbortSignal): Promise<Found> {
  const kinds = reuse(last.kinds, await discover(http, signal));
  const serves = (group: string, resource: string) =>
    kinds.some((kind) => kind.group === group && kind.resource === resource);
  const [definitions, reviewed] = await Promise.all([
    // They are custom resources of the cluster, which this server's discovery does not have.
    http.json(DEFINITIONS, { signal }).catch(() => null),
    namespace && serves("computed.chartroom.dev", "selfsubjectkindsreviews")
      ? reviews.read(namespace, kinds, signal).catch(() => [])
      : Promise.resolve([]),
  ]);
  const found = reuse(last.definitions, objects(definitions, "items"));
  const entries = reuse(last.entries, catalogueOf(kinds, { definitions: found, reviewed }));
  return { kinds, definitions: found, entries };
}
