/** A stored value that has no neutral form, since it is not of its column's kind or one of the databases would refuse it. */
export class UnstorableValue extends Error {
  override readonly name = 'UnstorableValue'
  readonly column: string

  /** @param message the reason as the end of a sentence, such as `has a NUL character` */
  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}
