import { afterAll, describe, expect, test } from "vitest";
import { docsRules } from "../../lib/contract/api/docs-rules.ts";
import { readDocsMap } from "../../lib/docs-site/read-docs-map.ts";
import { docsSource } from "../support/docs-source.ts";
import { missingProgram, publishedAddresses } from "./addresses/built-addresses.ts";
import { ADDRESS_SITES } from "./addresses/sites.ts";

const wanted = process.env.ERRATA_RECIPES?.split(",") ?? [];
const sites = ADDRESS_SITES.filter(({ generator }) => wanted.includes(generator));
const figures: string[] = [];

/** The resolver knows the address of each page that a generator really publishes. */
describe.each(sites)("$generator $title", (site) => {
  const missing = missingProgram(site);
  if (missing) console.log(`Skipped: ${missing}`);
  test.skipIf(missing !== null)("publishes what the resolver finds", async () => {
    const published = await publishedAddresses(site);
    const options = { rules: docsRules.parse({}), siteAddress: "" };
    const map = await readDocsMap(docsSource(site.files), options);
    const wrong = published.filter(({ address, file }) => map.resolve(address).file !== file);
    figures.push(
      `${site.generator} ${site.title}: ${published.length - wrong.length} of ${published.length} addresses`,
    );
    const share = 1 - wrong.length / published.length;
    const found = wrong.map((each) => ({ ...each, found: map.resolve(each.address) }));
    expect(published.length).toBeGreaterThan(3);
    expect(share, JSON.stringify(found, null, 1)).toBeGreaterThanOrEqual(site.atLeast);
    expect(map.sites.map(({ generator }) => generator)).toContain(
      site.recognizedAs ?? site.generator,
    );
  });
});

afterAll(() => console.log(figures.join("\n")));
