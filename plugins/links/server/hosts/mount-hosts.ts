import { normalizeHostName, Problem, UniqueViolation, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import { addHost, changeHost, linkLimits, listHosts, removeHost, type LinkHost } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { countMore } from '../links/link-totals.ts'
import { judgeTarget } from '../links/judge-target.ts'
import { hostKey } from '../redirect/index-key.ts'
import { hostColumns, hostsOf, shownHost } from './link-hosts.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Routes of the hosts of links. */
export function mountHosts(mux: LinksMux, parts: Parts): void {
  mux.endpoint(listHosts, async (scope) => ({ items: [...(await hostsOf(parts, scope))] }))
  mux.endpoint(addHost, (scope) => addHostTo(parts, scope, scope.input))
  mux.endpoint(changeHost, (scope) => changeHostOf(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(removeHost, (scope) => removeHostFrom(parts, scope, scope.params.id))
}

/** @throws Problem `invalid_input`, `conflict` */
async function addHostTo(
  { edge }: Parts,
  { db, orgId, audit }: Caller,
  input: { readonly host: string; readonly isCaseSensitive: boolean },
): Promise<LinkHost> {
  const host = normalizeHostName(input.host)
  if (host === undefined || !host.includes('.')) throw new Problem('invalid_input', { errors: [notAHost] })
  return await db.transaction(async (tx) => {
    // Waits for other additions, so that no two of them exceed the limit together.
    await countMore(tx, 0)
    const hosts = await tx.selectFrom('links_hosts').select('id').execute()
    if (hosts.length >= linkLimits.hosts) throw new Problem('conflict', tooMany)
    try {
      const values = { host, is_case_sensitive: input.isCaseSensitive }
      const added = tx.insertInto('links_hosts').values(values).returning(hostColumns)
      const row = await added.executeTakeFirstOrThrow()
      const { isProved } = await edge.assign(orgId, host)
      audit.describe({ target: `link host:${row.id}`, after: { host } })
      return shownHost(row, isProved)
    } catch (error) {
      if (error instanceof UniqueViolation) throw new Problem('conflict', { ...alreadyAdded, cause: error })
      throw error
    }
  })
}

/** Changes a host on every process before it resolves. @throws Problem `not_found`, `invalid_input` */
async function changeHostOf(
  parts: Parts,
  { db, orgId, audit }: Caller,
  { id, notFoundTitle, notFoundText, notFoundUrl }: EndpointInput<typeof changeHost>,
): Promise<LinkHost> {
  if (typeof notFoundUrl === 'string') await judgeTarget(parts, notFoundUrl, 'notFoundUrl')
  const assigned = await parts.edge.list(orgId)
  return await db.transaction(async (tx) => {
    const rows = tx.selectFrom('links_hosts').select(hostColumns).where('id', '=', id)
    const row = await rows.forUpdate().executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    const values = {
      not_found_title: notFoundTitle ?? row.not_found_title,
      not_found_text: notFoundText ?? row.not_found_text,
      not_found_url: notFoundUrl === undefined ? row.not_found_url : notFoundUrl,
    }
    await tx.updateTable('links_hosts').set(values).where('id', '=', id).execute()
    parts.index.forget([hostKey(orgId, row.host)])
    audit.describe({
      target: `link host:${id}`,
      before: { title: row.not_found_title },
      after: { title: values.not_found_title },
    })
    return shownHost(
      { ...row, ...values },
      assigned.some(({ host, isProved }) => host === row.host && isProved),
    )
  })
}

/** @throws Problem `not_found`, `conflict` for a host that has links */
async function removeHostFrom({ edge, index }: Parts, { db, orgId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const own = tx.selectFrom('links_hosts').select('host').where('id', '=', id).forUpdate()
    const row = await own.executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    const links = tx.selectFrom('links_links').select('id').where('host', '=', row.host).limit(1)
    if ((await links.executeTakeFirst()) !== undefined) throw new Problem('conflict', hasLinks)
    await tx.deleteFrom('links_hosts').where('id', '=', id).execute()
    index.forget([hostKey(orgId, row.host)])
    audit.describe({ target: `link host:${id}`, before: { host: row.host } })
    await edge.release(orgId, row.host)
  })
}

const notAHost = {
  path: 'host',
  message: { en: 'Enter a host name, such as go.example.com.', zh: '请输入主机名，例如 go.example.com。' },
}

const alreadyAdded = {
  detail: { en: 'Links of this workspace use this host already.', zh: '此工作区的链接已在使用该主机名。' },
}

const hasLinks = {
  detail: { en: 'There are links on this host.', zh: '此主机名下仍有链接。' },
  nextStep: { en: 'Delete these links first.', zh: '请先删除这些链接。' },
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${linkLimits.hosts} hosts for links.`,
    zh: `此工作区已达到 ${linkLimits.hosts} 个链接主机名的上限。`,
  },
  nextStep: { en: 'Remove a host that is not needed, then try again.', zh: '请先移除不再需要的主机名，然后重试。' },
}
