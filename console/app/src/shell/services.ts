/** The parts that all pages share, made once. */
import { createContext, useContext } from "react";
import { Access } from "../api/access";
import { type Clock, SYSTEM_CLOCK } from "../api/clock";
import { Http } from "../api/http";
import { Objects } from "../api/objects";
import { Schemas } from "../api/openapi";
import { Session } from "./session";

export interface Services {
  readonly session: Session;
  readonly http: Http;
  readonly access: Access;
  readonly objects: Objects;
  readonly schemas: Schemas;
  readonly clock: Clock;
}

export function createServices(fetch: typeof globalThis.fetch, clock: Clock = SYSTEM_CLOCK): Services {
  const session = new Session();
  const http = new Http({ fetch, token: () => session.token, onUnauthorized: () => session.reject() });
  return {
    session,
    http,
    clock,
    access: new Access(http, clock),
    objects: new Objects(http),
    schemas: new Schemas(http, clock),
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
