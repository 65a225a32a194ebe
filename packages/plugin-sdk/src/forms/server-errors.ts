import { ClientError } from '@host/client'

/** What the server says about a form. */
export interface ServerErrors {
  /** What stands at the fields. */
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  /** What stands below them: the failure, unless all of it is said at the fields. */
  readonly rest: unknown
}

/** Parts a failed submit into what belongs to fields, also to what lies within one, and what belongs to the form. */
export function serverErrors(error: unknown, names: readonly string[]): ServerErrors {
  const told = error instanceof ClientError ? (error.problem?.errors ?? []) : []
  const fields = told.flatMap(({ path, message }) => {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`))
    return name === undefined ? [] : [{ name, message }]
  })
  return { fields, rest: fields.length > 0 && fields.length === told.length ? null : error }
}
