import { ClientError, type ClientErrorCode } from '@host/plugin-sdk'

/** A refusal that is about one field. */
export interface FieldRefusal {
  readonly code: ClientErrorCode
  readonly field: string
  /** What is wrong and how to right it, in the reader's language. */
  readonly message: string
}

/**
 * Puts a refusal that is known by its code at the field that it is about, where a form looks for it.
 * @throws what it is given, always
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
