import type { ClientError } from '@host/client'

/** The server's errors for a form. */
export interface FormErrors<Name extends string> {
  /** Messages to show at the fields. */
  readonly fields: Readonly<Partial<Record<Name, string>>>
  /** The error to show below the form; null when every message belongs to a field. */
  readonly rest: ClientError | null
}

/**
 * Splits the error of a rejected write into messages for single fields and an error for the form as a whole.
 * @example
 * const { fields, rest } = formErrors(save.error, ['title'])
 * <Field label={t('notes.title')} error={fields.title}>…</Field>
 * <ErrorNote error={rest} />
 * @since 1.0.0
 */
export function formErrors<const Name extends string>(
  error: ClientError | null,
  names: readonly Name[],
): FormErrors<Name> {
  const told = error?.problem?.errors ?? []
  const own = told.flatMap(({ path, message }) => {
    const name = names.find((one) => one === path)
    return name === undefined ? [] : [[name, message] as const]
  })
  const fields = Object.fromEntries(own) as Partial<Record<Name, string>>
  return { fields, rest: own.length > 0 && own.length === told.length ? null : error }
}
