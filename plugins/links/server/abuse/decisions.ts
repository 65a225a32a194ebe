/** What instance admins decide about links, and what workspaces can say to it. */
import { domainToUnicode } from 'node:url'
import {
  Problem,
  UniqueViolation,
  type EndpointInput,
  type InstanceTables,
  type Queries,
  type WorkspaceScope,
} from '@host/plugin'
import { linkLimits, type askReview, type DeniedHost, type QuarantineReason } from '../../shared.ts'
import { linkUpdated } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { loadDenyList } from './deny-list.ts'
import { sweepDenied, sweepOnce } from './judge-jobs.ts'
import { notify, quarantineLinks, shortName } from './quarantine-links.ts'
import { judgedAgain } from './retargeted.ts'
import { hostIn, targetHostOf } from './target-host.ts'

type Transaction = Queries<InstanceTables<Tables>>

const columns = ['id', 'org_id', 'index_key', 'host', 'slug', 'url', 'expired_url', 'rules', 'quarantine'] as const

/** A link of any workspace, locked. @throws Problem `not_found` */
async function lockAnyLink(tx: Transaction, id: string) {
  const row = await tx.selectFrom('links_links').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A decision about a link. */
export interface Decision {
  readonly id: string
  readonly userId: string
}

/** @returns the workspace @throws Problem `not_found` */
export async function quarantineOne(
  parts: Parts,
  { id, ...why }: Decision & { readonly reason: QuarantineReason; readonly note: string },
): Promise<string> {
  return await parts.ctx.db.asInstance('an instance admin quarantines a short link').transaction(async (tx) => {
    const row = await lockAnyLink(tx, id)
    await quarantineLinks(parts, tx, { links: [row], ...why })
    return row.org_id
  })
}

/** @returns the workspace @throws Problem `not_found`, `conflict` */
export async function restoreOne(parts: Parts, { id }: Pick<Decision, 'id'>): Promise<string> {
  const denied = await loadDenyList(parts.ctx)
  return await parts.ctx.db.asInstance('an instance admin restores a short link').transaction(async (tx) => {
    const row = await lockAnyLink(tx, id)
    if (row.quarantine === null) throw new Problem('conflict', notQuarantined)
    const targets = [
      row.url,
      ...(row.expired_url === null ? [] : [row.expired_url]),
      ...row.rules.map(({ url }) => url),
    ]
    if (targets.some((url) => denied.has(targetHostOf(url)))) throw new Problem('conflict', stillDenied)
    const now = parts.clock()
    const cleared = {
      quarantine: null,
      quarantine_note: '',
      quarantined_at: null,
      review_text: '',
      review_asked_at: null,
    }
    const restored = { ...cleared, ...judgedAgain(now), is_trusted: true, updated_at: new Date(now).toISOString() }
    await tx.updateTable('links_links').set(restored).where('id', '=', id).execute()
    parts.index.forget([toIndex(row.index_key)])
    const { org_id: orgId, host, slug, url } = row
    await parts.events.publish(linkUpdated, orgId, { linkId: id, host, slug, url })
    const name = shortName(row)
    await notify(parts, {
      to: { orgId, role: 'admin' },
      category: 'quarantine',
      title: { en: `${name} was restored`, zh: `${name} 已恢复` },
      path: `/links/${id}`,
      key: `restored.${id}.${now}`,
    })
    return orgId
  })
}

/** @returns the workspace and the link @throws Problem `not_found`, `conflict` */
export async function dismissOne(parts: Parts, { id, userId }: Decision) {
  return await parts.ctx.db.asInstance('an instance admin dismisses a report').transaction(async (tx) => {
    const reports = tx.selectFrom('links_reports').select(['org_id', 'link_id', 'state']).where('id', '=', id)
    const row = await reports.forUpdate().executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    if (row.state !== 'open') throw new Problem('conflict', alreadyDecided)
    const decided = {
      state: 'dismissed',
      decided_at: new Date(parts.clock()).toISOString(),
      decided_by: userId,
    } as const
    await tx.updateTable('links_reports').set(decided).where('id', '=', id).execute()
    return row
  })
}

/** Denies a host; a job quarantines the links that lead there. @throws Problem `invalid_input`, `conflict` */
export async function denyHost(
  { ctx, jobs }: Parts,
  { host: text, note, userId }: { readonly host: string; readonly note: string; readonly userId: string },
): Promise<DeniedHost> {
  const host = hostIn(text)
  if (host === undefined || (!host.includes('.') && !host.includes(':'))) {
    throw new Problem('invalid_input', { errors: [{ path: 'host', message: notAHost }] })
  }
  return await ctx.db.asInstance('an instance admin denies a host').transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('links_denied_hosts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= linkLimits.deniedHosts) throw new Problem('conflict', tooMany)
    try {
      const added = tx.insertInto('links_denied_hosts').values({ host, note, created_by: userId })
      const row = await added.returning(['id', 'created_at']).executeTakeFirstOrThrow()
      await jobs.enqueueForInstance(sweepDenied, {}, sweepOnce)
      return { id: row.id, host: domainToUnicode(host) || host, note, createdAt: row.created_at }
    } catch (error) {
      if (error instanceof UniqueViolation) throw new Problem('conflict', { ...alreadyDenied, cause: error })
      throw error
    }
  })
}

