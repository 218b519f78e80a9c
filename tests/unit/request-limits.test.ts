import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRequestLimits, endRequest, refuse } from "../../scripts/setup/request-limits.mjs";

const limit = createRequestLimits(400_000);
const handle: RequestListener = (request, response) => {
  const client = String(request.headers["x-client"]);
  const refusal = limit(request, client, (excess) => endRequest(response, excess, true));
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
  ["POST", "/api/auth/sign-in/email", "content-length: 16385", "413"],
  ["POST", "/api/invitation/x", "content-length: 16385", "413"],
  ["POST", "/pulls/1/merge", "content-length: 2000001", "413"],
])(
  "%s %s with %s is refused with %4$s before its body arrives",
  async (method, path, header, status) => {
    const response = await answer(open(method, path, header));
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toMatch(/connection: close/i);
  },
);

test("a client that sends on after the answer isn't cut off", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const socket = open("POST", "/api/auth/sign-in/email", "content-length: 9900000");
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));
  await answer(socket);
  vi.advanceTimersByTime(900);
  for (let part = 0; part < 99; part += 1) socket.write("x".repeat(100_000));
  await once(socket, "close");
  vi.useRealTimers();
  expect(errors).toEqual([]);
});

/** Sends the first bytes of a body of a client's, and returns the socket. */
function send(client: string, sent: number, declared = 2_000_000): Socket {
  const socket = open("POST", "/api/x", `x-client: ${client}`, `content-length: ${declared}`);
  socket.write("x".repeat(sent));
  return socket;
}

test("bytes that are only declared keep nobody out", async () => {
  for (let count = 0; count < 16; count += 1) send("stranger", 1);
  expect(await answer(send("stranger", 9, 9))).toContain("handled");
});

test("a client that holds its share is refused until its bodies end, and others go on", async () => {
  const held = send("a", 90_000);
  const refused = () => answer(send("a", 90_000, 90_000));
  await expect
    .poll(refused)
    .toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"unavailable"/i);
  expect(await answer(send("b", 90_000, 90_000))).toContain("handled");
  held.destroy();
  await expect.poll(refused).toContain("handled");
});

test("clients together hold no more than there is room for", async () => {
  for (const client of ["c", "d", "e", "f"]) send(client, 90_000);
  await expect.poll(() => answer(send("g", 90_000, 90_000))).toMatch(/^HTTP\/1.1 503 /);
  for (const socket of sockets) socket.destroy();
});

test("an open route's body ends at its limit, even if it isn't declared", async () => {
  const socket = open("POST", "/api/auth/sign-in/email", "transfer-encoding: chunked");
  socket.write(`${(16_385).toString(16)}\r\n${"x".repeat(16_385)}\r\n`);
  expect(await answer(socket)).toMatch(/^HTTP\/1.1 413 /);
});
