import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// better-auth works on each password for a tenth of a second. Tests that import this don't wait for it:
// hashes keep their form, only the number of rounds is as low as can be.

crypto.scrypt = new Proxy(crypto.scrypt, {
  apply: (scrypt, self, [password, salt, length, options, done]) =>
    Reflect.apply(scrypt, self, [password, salt, length, { ...options, N: 2 }, done]),
});
syncBuiltinESMExports();
