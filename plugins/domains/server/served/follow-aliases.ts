/**
 * Looks up the targets of ALIAS records when their addresses are due: after the lowest TTL of the chain, and after a minute at
 * the earliest.
 */
import { isDeepStrictEqual } from 'node:util'
import { Problem, type InstanceJobScope, type WorkspaceContext } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lookUpAlias } from './alias-addresses.ts'
import type { AliasState } from './models.ts'
import { lockServed } from './served-rows.ts'
import { noteRevision, raiseSerial, type Serving } from './serving.ts'
import { addressesOf, transferredOf } from './zone-content.ts'

type Scope = InstanceJobScope<Tables>

/** Workspaces of one run, those that wait longest first, and zones of each. */
const mostWorkspaces = 500
const mostEach = 20
/** Lookups at a time; each workspace has one. */
const atOnce = 8
/** Milliseconds of a run, which comes again every minute. */
const runLimit = 50_000
/** Seconds between two lookups. */
const shortest = 60
const longest = 3_600

/** Looks up every target that is due. Workspaces take turns, and one with slow targets delays no other. */
export async function followAliases(parts: Parts, { db, signal, log }: Scope): Promise<void> {
  const { serving } = parts
  if (serving === undefined) return
  const now = momentAfter(parts.clock())
  const workspaces = await db
    .selectFrom('domains_served_zones')
    .select(['org_id', ({ fn }) => fn.min('alias_at').as('first')])
    .where('alias_at', '<=', now)
    .groupBy('org_id')
    .orderBy('first')
    .limit(mostWorkspaces)
    .execute()
  const waiting = workspaces.values()
  const until = performance.now() + runLimit
  const work = async (): Promise<void> => {
    for (const { org_id: orgId } of waiting) {
      const rows = db.selectFrom('domains_served_zones').select('name').where('org_id', '=', orgId)
      const due = await rows.where('alias_at', '<=', now).orderBy('alias_at').limit(mostEach).execute()
      for (const { name } of due) {
        if (performance.now() > until) return
        signal.throwIfAborted()
        await followAlias(parts, serving, { orgId, name, signal }).catch((error: unknown) => {
          signal.throwIfAborted()
          if (!(error instanceof Problem)) throw error
          log.warn('The target of an ALIAS record could not be followed', { zone: name, orgId, error })
        })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

interface DueAlias extends Pick<WorkspaceContext, 'orgId' | 'signal'> {
  readonly name: string
}

async function followAlias(parts: Parts, serving: Serving, { orgId, name, signal }: DueAlias): Promise<void> {
  const db = parts.ctx.db.inWorkspace(orgId, 'look up the target of an ALIAS record')
  const row = await db.selectFrom('domains_served_zones').select('alias').where('name', '=', name).executeTakeFirst()
  const { alias = null } = row ?? {}
  if (alias === null) return
  const next = await lookUpAlias(parts, alias, signal)
  await db.transaction(async (tx) => {
    const zone = await lockServed(tx, name)
    if (zone?.alias?.target !== alias.target) return
    const alias_at = momentAfter(parts.clock(), nextDelay(next))
    await tx.updateTable('domains_served_zones').set({ alias: next, alias_at }).where('id', '=', zone.id).execute()
    if (changesTransfers(zone.alias, next)) await raiseSerial(parts, serving, { tx, orgId, row: zone })
    else if (!isDeepStrictEqual(addressesOf(next), addressesOf(zone.alias))) await noteRevision(tx, serving, zone)
  })
}

/** Milliseconds until the next lookup. */
export function nextDelay(state: AliasState): number {
  const { ttl, ipv4, ipv6 } = addressesOf(state)
  const seconds = ipv4 === undefined || ipv6 === undefined ? shortest : ttl
  return Math.min(Math.max(seconds, shortest), longest) * 1000
}

/** Whether secondaries have to get other addresses. They can't transfer the zone while a family was never known. */
function changesTransfers(before: AliasState, next: AliasState): boolean {
  const [present, wanted] = [transferredOf(before), transferredOf(next)]
  if (wanted.ipv4 === undefined || wanted.ipv6 === undefined) return false
  return !isDeepStrictEqual([present.ipv4, present.ipv6], [wanted.ipv4, wanted.ipv6])
}
