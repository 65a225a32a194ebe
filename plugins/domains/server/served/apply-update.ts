/** Applies an UPDATE of another program (RFC 2136) through a changeset, as every other change of a zone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DnsError } from '@host/dns'
import type { GrantedUpdate } from '@host/dns/server'
import { Features, Problem, requireService, type Changeset, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { planOfPlugin } from '../service/plan-of-plugin.ts'
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
 * @throws DnsError `refused` where the workspace may not change the zone now, or a person has to approve the change;
 *   `servfail` for one that may succeed later
 */
export async function applyUpdate({ parts, loader }: UpdateParts, update: GrantedUpdate): Promise<void> {
  const known = loader.keyOf(update.key.name)
  if (known === undefined) throw new DnsError('refused', 'The key is gone.')
  const { orgId, name: zone } = known.head
  await requireOpen(parts, known)
  const db = parts.ctx.db.inWorkspace(orgId, 'apply an update of a DNS zone')
  const row = await db.selectFrom('domains_zones').select('id').where('name', '=', zone).executeTakeFirst()
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const place = { db, orgId, zone, zoneId: row.id }
  const until = performance.now() + longestWait
  while (!(await applyOnce(parts, place, update))) {
    if (performance.now() > until) throw new DnsError('servfail', 'The zone is busy.')
    await sleep(lookEvery * 2)
  }
  await noteUse(parts, place, known.id)
  await serveVersion(loader, place, until)
}

/** With the feature off, zones keep answering and nobody changes them. */
async function requireOpen({ ctx, rateLimit }: Parts, { id, head }: KnownKey): Promise<void> {
  if (!(await requireService(ctx, Features).isEnabled(head.orgId, ctx.name))) {
    throw new DnsError('refused', 'The feature is off.')
  }
  const { allowed } = await rateLimit.take(`dns-update:${id}`, perMinute, minute)
  if (!allowed) throw new DnsError('servfail', 'Too many updates.')
}

/** @returns false for one that another change came before @throws DnsError */
async function applyOnce(parts: Parts, place: Place, update: GrantedUpdate): Promise<boolean> {
  await requireVersion(parts, place, update)
  const changes = await wantedChanges(place, update)
  if (changes.set.length + changes.delete.length === 0) return true
  try {
    const changeset = await begin(parts, place, { changes, key: update.key.name })
    return changeset === undefined || (await isApplied(parts, place, changeset))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'target_busy' || error.code === 'stale_plan') return false
    throw new DnsError('refused', error.message)
  }
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
  const names = changedNames(updates)
  const sets = db.selectFrom('domains_served_sets').select('value').where('served_id', '=', row.id)
  const present = await sets.where('name', 'in', names).execute()
  return changesOf(
    zone,
    present.map(({ value }) => value),
    updates,
  )
}

async function begin(
  parts: Parts,
  { db, orgId, zoneId }: Place,
  { changes, key }: { readonly changes: SetChanges; readonly key: string },
): Promise<Changeset | undefined> {
  const place = { db, orgId, plugin: parts.ctx.name }
  const options = { title: `Update with the key ${key.replace(/\.$/, '')}`, finishesByItself: true }
  const plan = await planOfPlugin(parts, place, { ...options, zones: [{ zoneId, ...changes }] })
  return plan && (await parts.changesets.applyNow(orgId, plan.options))
}

/** Waits for the end of a changeset. @throws DnsError `refused` for one that waits for a person */
async function isApplied({ changesets }: Parts, { orgId }: Place, { id }: Changeset): Promise<boolean> {
  for (const until = performance.now() + longestWait; ; await sleep(lookEvery)) {
    const state = (await changesets.find(orgId, id))?.state
    if (state === 'applied') return true
    if (state === 'planned') throw new DnsError('refused', 'The change waits for an approval.')
    if (state === 'expired') return false
    const isRunning = state === 'approved' || state === 'applying'
    if (!isRunning || performance.now() > until) throw new DnsError('servfail', 'The change did not end.')
  }
}

async function noteUse({ clock }: Parts, { db }: Place, id: string): Promise<void> {
  const at = new Date(clock()).toISOString()
  await db.updateTable('domains_dns_keys').set({ used_at: at }).where('id', '=', id).execute()
}

/** A client that asks next sees its change. */
async function serveVersion(loader: ZoneLoader, { db, zone }: Place, until: number): Promise<void> {
  const { revision = 0 } = (await findServed(db, zone)) ?? {}
  while (performance.now() < until) {
    await loader.look()
    const loaded = loader.find(zone)
    if (loaded === undefined || loaded.head.revision >= revision) return
    await sleep(lookEvery)
  }
}
