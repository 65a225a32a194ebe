import { ClientError } from '@host/client'

/** The server's errors for a form. */
export interface ServerErrors {
  /** Messages to show at the fields. */
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  /** The error to show below the fields; null when every message belongs to a field. */
  readonly rest: unknown
}

/**
 * Splits the error of a failed submit into messages for fields, including paths nested in one, and an error for the
 * form.
 */
export function serverErrors(error: unknown, names: readonly string[]): ServerErrors {
  const told = error instanceof ClientError ? (error.problem?.errors ?? []) : []
  const fields = told.flatMap(({ path, message }) => {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`))
    return name === undefined ? [] : [{ name, message }]
  })
  return { fields, rest: fields.length > 0 && fields.length === told.length ? null : error }
}
