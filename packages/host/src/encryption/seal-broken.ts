/** A sealed value that does not open. One text for every cause: which one it was helps only who is guessing. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor() {
    super('This sealed value does not open here: it was altered, belongs to another place, or its key is gone.')
  }
}