/** @returns the host @throws Problem `not_found` */
export async function allowHost({ ctx }: Parts, id: string): Promise<string> {
  const db = ctx.db.asInstance('an instance admin allows a host again')
  const removed = await db.deleteFrom('links_denied_hosts').where('id', '=', id).returning('host').executeTakeFirst()
  if (removed === undefined) throw new Problem('not_found')
  return removed.host
}

/** An admin of the workspace asks for a review. @throws Problem `not_found`, `conflict` */
export async function askForReview(
  parts: Parts,
  { db, audit }: Pick<WorkspaceScope<Tables>, 'db' | 'audit'>,
  { id, text }: EndpointInput<typeof askReview>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const links = tx.selectFrom('links_links').select(['host', 'slug', 'quarantine', 'review_asked_at'])
    const row = await links.where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    if (row.quarantine === null) throw new Problem('conflict', notQuarantined)
    if (row.review_asked_at !== null) throw new Problem('conflict', alreadyAsked)
    const asked = { review_text: text, review_asked_at: new Date(parts.clock()).toISOString() }
    await tx.updateTable('links_links').set(asked).where('id', '=', id).execute()
    audit.describe({ target: `link:${id}` })
    const name = shortName(row)
    await notify(parts, {
      to: { instanceAdmins: true },
      category: 'reports',
      title: { en: `A review of ${name} was requested`, zh: `${name} 申请复核` },
      path: '/link-reports/links',
      key: `review.${id}`,
    })
  })
}

const notQuarantined = { detail: { en: 'This link is not quarantined.', zh: '此链接未被隔离。' } }
const alreadyAsked = {
  detail: { en: 'A review of this link was requested already.', zh: '此链接已申请复核。' },
  nextStep: { en: 'Wait for the decision of the operator.', zh: '请等待运营者的决定。' },
}
const alreadyDecided = { detail: { en: 'This report is closed already.', zh: '此举报已处理。' } }
const stillDenied = {
  detail: { en: 'The host of a target of this link is denied.', zh: '此链接的某个目标主机已被禁止。' },
  nextStep: { en: 'Remove it from the denied hosts first.', zh: '请先将其从禁止的主机中移除。' },
}
const alreadyDenied = { detail: { en: 'This host is denied already.', zh: '此主机已被禁止。' } }
const tooMany = {
  detail: {
    en: `The limit of ${linkLimits.deniedHosts} denied hosts is reached.`,
    zh: `已达到 ${linkLimits.deniedHosts} 个禁止主机的上限。`,
  },
  nextStep: { en: "Use the operator's file for longer lists.", zh: '更长的列表请使用运维人员的文件。' },
}
const notAHost = {
  en: 'Enter a host name, such as evil.example, or an address.',
  zh: '请输入主机名（例如 evil.example）或 IP 地址。',
}
