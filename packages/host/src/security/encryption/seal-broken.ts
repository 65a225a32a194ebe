/** A sealed value that does not open. One text for every cause: which one it was helps only who is guessing. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor() {
    super("This value can't be decrypted: it was altered, encrypted for another record, or its key is missing.")
  }
}
