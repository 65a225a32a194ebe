import { domainToASCII } from 'node:url'
import { Problem } from '@host/plugin'
import { deleteDomain, disprove } from '../claims/remove-domain.ts'
import { lockDomain, type DomainRow } from '../claims/domain-rows.ts'
import { notifyAdmins } from '../claims/publish-state.ts'
import type { Parts } from '../parts.ts'

/** What an instance admin has typed. */
export interface Taking {
  readonly id: string
  readonly name: string
  readonly reason: string
}

/**
 * Takes a domain away from its workspace. No process answers its host names any more when it has resolved, and the
 * admins of the workspace are told the reason.
 * @returns the domain that was there @throws Problem `not_found`, `invalid_input` when another name was typed
 */
export async function takeDomainAway(parts: Parts, { id, name, reason }: Taking): Promise<DomainRow & Owned> {
  const { db } = parts.ctx
  const all = db.asInstance('take a domain away from its workspace').selectFrom('domains_domains')
  const owner = await all.select('org_id').where('id', '=', id).executeTakeFirst()
  if (owner === undefined) throw new Problem('not_found')
  const { org_id: orgId } = owner
  return await db.inWorkspace(orgId, 'an instance admin takes a domain away').transaction(async (tx) => {
    const row = await lockDomain(tx, id)
    if (row === undefined) throw new Problem('not_found')
    if (domainToASCII(name.toLowerCase()) !== row.name) throw new Problem('invalid_input', { errors: [otherName] })
    await disprove(parts, orgId, row)
    await deleteDomain(parts, tx, { orgId, row, reason: 'operator' })
    await notifyAdmins(parts, notificationOf(orgId, row, reason))
    return { ...row, orgId }
  })
}

interface Owned {
  readonly orgId: string
}

const otherName = {
  path: 'name',
  message: { en: 'This is not the name of the domain.', zh: '与该域名不一致。' },
}

const longestName = 80

function notificationOf(orgId: string, { id, shown_name: name }: DomainRow, reason: string) {
  const short = name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name
  return {
    to: { orgId, role: 'admin' as const },
    category: 'domain-check',
    title: { en: `${short} was taken away`, zh: `${short} 已被收回` },
    body: {
      en: `The operator of this instance took this domain away, so its host names stopped working here. Reason: ${reason}`,
      zh: `此实例的管理员收回了该域名，其主机名已在此处停用。原因：${reason}`,
    },
    path: '/domains',
    key: `taken.${id}`,
  }
}
