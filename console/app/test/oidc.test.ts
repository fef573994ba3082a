import { beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../src/api/json";
import { beginOidc, completeOidc } from "../src/oidc/oidc";
import { type Pending, takePending } from "../src/oidc/pending";
import { fakeApi, type Handler, type Sent } from "./harness";

const ISSUER = "https://issuer.test/realm";
const CLIENT = { issuer: ISSUER, clientId: "console" };
const NOW = 1_700_000_000_000;
const DISCOVERY: JsonObject = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth?tenant=a`,
  token_endpoint: `${ISSUER}/token`,
  scopes_supported: ["openid", "groups", "offline_access"],
};
const DISCOVERY_PATH = "GET /realm/.well-known/openid-configuration";
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("location", new URL("https://console.test/console/n/shop?filter=a"));
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

function idToken(claims: JsonObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part(claims)}.c2ln`;
}

const CLAIMS = { iss: ISSUER, aud: "console", sub: "jörg", iat: NOW / 1000, exp: NOW / 1000 + 300 };
const PENDING: Pending = { state: "s", nonce: "n", verifier: "v", returnTo: "/console/n/shop" };

function issuer(token: Handler, discovery: JsonObject = DISCOVERY) {
  let now = NOW;
  const api = fakeApi({ [DISCOVERY_PATH]: () => discovery, "POST /realm/token": token });
  return {
    parts: { fetch: api.fetch, now: () => now },
    sent: api.sent,
    sleep: (ms: number) => {
      now += ms;
    },
  };
}

const tokens = (claims: JsonObject, more: JsonObject = {}) => ({ id_token: idToken(claims), ...more });
const answer = (parameters: Record<string, string>) => new URLSearchParams({ state: "s", ...parameters });
const complete = (token: Handler, parameters: Record<string, string> = { code: "c" }) =>
  completeOidc(issuer(token).parts, CLIENT, answer(parameters), PENDING);

describe("beginOidc", () => {
  test("asks for a code with PKCE, and stores what the return needs", async () => {
    const url = await beginOidc(issuer(() => undefined).parts, CLIENT, "/console/n/shop?filter=a");
    const asked = Object.fromEntries(url.searchParams);
    expect(url.origin + url.pathname).toBe(`${ISSUER}/auth`);
    expect(asked).toMatchObject({
      tenant: "a",
      response_type: "code",
      client_id: "console",
      redirect_uri: "https://console.test/console/",
      scope: "openid profile email groups",
      code_challenge_method: "S256",
    });
    const pending = takePending();
    expect(pending).toMatchObject({
      state: asked.state,
      nonce: asked.nonce,
      returnTo: "/console/n/shop?filter=a",
    });
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pending?.verifier));
    expect(asked.code_challenge).toBe(Buffer.from(hash).toString("base64url"));
    expect(new Set([asked.state, asked.nonce, pending?.verifier]).size).toBe(3);
    expect(pending?.verifier).toMatch(/^[\w-]{43}$/);
    expect(stored.size).toBe(0);
  });

  test.each([
    ["another issuer", { issuer: `${ISSUER}/` }, /The issuer is .*realm\/\. The server expects/],
    ["no address", { authorization_endpoint: "javascript:alert(1)" }, /no valid authorization_endpoint/],
    [
      "tokens elsewhere",
      { token_endpoint: "https://other.test/token" },
      /token endpoint is at https:\/\/other/,
    ],
  ])("refuses a discovery document with %s", async (_, change, message) => {
    const { parts } = issuer(() => undefined, { ...DISCOVERY, ...change });
    await expect(beginOidc(parts, CLIENT, "/console/")).rejects.toThrow(message);
    expect(stored.size).toBe(0);
  });

  test("an issuer that does not answer is told", async () => {
    const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(beginOidc({ fetch, now: () => NOW }, CLIENT, "/console/")).rejects.toThrow(
      /issuer.test did not/,
    );
  });
});

test("takePending returns to a page of the console only", () => {
  stored.set("chartroom.oidc", JSON.stringify({ ...PENDING, returnTo: "//evil.test/console/" }));
  expect(takePending()?.returnTo).toBe("/console/");
  stored.set("chartroom.oidc", "no JSON");
  expect(takePending()).toBeUndefined();
});

