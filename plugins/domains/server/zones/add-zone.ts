import {
  Problem,
  UniqueViolation,
  type DnsProviderZone,
  type DnsZoneRecords,
  type Insert,
  type Queries,
  type WorkspaceScope,
} from '@host/plugin'
import { builtinProvider, domainLimits, type ZoneDetails } from '../../shared.ts'
import { lockAccount, selectAccount } from '../accounts/account-rows.ts'
import { openAccount } from '../accounts/open-account.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables, ZoneModel } from '../models.ts'
import type { Parts } from '../parts.ts'
import { knownTitle } from '../records/change-titles.ts'
import { recordSets } from '../records/record-kind.ts'
import { valueOf } from '../records/record-set.ts'
import { shownRecordName } from '../records/record-names.ts'
import { startServing } from '../served/builtin-provider.ts'
import { newestSerial } from '../served/zone-serials.ts'
import { storeReadOnly } from './read-only-copy.ts'
import { scheduleRefresh } from './schedule-refresh.ts'
import { zoneDetails } from './shown-zone.ts'
import { changeCopy } from './zone-copy.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit' | 'signal' | 'language'>

interface NewZone {
  readonly accountId: string
  readonly zone: DnsProviderZone
  readonly records: DnsZoneRecords
}

/**
 * Adds a zone that an account has, with a copy of its records.
 * @throws Problem `invalid_input` for a name that the account lacks, has twice, or that the instance has itself,
 *   `conflict` for one that is there and over the limits, and as `DnsAccount.records`
 */
export async function addZoneTo(
  parts: Parts,
  scope: Scope,
  input: { readonly accountId: string; readonly name: string },
): Promise<ZoneDetails> {
  const { db, orgId, userId, language, audit } = scope
  const name = await parts.edge.judgeZone(input.name)
  const row = await accountOf(db, input.accountId)
  const account = await openAccount(parts, scope, row)
  const [zone, ...others] = (await account.zones()).filter((offered) => offered.name === name)
  if (zone === undefined) throw invalid('name', notOffered)
  if (others.length > 0) throw invalid('name', ambiguous)
  const records = await account.records(zone)
  const serving = row.provider === builtinProvider ? parts.serving : undefined
  const newest = serving && (await newestSerial(parts.ctx, name))
  const id = await db.transaction(async (tx) => {
    if (serving !== undefined) await startServing(parts, serving, { tx, name, sets: records.sets, newest })
    const added = await insertZone(parts, { tx, orgId, userId }, { accountId: input.accountId, zone, records })
    audit.describe({ target: `dns_zone:${added}`, after: { name } })
    return added
  })
  return await zoneDetails(parts, { db, orgId, language }, id)
}

async function accountOf(db: Scope['db'], id: string) {
  try {
    return await selectAccount(db, id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') throw invalid('accountId', noAccount)
    throw error
  }
}

/** Stores a zone, and the beginning of its history. @throws Problem `conflict` for one that is there, and over the limits */
export async function insertZone(
  parts: Pick<Parts, 'changesets' | 'clock' | 'jobs'>,
  { tx, orgId, userId }: Pick<Scope, 'orgId' | 'userId'> & { readonly tx: Queries<Tables> },
  { accountId, zone, records: { sets, readOnly } }: NewZone,
): Promise<string> {
  await lockAccount(tx, accountId)
  await requireRoom(tx, sets.length)
  const id = await insertRow(tx, {
    account_id: accountId,
    provider_zone: zone.id,
    name: zone.name,
    shown_name: shownRecordName(zone.name),
    read_at: momentAfter(parts.clock()),
    created_by: userId,
    created_at: momentAfter(parts.clock()),
  })
  const changes = sets.map(({ name, type, ...set }) => ({ name, type, value: valueOf(set) }))
  await changeCopy(tx, { id, version: 0 }, changes)
  await storeReadOnly(tx, id, readOnly)
  await scheduleRefresh(parts, tx, { orgId, id })
  // The history of the zone begins here: earlier moments are unknown.
  const drift = { ...knownTitle('zone_added', { zone: shownRecordName(zone.name) }), steps: [] }
  await parts.changesets.recordDrift(orgId, { kind: recordSets, target: id }, drift)
  return id
}

async function insertRow(tx: Queries<Tables>, row: Omit<Insert<ZoneModel>, 'org_id'>): Promise<string> {
  try {
    return (await tx.insertInto('domains_zones').values(row).returning('id').executeTakeFirstOrThrow()).id
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Problem('conflict', { ...alreadyAdded, cause: error })
    throw error
  }
}

/** Locked first, counted afterwards: see `addDomainTo`. */
async function requireRoom(tx: Queries<Tables>, sets: number): Promise<void> {
  await tx.selectFrom('domains_zones').select('id').forUpdate().execute()
  const rows = await tx.selectFrom('domains_zones').select('records').execute()
  if (rows.length >= domainLimits.zones) throw new Problem('conflict', tooMany)
  const all = rows.reduce((sum, { records }) => sum + records, sets)
  if (all > domainLimits.allRecordSets) throw new Problem('conflict', tooManySets)
}

function invalid(path: string, message: { readonly en: string; readonly zh: string }): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}

const notOffered = { en: 'The account has no zone with this name.', zh: '此账号没有该名称的区域。' }
const ambiguous = {
  en: 'The account has several zones with this name. Delete the unused ones at the provider.',
  zh: '此账号有多个同名区域，请在服务商处删除不用的区域。',
}
const noAccount = { en: 'Choose one of the accounts.', zh: '请选择一个账号。' }
const alreadyAdded = {
  detail: { en: 'This zone is in this workspace already.', zh: '此区域已在此工作区中。' },
  nextStep: { en: 'Open it in the list of zones.', zh: '请在区域列表中打开它。' },
}
const tooManySets = {
  detail: {
    en: `The zones of this workspace would have more than ${domainLimits.allRecordSets} record sets.`,
    zh: `此工作区所有区域的记录集将超过 ${domainLimits.allRecordSets} 个。`,
  },
  nextStep: { en: 'Remove a zone that is not needed, then try again.', zh: '请先移除不再需要的区域，然后重试。' },
}
const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${domainLimits.zones} zones.`,
    zh: `此工作区已有 ${domainLimits.zones} 个区域。`,
  },
  nextStep: { en: 'Remove one that is not needed, then try again.', zh: '请先移除不再需要的区域，然后重试。' },
}
