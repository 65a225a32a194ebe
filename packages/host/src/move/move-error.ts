/** A move that could not be made. Its message says why and which step is next, and has no secret in it. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
