/** Judges where a link leads. The text itself is kept as it is, so nothing here changes it. */
import { normalizeHostName, Problem, type Wording } from '@host/plugin'
import { requireAllowed } from '../abuse/require-allowed.ts'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { InstanceTables, ReadQueries } from '@host/plugin'
import type { Parts } from '../parts.ts'

const unsafe = /[\u0000-\u0020\u007f-\u009f\u2028\u2029\ud800-\udfff]/u

/**
 * Refuses a target without http or https, with credentials, on a host of links, or denied by the operator or a judge.
 * @param path of the field
 * @throws Problem `invalid_input`
 */
export async function judgeTarget(
  { ctx, edge }: Pick<Parts, 'ctx' | 'edge'>,
  text: string,
  path = 'url',
): Promise<void> {
  const refuse = (message: Wording) => new Problem('invalid_input', { errors: [{ path, message }] })
  if (Buffer.byteLength(text) > linkLimits.url) throw refuse(tooLong)
  if (unsafe.test(text)) throw refuse(hasSpaces)
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null
  if (url === null) throw refuse(notWeb)
  if (url.username !== '' || url.password !== '') throw refuse(hasCredentials)
  const host = normalizeHostName(url.host)
  const db = ctx.db.asInstance('refuse a short link that leads to a short link')
  if (host !== undefined && (host === edge.sharedHost || (await servesLinks(db, edge, host)))) throw refuse(leadsBack)
  await requireAllowed(ctx, text, path)
}

/** Whether a workspace serves links on the host, which it must have proved: others may enter any name. */
async function servesLinks(
  db: ReadQueries<InstanceTables<Tables>>,
  edge: Pick<Parts['edge'], 'list'>,
  host: string,
): Promise<boolean> {
  const rows = await db.selectFrom('links_hosts').select('org_id').where('host', '=', host).limit(mostAsked).execute()
  for (const { org_id: orgId } of rows) {
    const assigned = await edge.list(orgId)
    if (assigned.some((each) => each.host === host && each.isProved)) return true
  }
  return false
}

/** Workspaces that entered a host and are asked whether they have proved it. */
const mostAsked = 20

const tooLong = {
  en: `The address is longer than ${linkLimits.url} bytes.`,
  zh: `该地址超过 ${linkLimits.url} 字节。`,
}
const hasSpaces = {
  en: 'The address has a space or an invisible character. Write a space as %20.',
  zh: '该地址包含空格或不可见字符。空格请写作 %20。',
}
const notWeb = {
  en: 'Enter a full web address that begins with http:// or https://.',
  zh: '请输入以 http:// 或 https:// 开头的完整网址。',
}
const hasCredentials = {
  en: 'The address has a user name or password, which everyone would see. Remove it.',
  zh: '该地址包含用户名或密码，任何人都能看到。请将其移除。',
}
const leadsBack = {
  en: 'This host serves short links, so the link could lead in a circle. Enter the address that it leads to.',
  zh: '该主机提供短链接，可能造成循环跳转。请输入其最终地址。',
}
