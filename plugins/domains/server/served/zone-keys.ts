/** Keys (TSIG) with which other programs change or transfer a zone. */
import { randomBytes, randomUUID } from 'node:crypto'
import { DnsError } from '@host/dns'
import { Problem, type FieldProblem, type WorkspaceScope } from '@host/plugin'
import { domainLimits, type ZoneKey } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import { newChallenge } from '../claims/challenge.ts'
import { dnsKeyCreated, dnsKeyRemoved } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { dnsWording } from '../records/dns-texts.ts'
import { readRecordName } from '../records/record-names.ts'
import { readType } from '../records/record-set.ts'
import { sealKeySecret } from './key-secrets.ts'
import { lockServed, type ServedRow } from './served-rows.ts'
import { requireServed } from './server-settings.ts'
import { noteRevision } from './serving.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** Columns of an answer. */
export const keyColumns = [
  'id',
  'label',
  'name',
  'algorithm',
  'names',
  'types',
  'may_transfer',
  'used_at',
  'created_at',
] as const

/** A key as its row has it. */
export interface KeyRow {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly algorithm: string
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly may_transfer: boolean
  readonly used_at: string | null
  readonly created_at: string
}

/** A key as a person asks for it. */
export interface WantedKey {
  readonly label: string
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly mayTransfer: boolean
}

const algorithm = 'hmac-sha256'
const secretBytes = 32
const nameLength = 20

/** A key as it is answered: without its secret. */
export function shownKey(row: KeyRow): ZoneKey {
  return {
    id: row.id,
    label: row.label,
    name: row.name.replace(/\.$/, ''),
    algorithm: row.algorithm,
    names: [...row.names],
    types: [...row.types],
    mayTransfer: row.may_transfer,
    usedAt: row.used_at,
    createdAt: row.created_at,
  }
}

/**
 * Creates a key of a zone.
 * @returns it with its secret, which is stored sealed and never shown again
 * @throws Problem `invalid_input` naming each field; `conflict` over the limit; as `requireServed`
 */
export async function createKey(
  parts: Parts,
  scope: Scope,
  { zoneId, ...given }: WantedKey & { readonly zoneId: string },
) {
  const { db, orgId, userId, audit } = scope
  const { serving, row: served } = await requireServed(parts, db, zoneId)
  const wanted = readWanted(served.name, given)
  const [seal, text] = [randomUUID(), randomBytes(secretBytes).toString('base64')]
  const secret = await sealKeySecret(parts.ctx, { orgId, seal, secret: text })
  const key = await db.transaction(async (tx) => {
    const row = await lockServed(tx, served.name)
    if (row === undefined) throw new Problem('not_found')
    const present = await tx.selectFrom('domains_dns_keys').select('id').where('served_id', '=', row.id).execute()
    if (present.length >= domainLimits.keys) throw new Problem('conflict', tooMany)
    const values = {
      served_id: row.id,
      name: `k${newChallenge().slice(0, nameLength)}.`,
      label: wanted.label,
      algorithm,
      seal,
      secret,
      names: wanted.names,
      types: wanted.types,
      may_transfer: wanted.mayTransfer,
      created_by: userId,
      created_at: momentAfter(parts.clock()),
    }
    const added = await tx.insertInto('domains_dns_keys').values(values).returning(keyColumns).executeTakeFirstOrThrow()
    await noteRevision(tx, serving, row)
    audit.describe({ target: `dns_key:${added.id}`, after: auditOf(row, wanted) })
    const { label, mayTransfer } = wanted
    await parts.events.publish(dnsKeyCreated, orgId, { id: added.id, label, zone: row.name, mayTransfer })
    return added
  })
  return { key: shownKey(key), secret: text }
}

/** Removes a key of a zone; every process refuses it when it is next asked. @throws Problem `not_found` */
export async function removeKey(
  parts: Parts,
  { db, orgId, audit }: Pick<Scope, 'db' | 'orgId' | 'audit'>,
  { zoneId, keyId }: { readonly zoneId: string; readonly keyId: string },
): Promise<void> {
  const { serving, row: served } = await requireServed(parts, db, zoneId)
  await db.transaction(async (tx) => {
    const row = await lockServed(tx, served.name)
    if (row === undefined) throw new Problem('not_found')
    const keys = tx.deleteFrom('domains_dns_keys').where('served_id', '=', row.id)
    const gone = await keys.where('id', '=', keyId).returning('label').executeTakeFirst()
    if (gone === undefined) throw new Problem('not_found')
    const facts = { label: gone.label, zone: row.name }
    audit.describe({ target: `dns_key:${keyId}`, before: facts })
    await parts.events.publish(dnsKeyRemoved, orgId, { id: keyId, ...facts })
    await noteRevision(tx, serving, row)
  })
}

function auditOf({ name: zone }: Pick<ServedRow, 'name'>, { label, names, types, mayTransfer }: WantedKey) {
  return { zone, label, names: names.join(' '), types: types.join(' ') || '*', mayTransfer }
}

/** @throws Problem `invalid_input` */
function readWanted(zone: string, { label, names, types, mayTransfer }: WantedKey): WantedKey {
  const errors: FieldProblem[] = []
  const read = (path: string, work: () => string): readonly string[] => {
    try {
      return [work()]
    } catch (error) {
      if (!(error instanceof DnsError)) throw error
      errors.push({ path, message: dnsWording(error.message) })
      return []
    }
  }
  const owners = names.flatMap((name, place) => read(`names.${place}`, () => readRecordName(name, zone)))
  const kinds = types.flatMap((type, place) => read(`types.${place}`, () => readType(type)))
  if (names.length === 0 && !mayTransfer) errors.push({ path: 'names', message: texts.nothing })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return { label, names: [...new Set(owners)], types: [...new Set(kinds)], mayTransfer }
}

const texts = {
  nothing: {
    en: 'Enter the names that the key may change, or allow transfers.',
    zh: '请填写此密钥可更改的名称，或允许传输。',
  },
}
const tooMany = {
  detail: {
    en: `This zone has reached the limit of ${domainLimits.keys} keys.`,
    zh: `此区域已有 ${domainLimits.keys} 个密钥。`,
  },
  nextStep: { en: 'Remove one that is not needed, then try again.', zh: '请先移除不再需要的密钥，然后重试。' },
}
