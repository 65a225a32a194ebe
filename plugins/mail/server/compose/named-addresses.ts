import type { EmailAddress } from '../../shared.ts'

/** Recipients of an input, whose names may be left out. */
export function namedAddresses(
  list: readonly { readonly address: string; readonly name?: string | undefined }[],
): readonly EmailAddress[] {
  return list.map(({ address, name = '' }) => ({ address, name }))
}
