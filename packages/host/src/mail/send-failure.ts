import { Problem } from '@host/plugin'
import { MailDeferred, MailRefused } from '@host/plugin/platform'
import { AttemptFailed } from '../jobs/attempt-failed.ts'

/**
 * An error of the service `Mail` as the job records it. Any plugin may be the service, and the words of an error may repeat
 * the email, so of errors that don't promise codes alone by their class only name and code are kept.
 */
export function sendFailure(thrown: unknown): AttemptFailed {
  const error = thrown instanceof Error ? thrown : new Error('unknown')
  const hasCodesAlone = error instanceof MailRefused || error instanceof MailDeferred
  const message = hasCodesAlone ? error.message : `The mail service failed: ${codesOf(error)}.`
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
