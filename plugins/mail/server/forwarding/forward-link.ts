import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@host/plugin'
import type { Parts } from '../parts.ts'

const day = 86_400_000
const bytes = 16

/** A new token of a link with the columns that know it. */
export function newLink(now: number) {
  const token = randomBytes(bytes).toString('base64url')
  return { token, columns: { link_hash: hashOf(token), link_until: new Date(now + day).toISOString() } }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const hour = 3_600_000
const mostInHour = 10

/** Limits what a workspace sends to addresses that have not agreed. @throws Problem `too_many_requests` */
export async function countLink({ rateLimit }: Pick<Parts, 'rateLimit'>, orgId: string): Promise<void> {
  const { allowed, resetAfter } = await rateLimit.take(`forward-send:${orgId}`, mostInHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
}

/** The address of the page of a token. @throws Problem `service_unavailable` where the host has no public URL */
export function linkTo({ edge }: Pick<Parts, 'edge'>, token: string): string {
  if (edge.dashboardOrigin === undefined) throw new Problem('service_unavailable', { detail: noPublicUrl })
  return `${edge.dashboardOrigin}/p/mail/forwards/${token}`
}

const noPublicUrl = {
  en: 'Links in emails need the public URL of this server. Ask its operator to set it.',
  zh: '邮件中的链接需要此服务器的公开网址，请联系运维人员设置。',
}

/** The email with a link, in both languages: nothing is known of its reader. */
export function linkEmail(link: string, mailbox: string) {
  return {
    subject: `Forwarding from ${mailbox} / 来自 ${mailbox} 的转发请求`,
    text: [
      `${mailbox} asks to forward its emails to this address.`,
      `To allow it, open this page and confirm: ${link}`,
      'The link is valid for 24 hours. Without it, nothing is forwarded.',
      '',
      `${mailbox} 请求将邮件转发到此地址。`,
      `如果同意，请打开此页面并确认：${link}`,
      '链接 24 小时内有效。未确认前不会转发任何邮件。',
    ].join('\n'),
  }
}
