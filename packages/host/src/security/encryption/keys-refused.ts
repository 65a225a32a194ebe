import { BootError } from '../../support/boot-error.ts'
import type { RootKeys } from './root-keys.ts'

/** Keys that do not fit their database. */
export function keysRefused(problem: string, cause?: unknown): BootError {
  return new BootError('keys', [problem], cause === undefined ? undefined : { cause })
}

/** Where a key may be, and where those stand that rotations have retired. */
type KeySource = Pick<RootKeys, 'source'> & { readonly retiredPath?: string }

/** A root key that something in the database is wrapped with and that is not there. */
export function rootMissing(id: string, { source, retiredPath }: KeySource): BootError {
  const retired =
    retiredPath === undefined
      ? ''
      : ` A retired key is in "${retiredPath}", here or on the machine of the backup: append its line.`
  return keysRefused(
    `Keys in this database are wrapped with ${id}, which is not in ${source}. Restore that key.${retired} During a rotation, list the new key first and the old key after it. Machines that share a database must use the same HOST_SECRET_KEY.`,
  )
}
