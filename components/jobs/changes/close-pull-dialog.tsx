import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Asks before a pull request of the built-in code host is closed, which can't reopen it. */
export function ClosePullDialog(props: {
  number: number;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { number, ...dialog } = props;
  return (
    <ConfirmDialog
      title={`Close pull request #${number}?`}
      action="Close pull request"
      done={null}
      {...dialog}
    >
      <p>Its changes aren't merged. Their branch stays in the repository.</p>
      <p>
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}
