"use client";

import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import { PartFailure } from "./part-failure.tsx";
import { preloadOnInput, preloadWhenIdle } from "./preload.ts";

/** A component whose code loads on demand. `preload` loads the code before it is needed. */
interface LazyPart<Props> {
  (props: Props): ReactNode;
  preload: () => void;
}

/**
 * Makes a component whose code loads when it is first rendered or preloaded, or early. If
 * the code can't be loaded, a notice with a retry button takes the component's place, and the page
 * stays as it is.
 */
export function lazyPart<Props extends object>(options: {
  /** Names the part in the notice, such as "the calendar". Without a name there is no notice: a row has no room. */
  name?: string;
  /** Replaces the error without a connection, if the person's action doesn't need the part. */
  offline?: string;
  load: () => Promise<ComponentType<Props>>;
  /** Loads the code before it is needed: right after the page, or once someone uses it. */
  early?: "always" | "used";
  /** Where the notice appears. Dialogs and popovers have no place in the page, so theirs floats. */
  failure?: "inline" | "floating";
  /** The classes around an inline notice. */
  failureClass?: string;
  /** Shown while the code loads. */
  pending?: ReactNode | ((props: Props) => ReactNode);
}): LazyPart<Props> {
  const { name, pending } = options;
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    loaded ??= await options.load();
    return { default: loaded };
  };
  // React keeps the failure of a lazy component forever, so each retry needs a new one.
  let pendingPart: ComponentType<Props> = lazy(load);
  const discard = () => {
    pendingPart = lazy(load);
  };

  function Part(props: Props) {
    const [attempt, setAttempt] = useState(() => ({ number: 0, part: loaded ?? pendingPart }));
    const retry = () => setAttempt({ number: attempt.number + 1, part: loaded ?? pendingPart });
    return (
      <PartBoundary
        key={attempt.number}
        onFailure={discard}
        failure={
          name && (
            <PartFailure
              name={name}
              offline={options.offline}
              isFloating={options.failure === "floating"}
              className={options.failureClass}
              onRetry={retry}
              onClose={"onClose" in props ? (props.onClose as () => void) : undefined}
            />
          )
        }
      >
        <Suspense fallback={typeof pending === "function" ? pending(props) : pending}>
          {createElement(attempt.part, props)}
        </Suspense>
      </PartBoundary>
    );
  }
  const preload = () => void load().catch(() => {});
  if (options.early === "always") preloadWhenIdle(preload);
  if (options.early === "used") preloadOnInput(preload);
  return Object.assign(Part, { preload });
}

/** Shows `failure` instead of its children if they can't be loaded or rendered. */
class PartBoundary extends Component<
  { onFailure: () => void; failure: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children;
  }
}
