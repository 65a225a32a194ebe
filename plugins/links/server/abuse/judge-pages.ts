/** Where pages for unknown slugs lead is judged again as targets of links are; a refused address is taken off its page. */
import { domainToUnicode } from 'node:url'
import type { InstanceTables, ScopedDatabase } from '@host/plugin'
import type { QuarantineReason } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { hostKey } from '../redirect/index-key.ts'
import { notify } from './quarantine-links.ts'

/** Hosts of a page. */
const pageSize = 100

interface Judging {
  readonly db: ScopedDatabase<InstanceTables<Tables>>
  readonly signal: AbortSignal
  /** Why an address is refused; undefined for one that is allowed. */
  readonly refusalOf: (url: string) => Promise<QuarantineReason | undefined>
}

/** Judges the addresses of all hosts. */
export async function judgePages(parts: Parts, { db, signal, refusalOf }: Judging): Promise<void> {
  for (let last = ''; ;) {
    signal.throwIfAborted()
    const hosts = db.selectFrom('links_hosts').select(['id', 'org_id', 'host', 'not_found_url']).where('id', '>', last)
    const rows = await hosts.where('not_found_url', 'is not', null).orderBy('id').limit(pageSize).execute()
    for (const { not_found_url: url, ...row } of rows) {
      const reason = url === null ? undefined : await refusalOf(url)
      if (url !== null && reason !== undefined) await takeOff(parts, db, { ...row, url, reason })
    }
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}

interface RefusedPage {
  readonly id: string
  readonly org_id: string
  readonly host: string
  readonly url: string
  readonly reason: QuarantineReason
}

async function takeOff(parts: Parts, db: Judging['db'], { id, org_id: orgId, host, url, reason }: RefusedPage) {
  const isTakenOff = await db.transaction(async (tx) => {
    const page = tx.updateTable('links_hosts').set({ not_found_url: null }).where('id', '=', id)
    const changed = await page.where('not_found_url', '=', url).returning('id').executeTakeFirst()
    if (changed === undefined) return false
    parts.index.forget([hostKey(orgId, host)])
    const name = domainToUnicode(host)
    await notify(parts, {
      to: { orgId, role: 'admin' },
      category: 'quarantine',
      title: {
        en: `The page for unknown slugs of ${name.slice(0, 100)} no longer leads on`,
        zh: `${name.slice(0, 100)} 的未知短链页面不再跳转`,
      },
      body: {
        en: 'The operator of this instance does not allow its address. Enter another one.',
        zh: '此实例的运营者不允许该地址，请填写其他地址。',
      },
      path: '/links/hosts',
      key: `page.${id}`,
    })
    return true
  })
  if (!isTakenOff) return
  const change = { action: 'link.host_changed', target: `link host:${id}`, before: { url }, after: { reason } }
  await parts.ctx.audit.record({ orgId, actor: { kind: 'host' }, ...change })
}
