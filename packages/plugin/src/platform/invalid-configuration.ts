import { matchAcrossCopies } from '../across-copies.ts'

/**
 * A mistake in the operator's configuration that a plugin finds while it mounts. The start is refused with its message,
 * which names the variable and the fix.
 */
export class InvalidConfiguration extends Error {
  override readonly name = 'InvalidConfiguration'
}

matchAcrossCopies(InvalidConfiguration, 'InvalidConfiguration')
