import { ROLES, type Role } from "../../lib/contract/api/permissions.ts";
import { fieldClass } from "../ui/field.ts";

const MEANING: Record<Role, string> = {
  viewer: "viewer: reads",
  triager: "triager: sets statuses, runs agent jobs",
  admin: "admin: people, keys, settings",
};

/** One of the roles, with what each may do. */
export function RoleSelect(props: {
  label: string;
  value: Role;
  disabled?: boolean;
  onChoose: (role: Role) => void;
}) {
  return (
    <select
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled}
      onChange={(event) => {
        const chosen = ROLES.find((role) => role === event.target.value);
        if (chosen) props.onChoose(chosen);
      }}
      className={`${fieldClass} min-w-0`}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {MEANING[role]}
        </option>
      ))}
    </select>
  );
}
