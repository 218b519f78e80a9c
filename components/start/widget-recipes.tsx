"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { collectKeys, keysOfOtherSites } from "../../lib/queries/collect.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { type Recipe, recipesFor, type Snippet } from "../../lib/widget/recipes.ts";
import { Lines } from "./lines.tsx";

/** What to paste into a site of each kind, with the newest key for a site other than this server's. */
export function WidgetRecipes(props: { projectId: string; publicUrl: string }) {
  const { projectId, publicUrl } = props;
  const { data } = useQuery(collectKeys(projectId));
  const keys = keysOfOtherSites(data?.keys, publicUrl);
  const [chosenKey, chooseKey] = useState<string>();
  const key = keys.find((each) => each.key === chosenKey) ?? keys[0];
  const recipes = recipesFor({ server: publicUrl, key: key?.key ?? "pub_…" });
  const [chosen, choose] = useState("html");
  const recipe = recipes.find(({ id }) => id === chosen);
  return (
    <div data-testid="widget-recipes" className="flex flex-col gap-3">
      {keys.length > 1 && (
        <label className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Public key for</span>
          <select
            className="field max-w-full"
            value={key?.key}
            onChange={(event) => chooseKey(event.target.value)}
          >
            {keys.map((each) => (
              <option key={each.key} value={each.key}>
                {displayable(each.name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <RecipeChoice recipes={recipes} chosen={chosen} onChoose={choose} />
      {recipe && (
        <>
          <Paste snippet={recipe.widget} />
          <details>
            <summary className="w-fit text-muted hover:text-ink">
              For readers without JavaScript (optional)
            </summary>
            <div className="mt-2">
              <Paste snippet={recipe.form} />
            </div>
          </details>
        </>
      )}
    </div>
  );
}

function RecipeChoice(props: {
  recipes: Recipe[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="mb-1 text-muted">Your site is built with</legend>
      {props.recipes.map(({ id, title }) => (
        <label key={id} className="flex min-h-6 cursor-pointer items-center gap-1.5">
          <input
            type="radio"
            name={group}
            checked={props.chosen === id}
            onChange={() => props.onChoose(id)}
            className="size-4"
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function Paste({ snippet }: { snippet: Snippet }) {
  return (
    <div className="flex flex-col gap-1">
      <p>Paste into {snippet.file}</p>
      <Lines text={snippet.code} />
    </div>
  );
}
