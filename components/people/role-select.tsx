import { ROLES, type Role } from "../../lib/contract/api/permissions.ts";
import { fieldClass } from "../ui/field.ts";

const LABELS: Record<Role, string> = {
  viewer: "Viewer: can view feedback, jobs, and pull requests",
  triager: "Triager: can set statuses and run agent jobs",
  admin: "Admin: can manage people, keys, and settings",
};

/** Select with all roles and what each can do. */
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
          {LABELS[role]}
        </option>
      ))}
    </select>
  );
}
