import { createContext } from "react";

/** The page's nonce, for the style elements that lazily loaded primitives add. */
export const NonceContext = createContext<string | undefined>(undefined);
