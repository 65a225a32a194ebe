import { ClientError, type ClientErrorCode } from '@host/plugin-sdk'

/** A refusal that is about one field. */
export interface FieldRefusal {
  readonly code: ClientErrorCode
  readonly field: string
  /** The problem and its fix, in the reader's language. */
  readonly message: string
}

/**
 * Moves a problem with a known code to the field it concerns, where the form shows it.
 * @throws the given error, always
 */
export function atField({ code, field, message }: FieldRefusal): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ClientError) || error.code !== code || error.problem === undefined) throw error
    const { status, requestId, problem } = error
    throw new ClientError({
      code,
      status,
      message,
      requestId,
      problem: { ...problem, errors: [{ path: field, message }] },
    })
  }
}
