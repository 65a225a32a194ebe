import { Problem } from '@host/plugin'
import { AttemptFailed } from '../jobs/attempt-failed.ts'
import { MailDeferred } from './mail-deferred.ts'
import { MailRefused } from './mail-refused.ts'

/**
 * An error of the service `Mail` as the job records it. Any plugin may be the service, and the words of an error may repeat
 * the email, so of errors that are not the host's own only name and code are kept.
 */
export function sendFailure(thrown: unknown): AttemptFailed {
  const error = thrown instanceof Error ? thrown : new Error('unknown')
  const isOwn = error instanceof MailRefused || error instanceof MailDeferred
  const message = isOwn ? error.message : `The mail service failed: ${codesOf(error)}.`
  return isFinal(error)
    ? new AttemptFailed('mail_refused', message, { isFinal: true })
    : new AttemptFailed('mail_deferred', message)
}

function isFinal(error: Error): boolean {
  return error instanceof Problem ? error.status < 500 : error.name === 'MailRefused'
}

function codesOf(error: Error): string {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown }
  return [name, code].filter(isCode).join(' ') || 'Error'
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,40}$/.test(value)
}
