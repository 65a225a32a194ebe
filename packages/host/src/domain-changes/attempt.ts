import type { InInstance } from './change-row.ts'

/** Attempts that were counted instead of recorded one by one. */
export interface RepeatedAttempts {
  readonly repeats: number
  /** ISO 8601. */
  readonly since: string
  /** Absent for attempts from several networks. */
  readonly network?: string
}

/** An attempt that anyone can cause without signing in. */
export interface Attempt extends InInstance {
  /** The account that it is about, where one is known. */
  readonly userId?: string | undefined
  readonly repeated?: RepeatedAttempts | undefined
}

/** The target of an attempt. */
export function attemptTarget({ userId }: Attempt): string | undefined {
  return userId === undefined ? undefined : `user:${userId}`
}

/** The facts of an attempt in its entry, with its count. */
export function counted(
  facts: Readonly<Record<string, unknown>> | undefined,
  { repeated }: Attempt,
): Readonly<Record<string, unknown>> | undefined {
  return repeated === undefined ? facts : { ...facts, ...repeated }
}
