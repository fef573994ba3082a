export interface DevServer {
  readonly url: string;
  readonly close: () => void;
}

export interface LoginOptions {
  readonly code: boolean;
  readonly oidc?: { readonly issuer: string; readonly clientId: string };
}

export function headersFor(issuerOrigin?: string): Readonly<Record<string, string>>;

export function readKubeconfig(path: string): Promise<{ readonly server: URL; readonly token?: string }>;

export function serve(kubeconfig?: string, port?: number, login?: LoginOptions): Promise<DevServer>;
