/** Applies an UPDATE of another program (RFC 2136) through a changeset, as every other change of a zone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DnsError } from '@host/dns'
import type { GrantedUpdate } from '@host/dns/server'
import { Features, Problem, requireService, type Changeset, type ScopedDatabase } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { planOfPlugin } from '../service/plan-of-plugin.ts'
import { applyUnattended, type UnattendedEnd } from '../unattended/apply-unattended.ts'
import { findServed } from './served-rows.ts'
import { changedNames, changesOf, type SetChanges } from './updated-sets.ts'
import type { KnownKey, ZoneLoader } from './zone-loader.ts'

/** Updates of one key in a minute. */
const perMinute = 60
const minute = 60_000
/** Milliseconds: clients wait as long for an answer. */
const longestWait = 8_000
const lookEvery = 50

/** Dependencies of updates. */
export interface UpdateParts {
  readonly parts: Parts
  readonly loader: ZoneLoader
}

/** A workspace whose zone is updated. */
interface Place {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly zone: string
  readonly zoneId: string
}

/**
 * Applies an update whose signature, grants and prerequisites hold, and resolves when this process serves the new version.
 * @throws DnsError `refused` where the workspace may not change the zone now, or a person has to make the change;
 *   `servfail` for one that may succeed later
 */
export async function applyUpdate({ parts, loader }: UpdateParts, update: GrantedUpdate): Promise<void> {
  const known = loader.keyOf(update.key.name)
  if (known === undefined) throw new DnsError('refused', 'The key is gone.')
  await requireOpen(parts, known)
  const { orgId, name: zone } = known.head
  const db = parts.ctx.db.inWorkspace(orgId, 'apply an update of a DNS zone')
  const row = await db.selectFrom('domains_zones').select('id').where('name', '=', zone).executeTakeFirst()
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const place = { db, orgId, zone, zoneId: row.id }
  const signal = AbortSignal.timeout(longestWait)
  const end = await apply(parts, place, { known, update, signal })
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
  const { allowed } = await rateLimit.take(`dns-update:${id}`, perMinute, minute)
  if (!allowed) throw new DnsError('servfail', 'Too many updates.')
}

interface KeyedUpdate {
  readonly known: KnownKey
  readonly update: GrantedUpdate
  readonly signal: AbortSignal
}

/** @throws DnsError */
async function apply(parts: Parts, place: Place, { known, update, signal }: KeyedUpdate): Promise<UnattendedEnd> {
  const { db, orgId } = place
  const keys = db.updateTable('domains_dns_keys').where('id', '=', known.id)
  try {
    return await applyUnattended(parts, {
      orgId,
      userId: known.createdBy,
      signal,
      begin: () => begin(parts, place, update),
      note: async (changeset) => void (await keys.set({ changeset, used_at: momentAfter(parts.clock()) }).execute()),
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new DnsError('refused', error.message)
  }
}

async function begin(parts: Parts, place: Place, update: GrantedUpdate): Promise<Changeset | undefined> {
  const { db, orgId, zoneId } = place
  await requireVersion(parts, place, update)
  const changes = await wantedChanges(place, update)
  if (changes.set.length + changes.delete.length === 0) return undefined
  const options = { title: `Update with the key ${update.key.name.replace(/\.$/, '')}`, finishesByItself: true }
  const asked = { ...options, zones: [{ zoneId, ...changes }] }
  const plan = await planOfPlugin(parts, { db, orgId, plugin: parts.ctx.name }, asked)
  return plan && (await parts.changesets.applyNow(orgId, plan.options))
}

/** Prerequisites were compared with the version that this process served. */
async function requireVersion(
  { serving }: Parts,
  { db, zone }: Place,
  { serial, prerequisites }: GrantedUpdate,
): Promise<void> {
  if (prerequisites.length === 0) return
  const row = await findServed(db, zone)
  const present = row && serving?.effectiveSerial(row.serial)
  if (present !== serial) throw new DnsError('servfail', 'The zone changed meanwhile.')
}

async function wantedChanges({ db, zone }: Place, { updates }: GrantedUpdate): Promise<SetChanges> {
  const row = await findServed(db, zone)
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const sets = db.selectFrom('domains_served_sets').select('value').where('served_id', '=', row.id)
  const present = await sets.where('name', 'in', changedNames(updates)).execute()
  return changesOf(
    zone,
    present.map(({ value }) => value),
    updates,
  )
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
