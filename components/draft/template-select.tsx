import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { fieldClass } from "../ui/field.ts";
import { IntentLink } from "../ui/intent-link.tsx";

/** Selects one of the project's templates. */
export function TemplateSelect(props: {
  templates: PromptTemplate[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) {
  const { templates, chosen, onChoose } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {templates.length > 0 && (
        <label className="flex min-w-0 items-center gap-2">
          Template
          <select
            data-testid="prompt-template"
            value={chosen ?? ""}
            onChange={(event) => onChoose(event.target.value || null)}
            className={`${fieldClass} min-w-0 max-w-64`}
          >
            <option value="">None</option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <IntentLink href="/settings" className="link text-muted">
        Instructions and templates
      </IntentLink>
    </div>
  );
}
