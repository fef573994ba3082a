/** A TCP proxy between the browser and a server, which can be cut. The server sees its own address in every request. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Cable {
  /** What makes the browser use it for the address of the server. */
  readonly flag: string;
  /** Cuts all connections, and refuses others until it is mended. */
  readonly setCut: (isCut: boolean) => void;
  readonly close: () => void;
}

export async function layCable(url: string): Promise<Cable> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    track(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cutAll = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    flag: `--host-resolver-rules=MAP ${hostname}:${port} 127.0.0.1:${(server.address() as AddressInfo).port}`,
    setCut: (next) => {
      isCut = next;
      if (next) {
        cutAll();
      }
    },
    close: () => {
      cutAll();
      server.close();
    },
  };
}
