import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { Problem } from '@host/plugin'
import type { Parts } from '../parts.ts'

const day = 86_400_000
const digits = 8

/** A new code with the columns that know it. */
export function newCode(now: number) {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  return { code, columns: { code_hash: hashOf(code), code_until: new Date(now + day).toISOString() } }
}

export function isCode(
  code: string,
  known: { readonly code_hash: string | null; readonly code_until: string | null },
  now: number,
): boolean {
  const { code_hash: hash, code_until: until } = known
  if (hash === null || until === null || Date.parse(until) < now) return false
  return timingSafeEqual(Buffer.from(hashOf(code)), Buffer.from(hash))
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

const hour = 3_600_000
const limits = { send: 10, confirm: 20 } as const

/** Limits what a workspace sends to addresses that have not agreed, and how often codes are guessed. */
export async function countCode(
  { rateLimit }: Pick<Parts, 'rateLimit'>,
  kind: keyof typeof limits,
  subject: string,
): Promise<void> {
  const { allowed, resetAfter } = await rateLimit.take(`forward-${kind}:${subject}`, limits[kind], hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
}

/**
 * The email with a code, in both languages: nothing is known of its reader. The log shows subjects to admins, and the code
 * is for the reader of the address alone.
 */
export function codeEmail(code: string, mailbox: string) {
  return {
    subject: `Forwarding from ${mailbox} · 转发邮件`,
    text: [
      `${mailbox} asks to forward its emails to this address.`,
      `To allow it, give this code to the person who asked: ${code}`,
      'The code is valid for 24 hours. Without it, nothing is forwarded.',
      '',
      `${mailbox} 请求将邮件转发到此地址。`,
      `如果同意，请将以下验证码告知请求者：${code}`,
      '验证码 24 小时内有效。未确认前不会转发任何邮件。',
    ].join('\n'),
  }
}
