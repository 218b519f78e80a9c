"use client";

import { type ReactNode, useId } from "react";
import { Modal } from "./modal.tsx";

/** A modal dialog with a title, in the middle of the window. It scrolls where it doesn't fit. */
export function Dialog(props: {
  title: ReactNode;
  width: "max-w-md" | "max-w-lg" | "max-w-xl";
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, width, onClose, children } = props;
  const titleId = useId();
  return (
    <Modal
      labelledBy={titleId}
      onClose={onClose}
      className={`inset-x-2 inset-y-0 m-auto h-fit max-h-[calc(100dvh-1rem)] ${width} gap-3 overflow-y-auto p-4`}
    >
      <h2 id={titleId} className="font-semibold text-sm">
        {title}
      </h2>
      {children}
    </Modal>
  );
}
