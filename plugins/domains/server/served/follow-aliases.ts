/**
 * Looks up the targets of ALIAS records when their addresses are due: after the lowest TTL of the chain, and 30 seconds at
 * the earliest. When a target fails, the last addresses are answered for an hour.
 */
import type { Message } from '@host/dns'
import { Outbound, type InstanceJobScope, type WorkspaceContext } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { AliasState } from './models.ts'
import { lockServed } from './served-rows.ts'
import { raiseSerial, type Serving } from './serving.ts'

type Scope = InstanceJobScope<Tables>

/** Rows of one run. */
const mostRows = 500
/** Lookups at a time; each workspace has one. */
const atOnce = 8
/** Milliseconds of a lookup, and of a run, which comes again every minute. */
const lookupLimit = 5_000
const runLimit = 50_000
/** Seconds between two lookups, and of the addresses that stay when they fail. */
const shortest = 30
const longest = 3_600
/** Addresses of a target in each family. */
const mostAddresses = 20
const httpsPort = 443

/** Looks up every target that is due. Workspaces take turns, and one with slow targets delays no other. */
export async function followAliases(parts: Parts, { db, signal }: Scope): Promise<void> {
  const { serving } = parts
  if (serving === undefined) return
  const rows = await db
    .selectFrom('domains_served_zones')
    .select(['org_id', 'name'])
    .where('alias_at', '<=', momentAfter(parts.clock()))
    .orderBy('alias_at')
    .limit(mostRows)
    .execute()
  const waiting = [...Map.groupBy(rows, (row) => row.org_id)].values()
  const until = performance.now() + runLimit
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [orgId, zones] of waiting) {
        for (const { name } of zones) {
          if (performance.now() > until) return
          signal.throwIfAborted()
          await followAlias(parts, serving, { orgId, name, signal })
        }
      }
    }),
  )
}

interface DueAlias extends Pick<WorkspaceContext, 'orgId' | 'signal'> {
  readonly name: string
}

async function followAlias(parts: Parts, serving: Serving, { orgId, name, signal }: DueAlias): Promise<void> {
  const db = parts.ctx.db.inWorkspace(orgId, 'look up the target of an ALIAS record')
  const row = await db.selectFrom('domains_served_zones').select('alias').where('name', '=', name).executeTakeFirst()
  const target = row?.alias?.target
  if (target === undefined) return
  const found = await lookUp(parts, target, signal)
  await db.transaction(async (tx) => {
    const zone = await lockServed(tx, name)
    if (zone?.alias?.target !== target) return
    const next = nextState(zone.alias, found, parts.clock())
    const delay = Math.min(Math.max(found?.ttl ?? shortest, shortest), longest)
    const set = { alias: next, alias_at: momentAfter(parts.clock(), delay * 1000) }
    await tx.updateTable('domains_served_zones').set(set).where('id', '=', zone.id).execute()
    if (isSame(next, zone.alias)) return
    await raiseSerial(parts, serving, { tx, orgId, row: zone })
  })
}

/** The addresses of a target. */
type Found = Pick<AliasState, 'ttl' | 'ipv4' | 'ipv6'>

/** @param found undefined when the lookup failed */
function nextState(state: AliasState, found: Found | undefined, now: number): AliasState {
  if (found !== undefined) return { ...state, ...found, foundAt: momentAfter(now) }
  const age = state.foundAt === null ? Infinity : now - Date.parse(state.foundAt)
  return age < longest * 1000 ? state : { ...state, ipv4: [], ipv6: [] }
}

/** A lower TTL is that of a cache, so that only a higher one is news. */
function isSame(next: AliasState, before: AliasState): boolean {
  const texts = [next, before].map(({ ipv4, ipv6 }) => [...ipv4, ...ipv6].join(' '))
  return texts[0] === texts[1] && next.ttl <= before.ttl
}

/** Asks the resolvers. @returns undefined when none has an address of it */
async function lookUp({ nameServers, ctx }: Parts, target: string, signal: AbortSignal): Promise<Found | undefined> {
  const name = target.replace(/\.$/, '')
  const limited = AbortSignal.any([signal, AbortSignal.timeout(lookupLimit)])
  const ask = async (type: string): Promise<readonly Message[]> => {
    try {
      return await nameServers.askResolvers({ name, type }, limited)
    } catch (error) {
      signal.throwIfAborted()
      if (limited.aborted) return []
      throw error
    }
  }
  const [four, six] = await Promise.all([ask('A'), ask('AAAA')])
  const outbound = ctx.lookup(Outbound)
  // Private addresses that the operator's resolvers know are not for the public.
  const isPublic = (address: string): boolean => outbound?.admit(address, httpsPort) !== undefined
  const [ipv4, ipv6] = [addressesOf(four, 'A').filter(isPublic), addressesOf(six, 'AAAA').filter(isPublic)]
  if (ipv4.length + ipv6.length === 0) return undefined
  const records = [...four, ...six].flatMap(({ answers }) => answers)
  const ttl = Math.min(longest, ...records.map((record) => record.ttl))
  return { ttl, ipv4, ipv6 }
}

function addressesOf(messages: readonly Message[], type: string): readonly string[] {
  const records = messages.flatMap(({ answers }) => answers).filter((record) => record.type === type)
  return [...new Set(records.map(({ data }) => data))].toSorted().slice(0, mostAddresses)
}
