export interface DevServer {
  readonly url: string;
  readonly close: () => void;
  readonly setDown: (isDown: boolean) => void;
}

export function serve(kubeconfig: string, port?: number): Promise<DevServer>;
