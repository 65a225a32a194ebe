import { BootError } from '../boot/boot-error.ts'
import type { RootKeys } from './root-keys.ts'

/** Keys that do not fit their database. */
export function keysRefused(problem: string, cause?: unknown): BootError {
  return new BootError('keys', [problem], cause === undefined ? undefined : { cause })
}

/** A root key that something in the database is wrapped with and that is not there. */
export function rootMissing(id: string, { source }: Pick<RootKeys, 'source'>): BootError {
  return keysRefused(
    `Keys in this database are wrapped with ${id}, which is not in ${source}. Put that key back. While keys are rotated the new one stands first and the old one behind it; machines that share a database share HOST_SECRET_KEY.`,
  )
}
