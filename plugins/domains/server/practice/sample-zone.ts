import { randomUUID } from 'node:crypto'
import type { DnsRecordSet, Language, Queries, WorkspaceScope } from '@host/plugin'
import { sealSettings } from '../accounts/account-settings.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { insertZone } from '../zones/add-zone.ts'
import { removeZoneOf } from '../zones/remove-zone.ts'
import { practice, practiceZone } from './practice-provider.ts'

type Scope = WorkspaceScope<Tables>

/** Sample data of a workspace: an account with a zone in which changes cost nothing. @returns the ID of the account */
export async function addSampleZone(
  parts: Pick<Parts, 'ctx' | 'clock' | 'jobs' | 'changesets'>,
  { db, orgId, userId, language }: Scope,
): Promise<readonly string[]> {
  const sets = sampleSets(language)
  return await db.transaction(async (tx) => {
    const accountId = await addAccount(parts, { tx, orgId, userId, language })
    const rows = sets.map((value) => ({ name: value.name, type: value.type, value }))
    await tx.insertInto('domains_practice_sets').values(rows).execute()
    const records = { sets, readOnly: [] }
    await insertZone(parts, { tx, orgId, userId }, { accountId, zone: practiceZone, records })
    return [accountId]
  })
}

async function addAccount(
  { ctx, clock }: Pick<Parts, 'ctx' | 'clock'>,
  { tx, orgId, userId, language }: Pick<Scope, 'orgId' | 'userId' | 'language'> & { readonly tx: Queries<Tables> },
): Promise<string> {
  const sealed = await sealSettings(ctx, { orgId, seal: randomUUID() }, { fields: [], settings: {} })
  const name = { en: 'Sample account', zh: '示例账号' }[language]
  const now = momentAfter(clock())
  const row = { provider: practice, name, ...sealed, state: 'ok' as const, tested_at: now }
  const added = tx.insertInto('domains_accounts').values({ ...row, created_by: userId, created_at: now })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

/** Removes it, with zone and history. @throws Problem `target_busy` while a changeset of the zone is applied */
export async function removeSampleZone(
  parts: Pick<Parts, 'changesets' | 'serving'>,
  { db, orgId }: Scope,
  ids: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const zones = await tx.selectFrom('domains_zones').select('id').where('account_id', 'in', ids).execute()
    for (const { id } of zones) await removeZoneOf(parts, { tx, orgId }, id)
    await tx.deleteFrom('domains_accounts').where('id', 'in', ids).execute()
    await tx.deleteFrom('domains_practice_sets').execute()
  })
}

/** Addresses are those of documentation (RFC 5737, RFC 3849). */
function sampleSets(language: Language): readonly DnsRecordSet[] {
  const { name } = practiceZone
  const shop = { en: 'The shop', zh: '商店' }[language]
  return [
    { name, type: 'A', ttl: 3600, data: ['192.0.2.10'] },
    { name, type: 'AAAA', ttl: 3600, data: ['2001:db8::10'] },
    { name, type: 'CAA', ttl: 3600, data: ['0 issue "ca.example"'] },
    { name, type: 'MX', ttl: 3600, data: [`10 mail.${name}.`] },
    { name, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.', 'ns2.provider.example.'] },
    { name, type: 'TXT', ttl: 3600, data: ['"v=spf1 mx -all"'] },
    { name: `_dmarc.${name}`, type: 'TXT', ttl: 3600, data: [`"v=DMARC1; p=reject; rua=mailto:dmarc@${name}"`] },
    { name: `mail.${name}`, type: 'A', ttl: 3600, data: ['192.0.2.25'] },
    { name: `shop.${name}`, type: 'A', ttl: 300, data: ['192.0.2.20', '192.0.2.21'], comment: shop },
    { name: `www.${name}`, type: 'CNAME', ttl: 3600, data: [`${name}.`] },
  ]
}
