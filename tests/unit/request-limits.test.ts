import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRequestLimits, refuse } from "../../scripts/setup/request-limits.mjs";

const limit = createRequestLimits(5_000_000);
const handle: RequestListener = (request, response) => {
  const refusal = limit(request);
  if (refusal) return refuse(response, refusal, true);
  request.resume().on("end", () => response.end("handled"));
};
const server = createServer(handle);
const sockets: Socket[] = [];
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Sends a request's head and no body, and returns the socket. */
function open(method: string, path: string, ...headers: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.write([`${method} ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n"));
  return socket;
}

/** Returns the start of the response to a request whose body never arrives. */
function answer(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once("data", (data) => resolve(String(data))));
}

test.each([
  ["POST", "/sign-in", "content-length: 9900000", "405"],
  ["POST", "/docs/feedback", "transfer-encoding: chunked", "405"],
  ["PUT", "/", "content-length: 1", "405"],
  ["GET", "/sign-in", "content-length: 9900000", "413"],
  ["POST", "/api/auth/sign-in/email", "content-length: 9900000", "413"],
  ["POST", "/pulls/1/merge", "content-length: 2000001", "413"],
])(
  "%s %s with %s is refused with %4$s before its body arrives",
  async (method, path, header, status) => {
    const response = await answer(open(method, path, header));
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toMatch(/connection: close/i);
  },
);

test("bodies on their way are limited together, and count until they end", async () => {
  const waiting = [1, 2].map(() => open("POST", "/api/x", "content-length: 2000000"));
  await expect
    .poll(() => answer(open("POST", "/v2/x", "transfer-encoding: chunked")))
    .toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"unavailable"/i);
  waiting[0]?.destroy();
  const small = () => {
    const socket = open("POST", "/v2/x", "content-length: 2000000");
    socket.write("x".repeat(2_000_000));
    return answer(socket);
  };
  await expect.poll(small).toContain("handled");
});
