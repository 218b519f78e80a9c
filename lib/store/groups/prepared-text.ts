import "server-only";
import { type ItemText, Profile } from "../../groups/profile.ts";

/** What an item says, prepared for comparison once, and used again while it still says that. */
export class PreparedText {
  readonly profile: Profile;
  readonly #of: ItemText;

  constructor({ page, comment, code, helpful }: ItemText) {
    this.#of = { page, comment, code, helpful };
    this.profile = new Profile(this.#of);
  }

  /** Whether it is still what the item says. */
  isOf({ page, comment, code, helpful }: ItemText): boolean {
    return (
      this.#of.page === page &&
      this.#of.comment === comment &&
      this.#of.code === code &&
      this.#of.helpful === helpful
    );
  }
}
