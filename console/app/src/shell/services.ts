/** The parts that all pages share, made once. */
import { createContext, useContext } from "react";
import { Access } from "../api/access";
import { type Clock, SYSTEM_CLOCK } from "../api/clock";
import { Http } from "../api/http";
import { Objects } from "../api/objects";
import { Schemas } from "../api/openapi";
import { hasUnsavedEdits } from "../router/guards";
import { TEXTS } from "../texts";
import { Session } from "./session";
import { SignInFlow } from "./sign-in";

export interface Services {
  readonly session: Session;
  readonly signIn: SignInFlow;
  readonly http: Http;
  readonly access: Access;
  readonly objects: Objects;
  readonly schemas: Schemas;
  readonly clock: Clock;
}

export function createServices(
  fetch: typeof globalThis.fetch,
  clock: Clock = SYSTEM_CLOCK,
  leave = (url: string) => location.assign(url),
): Services {
  const session = new Session(clock.now, hasUnsavedEdits);
  const http = new Http({
    fetch,
    token: () => session.token(),
    onUnauthorized: (token, isRetry) => session.refuse(token, isRetry, { title: TEXTS.session.rejected }),
  });
  const access = new Access(http, clock);
  const schemas = new Schemas(http, clock);
  const anonymous = new Http({ fetch, token: () => undefined });
  const oidc = { fetch, now: clock.now };
  return {
    session,
    signIn: new SignInFlow({ session, anonymous, access, schemas, oidc, leave }),
    http,
    clock,
    access,
    objects: new Objects(http),
    schemas,
  };
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) {
    throw new Error("A page of the console must be inside of a ServicesContext.");
  }
  return services;
}
