import "server-only";
import type { Snippet } from "./subject.ts";

const LANGUAGES: Record<string, { filename: string | null; block: (index: number) => string }> = {
  ts: {
    filename: "src/handlers.ts",
    block: (n) =>
      `export async function handleOrder${n}(event: ParcelEvent): Promise<void> {\n  const order = await orders.find(event.data.orderId);\n  if (order.version >= ${n}) return;\n  await orders.update(order.id, { version: ${n}, status: event.data.status });\n}\n`,
  },
  python: {
    filename: "handlers.py",
    block: (n) =>
      `def handle_${n}(event: dict) -> None:\n    order = session.get(Order, event["data"]["order_id"])\n    if order is None:\n        raise LookupError("order ${n}")\n    order.version = ${n}\n    session.commit()\n\n`,
  },
  go: {
    filename: null,
    block: (n) =>
      `func handle${n}(ctx context.Context, event *relay.Event) error {\n\tif err := store.Save(ctx, event.ID, ${n}); err != nil {\n\t\treturn fmt.Errorf("handler ${n}: %w", err)\n\t}\n\treturn nil\n}\n`,
  },
  java: {
    filename: "Handlers.java",
    block: (n) =>
      `    void handle${n}(ParcelEvent event) {\n        var order = orders.findById(event.data().get("orderId"));\n        order.ifPresent(found -> found.setVersion(${n}));\n        log.info("handled {} in step {}", event.id(), ${n});\n    }\n`,
  },
  yaml: {
    filename: "relay.yaml",
    block: (n) =>
      `  - id: dst_${n}\n    url: https://hooks-${n}.example.com/relay\n    events: ["order.*", "invoice.paid"]\n    headers:\n      X-Shard: "${n}"\n    enabled: ${n % 3 !== 0}\n`,
  },
  sql: {
    filename: null,
    block: (n) =>
      `insert into received_parcels (parcel_id, shard, received_at)\nvalues ('prc_${n}', ${n}, now())\non conflict (parcel_id) do update\n  set shard = excluded.shard;\n`,
  },
};

/** Returns code of more than 200 lines, one per language. The last one has no language or file. */
export function longSnippets(): Snippet[] {
  const named = Object.entries(LANGUAGES).map(([lang, { filename, block }], index) => {
    const code = Array.from({ length: 52 + index * 4 }, (_, n) => block(n + 1)).join("\n");
    return { lang, filename, code };
  });
  const trace = Array.from(
    { length: 240 },
    (_, n) => `[${n}] attempt ${n % 8} -> 502 (${n * 31} ms)`,
  );
  return [...named, { lang: null, filename: null, code: trace.join("\n") }];
}
