/** Applies an UPDATE of another program (RFC 2136) through a changeset, as every other change of a zone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DnsError } from '@host/dns'
import type { GrantedUpdate } from '@host/dns/server'
import { Features, Problem, requireService, type Changeset, type DnsRecordSet, type ScopedDatabase } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { CheckSlots } from '../checks/check-slots.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { seenValues } from '../plans/read-edits.ts'
import { inWriteOrder } from '../plans/write-order.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyText, normalRecord, valueOf, type RecordValue } from '../records/record-set.ts'
import { applyUnattended, type UnattendedEnd } from '../unattended/apply-unattended.ts'
import { requirePrerequisites } from './prerequisites.ts'
import { claimSignature, refuseSeen } from './seen-signatures.ts'
import { findServed } from './served-rows.ts'
import type { Serving } from './serving.ts'
import { changedNames, changesOf } from './updated-sets.ts'
import type { DnsLibrary } from './zone-content.ts'
import type { KnownKey, ZoneLoader } from './zone-loader.ts'

/** Updates in a minute: of one key, and of all keys of a workspace. */
const perMinute = { key: 60, workspace: 300 }
const minute = 60_000
/** Milliseconds: clients wait as long for an answer. */
const longestWait = 8_000
const lookEvery = 50

/** Dependencies of updates. */
export interface UpdateParts {
  readonly parts: Parts
  readonly serving: Serving
  readonly library: DnsLibrary
  readonly loader: ZoneLoader
  /** Updates at once: of all workspaces, and of each. */
  readonly slots: CheckSlots
}

/** A workspace whose zone is updated. */
interface Place {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly zone: string
  readonly zoneId: string
}

/**
 * Applies an update whose signature and grants hold, and resolves when this process serves the new version.
 * @throws DnsError `refused` where the workspace may not change the zone now, or a person has to make the change;
 *   `servfail` for one that may succeed later; `bad_key` for a removed key, `clock` for a replay; and as `checkPrerequisites`
 */
export async function applyUpdate(parts: UpdateParts, update: GrantedUpdate): Promise<void> {
  const known = parts.loader.keyOf(update.key.name)
  if (known === undefined) throw new DnsError('bad_key', 'The key is gone.')
  const done = await parts.slots.run(known.head.orgId, async () => {
    await applyKnown(parts, known, update)
    return true
  })
  if (done === undefined) throw new DnsError('servfail', 'Too many updates at a time.')
}

async function applyKnown(updating: UpdateParts, known: KnownKey, update: GrantedUpdate): Promise<void> {
  const { parts, loader } = updating
  const { orgId, name: zone } = known.head
  const db = parts.ctx.db.inWorkspace(orgId, 'apply an update of a DNS zone')
  // A replay uses up nothing of the limits of the key.
  await refuseSeen(db, known.id, update.signature)
  await requireOpen(parts, known)
  await claimSignature(db, known.id, update.signature)
  const row = await db.selectFrom('domains_zones').select('id').where('name', '=', zone).executeTakeFirst()
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const place = { db, orgId, zone, zoneId: row.id }
  const signal = AbortSignal.timeout(longestWait)
  const end = await apply(updating, place, { known, update, signal })
  const refusal = refusals[end]
  if (refusal !== undefined) throw new DnsError(refusal, `The change is ${end}.`)
  await serveVersion(loader, place, signal)
}

const refusals: Partial<Record<UnattendedEnd, 'refused' | 'servfail'>> = {
  needs_person: 'refused',
  busy: 'servfail',
  failed: 'servfail',
}

/** With the feature off, zones keep answering and stay as they are. */
async function requireOpen({ ctx, rateLimit }: Parts, { id, head }: KnownKey): Promise<void> {
  if (!(await requireService(ctx, Features).isEnabled(head.orgId, ctx.name))) {
    throw new DnsError('refused', 'The feature is off.')
  }
  for (const [subject, limit] of [
    [id, perMinute.key],
    [head.orgId, perMinute.workspace],
  ] as const) {
    const { allowed } = await rateLimit.take(`dns-update:${subject}`, limit, minute)
    if (!allowed) throw new DnsError('servfail', 'Too many updates.')
  }
}

interface KeyedUpdate {
  readonly known: KnownKey
  readonly update: GrantedUpdate
  readonly signal: AbortSignal
}

/** @throws DnsError */
async function apply(
  updating: UpdateParts,
  place: Place,
  { known, update, signal }: KeyedUpdate,
): Promise<UnattendedEnd> {
  const { parts } = updating
  const { db, orgId } = place
  const keys = db.updateTable('domains_dns_keys').where('id', '=', known.id)
  try {
    return await applyUnattended(parts, {
      orgId,
      userId: known.createdBy,
      signal,
      begin: () => begin(updating, place, update),
      note: async (changeset) => void (await keys.set({ changeset, used_at: momentAfter(parts.clock()) }).execute()),
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new DnsError('refused', error.message)
  }
}

/**
 * The plan is refused where the record sets are no longer those that the update was made of. Prerequisites are compared after
 * the plan has read the zone, so that a change that comes afterwards makes it stale.
 */
async function begin(updating: UpdateParts, place: Place, update: GrantedUpdate): Promise<Changeset | undefined> {
  const present = await presentSets(place, update)
  const { set, delete: gone } = changesOf(place.zone, present, update.updates)
  const values = new Map<string, RecordValue | null>(gone.map((key) => [keyText(key), null]))
  for (const each of set) values.set(keyText(each), normalValue(each))
  const verify = (): Promise<void> => requirePrerequisites(updating, place, update.prerequisites)
  if (values.size === 0) {
    await verify()
    return undefined
  }
  const seen = seenValues(values.keys(), new Map(present.map((each) => [keyText(each), each])))
  return await updating.parts.changesets.applyNow(place.orgId, {
    title: `Update with the key ${update.key.name.replace(/\.$/, '')}`,
    finishesByItself: true,
    parts: [{ kind: recordSets, target: place.zoneId, set: inWriteOrder(values), seen }],
    verify,
  })
}

function normalValue({ type, data, ...value }: DnsRecordSet): RecordValue {
  return valueOf({ ...value, data: data.map((each) => normalRecord(type, each)) })
}

/** The record sets at the names of an update. */
async function presentSets({ db, zone }: Place, { updates }: GrantedUpdate): Promise<readonly DnsRecordSet[]> {
  const row = await findServed(db, zone)
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const sets = db.selectFrom('domains_served_sets').select('value').where('served_id', '=', row.id)
  const present = await sets.where('name', 'in', changedNames(updates)).execute()
  return present.map(({ value }) => value)
}

/** A client that asks next sees its change. */
async function serveVersion(loader: ZoneLoader, { db, zone }: Place, signal: AbortSignal): Promise<void> {
  const { revision = 0 } = (await findServed(db, zone)) ?? {}
  while (!signal.aborted) {
    await loader.look()
    const loaded = loader.find(zone)
    if (loaded === undefined || loaded.head.revision >= revision) return
    await sleep(lookEvery)
  }
}