describe("completeOidc", () => {
  test("exchanges the code for the ID token, without a secret", async () => {
    const { parts, sent } = issuer(() => tokens({ ...CLAIMS, nonce: "n" }));
    const credential = await completeOidc(parts, CLIENT, answer({ code: "c", iss: ISSUER }), PENDING);
    expect(credential).toEqual({ token: idToken({ ...CLAIMS, nonce: "n" }) });
    expect(Object.fromEntries(new URLSearchParams(sent.at(-1)?.body))).toEqual({
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: "https://console.test/console/",
      code_verifier: "v",
      client_id: "console",
    });
  });

  test.each([
    ["iss", { iss: "https://other.test" }],
    ["aud", { aud: "other" }],
    ["azp", { aud: ["console", "other"] }],
    ["azp", { azp: "other" }],
    ["nonce", { nonce: "of another sign-in" }],
    ["sub", { sub: "" }],
  ])("refuses an ID token with a wrong %s", async (claim, change) => {
    const result = complete(() => tokens({ ...CLAIMS, nonce: "n", ...change }));
    await expect(result).rejects.toThrow(`wrong claim "${claim}"`);
  });

  test("accepts a token for several clients if this one is the authorized party", async () => {
    const claims = { ...CLAIMS, nonce: "n", aud: ["console", "kubernetes"], azp: "console" };
    expect((await complete(() => tokens(claims))).token).toBe(idToken(claims));
  });

  test("allows a minute between the clocks, and no more", async () => {
    const with_ = (exp: number) => complete(() => tokens({ ...CLAIMS, nonce: "n", exp: NOW / 1000 + exp }));
    await expect(with_(-59)).resolves.toBeTruthy();
    await expect(with_(-60)).rejects.toThrow(/has expired/);
  });

  test.each([{}, { id_token: "a.b.c" }, { id_token: "" }])(
    "refuses an answer without an ID token: %j",
    async (body) => {
      await expect(complete(() => body)).rejects.toThrow(/no ID token/);
    },
  );

  test("shows an error of the issuer only if it answers this sign-in", async () => {
    const error = { error: "access_denied", error_description: "You may not <b>enter</b>." };
    await expect(complete(() => undefined, error)).rejects.toThrow(
      "issuer.test says: You may not <b>enter</b>.",
    );
    await expect(complete(() => undefined, { error: "access_denied" })).rejects.toThrow(
      "says: access_denied",
    );
    const { parts, sent } = issuer(() => undefined);
    const forged = answer({ ...error, state: "forged" });
    await expect(completeOidc(parts, CLIENT, forged, PENDING)).rejects.toThrow(
      /does not belong to a sign-in/,
    );
    await expect(completeOidc(parts, CLIENT, forged, undefined)).rejects.toThrow(/does not belong/);
    await expect(completeOidc(parts, CLIENT, answer({ code: "c", iss: "x" }), PENDING)).rejects.toThrow(
      /issuer is x/,
    );
    expect(sent).toEqual([]);
  });

  test("an error of the token endpoint is told", async () => {
    const refused = Response.json(
      { error: "invalid_grant", error_description: "used twice" },
      { status: 400 },
    );
    await expect(complete(() => refused)).rejects.toThrow("issuer.test says: used twice");
  });
});

describe("a refresh token", () => {
  const grants = (sent: readonly Sent[]) =>
    sent
      .filter(({ method }) => method === "POST")
      .map(({ body }) => new URLSearchParams(body).get("refresh_token"));

  test("renews the ID token before it expires, also if the issuer rotates it", async () => {
    const { parts, sent, sleep } = issuer(({ body }) => {
      const isFirst = body.includes("authorization_code");
      return tokens(isFirst ? { ...CLAIMS, nonce: "n" } : { ...CLAIMS, jti: sent.length }, {
        refresh_token: `r${sent.length}`,
      });
    });
    const first = await completeOidc(parts, CLIENT, answer({ code: "c" }), PENDING);
    expect(first.renewal?.at).toBe(NOW + 240_000);
    sleep(250_000);
    const second = await first.renewal?.renew();
    expect(second?.token).not.toBe(first.token);
    await second?.renewal?.renew();
    expect(grants(sent)).toEqual([null, "r2", "r3"]);
  });

  test("does not renew to another user", async () => {
    const { parts } = issuer(({ body }) =>
      tokens(body.includes("authorization_code") ? { ...CLAIMS, nonce: "n" } : { ...CLAIMS, sub: "eve" }, {
        refresh_token: "r",
      }),
    );
    const first = await completeOidc(parts, CLIENT, answer({ code: "c" }), PENDING);
    await expect(first.renewal?.renew()).rejects.toThrow('wrong claim "sub"');
  });
});
