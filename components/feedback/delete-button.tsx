"use client";

import { useState } from "react";
import { usePermission } from "../app/session.tsx";
import { Button } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const DeleteItems = lazyPart({
  name: "the confirmation dialog",
  load: () => import("./delete-items.tsx").then((module) => module.DeleteItems),
  failure: "floating",
});

/** Deletes items after a confirmation. Renders nothing for people who can't. */
export function DeleteButton(props: {
  label: string;
  projectId: string;
  ids: readonly string[];
  onDeleted: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { label, ids, ...rest } = props;
  if (!usePermission("delete")) return null;
  return (
    <>
      <Button variant="danger" disabled={ids.length === 0} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <DeleteItems ids={ids} {...rest} onClose={() => setIsOpen(false)} />}
    </>
  );
}
