import { Problem } from '@host/plugin'
import { AttemptFailed } from './attempt-failed.ts'
import type { HandledKind } from './job-kinds.ts'
import { unreadable } from './thrown-error.ts'

const firstDelay = 5_000
const longestDelay = 3_600_000
const longestFault = 500

/** Milliseconds before the next try: as the kind says, or doubled each time, up to a quarter more or less. */
export function retryDelay({ delays }: Pick<HandledKind, 'delays'>, attempt: number, random = Math.random()): number {
  if (delays !== undefined) return delays[Math.min(attempt, delays.length) - 1] ?? 0
  const delay = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay)
  return Math.round(delay * (0.75 + random / 2))
}

/** A handler's error as it is stored: its code for users, and its text for the operator. */
export function causeOf(error: Error): { readonly error: string; readonly fault: string } {
  try {
    return { error: codeOf(error), fault: faultText(error) }
  } catch {
    // A plugin's error may answer once and throw when it is asked again.
    return { error: 'internal', fault: unreadable }
  }
}

function codeOf(error: Error): string {
  if (error instanceof Problem || error instanceof AttemptFailed) return error.code
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'internal'
}

/** Without characters that no database stores. */
function faultText(error: Error): string {
  return (error.message || error.name).replaceAll('\0', '').toWellFormed().slice(0, longestFault).toWellFormed()
}
