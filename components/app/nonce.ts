import { createContext } from "react";

/** The page's CSP nonce, for the style elements that lazy-loaded primitives insert. */
export const NonceContext = createContext<string | undefined>(undefined);
