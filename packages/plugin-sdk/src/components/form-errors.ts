import type { ClientError } from '@host/client'

/** What the server says about a form. */
export interface FormErrors<Name extends string> {
  /** What stands at the fields. */
  readonly fields: Readonly<Partial<Record<Name, string>>>
  /** What stands below the form: the failure, unless all of it is said at the fields. */
  readonly rest: ClientError | null
}

/**
 * Parts a refused write into what belongs to the fields of a form and what belongs to the form as a whole.
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
