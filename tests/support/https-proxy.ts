import { request } from "node:http";
import { createServer } from "node:https";

/** Made for 127.0.0.2 and these tests alone; the key is no secret. */
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

/** What a proxy says of the request that it passes on. */
type HostHeader = "passed on" | "its own";

/**
 * A proxy that takes https on `127.0.0.2` and asks the server at `upstream` by plain http.
 * @param options.host whether the server is asked under the public name, or under its own
 */
export async function startHttpsProxy(options: {
  port: number;
  upstream: { hostname: string; port: number };
  host: HostHeader;
}): Promise<{ close(): void }> {
  const { upstream } = options;
  const proxy = createServer({ cert: CERTIFICATE, key: KEY }, (asked, answer) => {
    const headers = {
      ...asked.headers,
      ...(options.host === "its own" ? { host: `${upstream.hostname}:${upstream.port}` } : {}),
      "x-forwarded-for": asked.socket.remoteAddress,
      "x-forwarded-proto": "https",
    };
    const passed = request(
      { ...upstream, method: asked.method, path: asked.url, headers },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(options.port, "127.0.0.2", resolve));
  return {
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
