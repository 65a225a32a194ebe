import { maskAddress } from '@host/plugin/platform'
import type { SecretNames } from '../support/secret-names.ts'

/** Replaces a secret. */
export const secretMark = '[secret]'

/**
 * The displayed value of a field: masked where the name is that of a secret. Of an address the host is shown. Null,
 * true and false stay.
 */
export function hideSecret(secrets: SecretNames, name: string, value: unknown): unknown {
  const kind = secrets.kindOf(name)
  if (kind === undefined || value === null || typeof value === 'boolean') return value
  return kind === 'address' && typeof value === 'string' ? maskAddress(value) : secretMark
}

/** A JSON value with all secrets masked and everything else as it is. */
export function hideSecrets(secrets: SecretNames, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => hideSecrets(secrets, each))
  const shown = Object.entries(value).map(([name, member]) => {
    const hidden = hideSecret(secrets, name, member)
    return [name, hidden === member ? hideSecrets(secrets, member) : hidden] as const
  })
  return Object.fromEntries(shown)
}
