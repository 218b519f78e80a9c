import { request } from "node:http";
import { createServer } from "node:https";

/** Self-signed for 127.0.0.2, only for these tests. The key isn't secret. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUYH+OTsKqTBsWVDQ4fWQWk7nfR+gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4yMCAXDTI2MTEyMDEyNTk1N1oYDzIxMjYxMDI3
MTI1OTU3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjIwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT5s0VGZQCKtiYeoM41qFfNkG5HE9Ae/e/gGE6qHB4EwYkMok2kBoiL
3TokyJsxTsO256O9glKvxs20bkQgLGJmo2QwYjAdBgNVHQ4EFgQUARj92n45Ebgq
e8aF5m4Du/q845owHwYDVR0jBBgwFoAUARj92n45Ebgqe8aF5m4Du/q845owDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAACMAoGCCqGSM49BAMCA0gAMEUC
ICVL4p4Ssar+UFpbBtv/YdjVCE9eQVmJcX8kmJ+EvoG2AiEAzD2oWXOgrK2Ixx4G
rYlFY5g4kXGAAVugUI3cQ20QWM4=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRab7eyCr4vEokh7s
79RIgbRiPO4s/9VqJLKRYFjI44ShRANCAAT5s0VGZQCKtiYeoM41qFfNkG5HE9Ae
/e/gGE6qHB4EwYkMok2kBoiL3TokyJsxTsO256O9glKvxs20bkQgLGJm
-----END PRIVATE KEY-----`;

/** The `Host` header that the proxy sends to the server: the client's, or the server's own. */
type HostHeader = "forwarded" | "rewritten";

/** Starts a proxy that accepts https on 127.0.0.2 and forwards to `upstream` over plain http. */
export async function startHttpsProxy(options: {
  port: number;
  upstream: { hostname: string; port: number };
  host: HostHeader;
}): Promise<{ close(): void }> {
  const { upstream } = options;
  const proxy = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, response) => {
    const headers = {
      ...incoming.headers,
      ...(options.host === "rewritten" ? { host: `${upstream.hostname}:${upstream.port}` } : {}),
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
    };
    const forwarded = request(
      { ...upstream, method: incoming.method, path: incoming.url, headers },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(options.port, "127.0.0.2", resolve));
  return {
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
