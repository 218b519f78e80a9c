import { ROLES, type Role } from "../../lib/contract/api/permissions.ts";
import { fieldClass } from "../ui/field.ts";

/** What roles are called. */
export const ROLE_NAMES: Record<Role, string> = {
  viewer: "Viewer",
  triager: "Triager",
  admin: "Admin",
};

const ABILITIES: Record<Role, string> = {
  viewer: "can view feedback, jobs, and pull requests",
  triager: "can set statuses and run agent jobs",
  admin: "can manage people, keys, and settings",
};

/** Select with all roles. */
export function RoleSelect(props: {
  label: string;
  value: Role;
  disabled?: boolean;
  /** Whether it only names the roles, because the page says what each can do. */
  isShort?: boolean;
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
          {props.isShort ? ROLE_NAMES[role] : `${ROLE_NAMES[role]}: ${ABILITIES[role]}`}
        </option>
      ))}
    </select>
  );
}
