import "server-only";
import type { SamplePage } from "../page.ts";

export const sdkPages: SamplePage[] = [
  {
    path: "sdks/node.mdx",
    topics: ["TypeScript types", "ESM and CommonJS", "timeouts", "retries inside the library"],
    corrections: [
      { wrong: "Node.js 16", right: "Node.js 20" },
      { wrong: "maxRetry: 3", right: "maxRetries: 3" },
    ],
    content: `---
title: Node.js
description: The library for Node.js, Bun and Deno.
---

\`\`\`bash
npm install @parcel-relay/node
\`\`\`

Requires Node.js 16 or later. Types are included.

\`\`\`ts client.ts
import { Relay, RelayError } from "@parcel-relay/node";

export const relay = new Relay({
  key: process.env.RELAY_KEY,
  timeoutMs: 10_000,
  maxRetry: 3,
});

try {
  await relay.parcels.create({ event: "user.created", data: { id: "usr_1" } });
} catch (error) {
  if (error instanceof RelayError && error.status === 422) {
    console.error(error.details);
  } else {
    throw error;
  }
}
\`\`\`

The library repeats requests that failed with 429 or 5xx, always with the same idempotency key.
`,
  },
  {
    path: "sdks/python.mdx",
    topics: ["the async client", "type hints", "proxies", "installing with uv"],
    corrections: [
      { wrong: "pip install parcel_relay", right: "pip install parcelrelay" },
      { wrong: "Python 3.7", right: "Python 3.10" },
    ],
    content: `---
title: Python
description: Synchronous and asynchronous clients for Python.
---

\`\`\`bash
pip install parcel_relay
\`\`\`

Requires Python 3.7 or later.

\`\`\`python
import asyncio
from parcelrelay import AsyncClient


async def main() -> None:
    async with AsyncClient() as client:
        parcel = await client.parcels.create(event="user.created", data={"id": "usr_1"})
        print(parcel.status)


asyncio.run(main())
\`\`\`

Without arguments the client reads \`RELAY_KEY\` from the environment.

## Errors

\`parcelrelay.RelayError\` is the base of every error. \`RateLimited.retry_after\` holds seconds as a float.
`,
  },
  {
    path: "sdks/go.mdx",
    topics: ["contexts and timeouts", "error types", "the module path"],
    corrections: [{ wrong: "relay.NewClient", right: "relay.New" }],
    content: `---
title: Go
description: The module for Go.
---

\`\`\`bash
go get go.parcelrelay.example/relay/v2
\`\`\`

\`\`\`go main.go
package main

import (
	"context"
	"log"
	"os"

	"go.parcelrelay.example/relay/v2"
)

func main() {
	client := relay.NewClient(os.Getenv("RELAY_KEY"))
	parcel, err := client.Parcels.Create(context.Background(), &relay.ParcelParams{
		Event: "user.created",
		Data:  map[string]any{"id": "usr_1"},
	})
	if err != nil {
		log.Fatal(err)
	}
	log.Println(parcel.ID)
}
\`\`\`

Use \`errors.As\` with \`*relay.Error\` to read the status and the code.
`,
  },
  {
    path: "sdks/ruby.mdx",
    topics: ["Rails integration", "thread safety"],
    corrections: [{ wrong: "parcel-relay-rb", right: "parcelrelay" }],
    content: `---
title: Ruby
description: The gem for Ruby and Rails.
---

\`\`\`ruby Gemfile
gem "parcel-relay-rb", "~> 2.0"
\`\`\`

\`\`\`ruby config/initializers/relay.rb
ParcelRelay.configure do |config|
  config.key = ENV.fetch("RELAY_KEY")
  config.open_timeout = 5
end
\`\`\`

\`\`\`ruby
class WebhooksController < ActionController::API
  def create
    event = ParcelRelay.verify(request.raw_post, request.headers["Relay-Signature"])
    ProcessParcelJob.perform_later(event.id)
    head :no_content
  end
end
\`\`\`

One client may be shared by all threads.
`,
  },
  {
    path: "sdks/java.mdx",
    topics: ["Gradle setup", "Spring Boot", "virtual threads"],
    corrections: [
      { wrong: "com.parcelrelay:relay-sdk:1.9.0", right: "com.parcelrelay:relay-java:2.3.0" },
    ],
    content: `---
title: Java
description: The library for Java and Kotlin.
---

\`\`\`kotlin build.gradle.kts
dependencies {
    implementation("com.parcelrelay:relay-sdk:1.9.0")
}
\`\`\`

\`\`\`java Sender.java
import com.parcelrelay.Relay;
import java.util.Map;

public final class Sender {
    public static void main(String[] args) {
        Relay relay = Relay.builder().key(System.getenv("RELAY_KEY")).build();
        var parcel = relay.parcels().create("user.created", Map.of("id", "usr_1"));
        System.out.println(parcel.status());
    }
}
\`\`\`

Every method blocks. On Java 21 call it from a virtual thread.
`,
  },
  {
    path: "sdks/php.mdx",
    topics: ["Laravel", "Guzzle versions"],
    corrections: [
      {
        wrong: "composer require parcel-relay/php",
        right: "composer require parcelrelay/relay-php",
      },
    ],
    content: `---
title: PHP
description: The package for PHP 8.2 and later.
---

\`\`\`bash
composer require parcel-relay/php
\`\`\`

\`\`\`php
<?php
use ParcelRelay\\Relay;

$relay = new Relay(getenv('RELAY_KEY'));
$parcel = $relay->parcels->create('user.created', ['id' => 'usr_1']);

echo $parcel->status;
\`\`\`

The package works with any PSR-18 client.
`,
  },
  {
    path: "sdks/cli.mdx",
    topics: ["shell completion", "logging in on a server", "JSON output", "installing on Windows"],
    corrections: [
      { wrong: "brew install parcel-relay", right: "brew install parcelrelay/tap/relay" },
      { wrong: "relay auth", right: "relay login" },
    ],
    content: `---
title: Command line
description: The relay command, for terminals and pipelines.
---

\`\`\`bash
brew install parcel-relay
relay auth
\`\`\`

\`\`\`powershell
winget install ParcelRelay.CLI
relay --version
\`\`\`

## Commands

| Command | Does |
|---|---|
| \`relay listen\` | receive parcels on this machine |
| \`relay parcels list\` | list parcels, newest first |
| \`relay parcels replay\` | attempt a parcel again |
| \`relay filters test\` | try a filter on a sample |
| \`relay export\`, \`relay import\` | move a configuration |

Add \`--json\` for output that a program can read. The exit code is 0 on success, 1 when the API refused, 2 when the command was wrong.
`,
  },
];
