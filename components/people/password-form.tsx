"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changePassword, mySessions } from "../../lib/queries/people.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { CurrentPasswordField, NewPasswordField } from "./password-fields.tsx";

/** Changes the password and ends all other sessions. */
export function PasswordForm() {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation({
    mutationFn: () => changePassword({ current, next }),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: () => {
      setCurrent("");
      setNext("");
      return client.invalidateQueries({ queryKey: mySessions.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <section aria-labelledby="password" className="flex max-w-sm flex-col gap-2">
      <h2 id="password" className="font-semibold text-sm">
        Change password
      </h2>
      <ErrorNotice error={change.error} />
      {change.isSuccess && (
        <Notice tone="good" role="status">
          Password changed. Your other sessions were signed out.
        </Notice>
      )}
      <form onSubmit={submit} className="flex flex-col gap-3">
        <CurrentPasswordField label="Current password" value={current} onChange={setCurrent} />
        <NewPasswordField label="New password" value={next} onChange={setNext} />
        <Button type="submit" disabled={change.isPending} className="self-start">
          Change password
        </Button>
      </form>
    </section>
  );
}
