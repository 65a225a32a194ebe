/** An item of a list; it is in one list at most. */
export class ListItem {
  before: ListItem | undefined
  after: ListItem | undefined
}

/** Items in the order of their joining. Unlike a `Set`, which rebuilds its table as items come and go, it allocates nothing. */
export class LinkedList<Item extends ListItem> {
  /** Closes the list to a ring, so that every item has two neighbors. */
  readonly #end = new ListItem()

  constructor() {
    this.#end.before = this.#end
    this.#end.after = this.#end
  }

  /** The item that joined first; undefined when there is none. */
  get first(): Item | undefined {
    const { after } = this.#end
    return after === this.#end ? undefined : (after as Item)
  }

  /** Puts an item that is in no list at the end. */
  add(item: Item): void {
    const end = this.#end
    const last = end.before ?? end
    item.before = last
    item.after = end
    last.after = item
    end.before = item
  }

  /** @returns false for an item that is in no list */
  remove(item: Item): boolean {
    const { before, after } = item
    if (before === undefined || after === undefined) return false
    before.after = after
    after.before = before
    item.before = undefined
    item.after = undefined
    return true
  }
}
