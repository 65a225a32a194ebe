/**
 * Plans and applies record sets through changesets. Sets are made of the records that the provider has: a plan for which
 * it has others than the copy here is made again of those.
 */
import {
  Changesets,
  Problem,
  requireService,
  type Changeset,
  type DnsPlanOptions,
  type DnsRecordSet,
} from '@host/plugin'
import { Dns } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { isSame, type WantedSet } from './wanted-records.ts'

const usualTtl = 3_600
const mostTries = 3
const mostSteps = 200

/** The zone of this workspace that holds a name; undefined where its records are set elsewhere. */
export async function zoneOf({ ctx }: Pick<Parts, 'ctx'>, orgId: string, name: string) {
  if (ctx.lookup(Dns) === undefined) return undefined
  return await ctx.dns.zoneOf(orgId, name)
}

export interface RecordPlan {
  readonly orgId: string
  readonly title: string
  readonly sets: readonly WantedSet[]
}

/**
 * Plans the sets whose names are in zones of the workspace, for a person to approve.
 * @returns undefined when nothing would change
 * @throws Problem as `DnsService.plan`
 */
export async function planSets(
  parts: Pick<Parts, 'ctx'>,
  plan: RecordPlan & { readonly userId: string },
): Promise<Changeset | undefined> {
  const { ctx } = parts
  const { orgId, title, userId } = plan
  const corrected = new Map<string, readonly string[]>()
  for (let tries = 1; ; tries += 1) {
    const { zones, based } = await zoneChanges(parts, plan, corrected)
    if (zones.length === 0) return undefined
    const planned = await ctx.dns.plan(orgId, { title, userId, owns: true, zones })
    if (planned === undefined) return undefined
    const stale = await staleSteps(parts, planned, { orgId, based })
    if (stale.size === 0) return planned
    await requireService(ctx, Changesets).dismiss(orgId, planned.id, userId)
    if (tries >= mostTries) throw new Problem('service_unavailable')
    for (const [key, data] of stale) corrected.set(key, data)
  }
}

/**
 * Applies sets without a person, for names that only this plugin uses. A plan that changes records of another owner
 * waits for a person.
 * @throws Problem as `DnsService.apply`
 */
export async function applySets(parts: Pick<Parts, 'ctx'>, plan: RecordPlan): Promise<Changeset | undefined> {
  const { zones } = await zoneChanges(parts, plan, new Map())
  if (zones.length === 0) return undefined
  return await parts.ctx.dns.apply(plan.orgId, { title: plan.title, owns: true, finishesByItself: true, zones })
}

interface ZoneChanges {
  readonly zones: DnsPlanOptions['zones']
  /** The records that each set was made of, by its key. */
  readonly based: ReadonlyMap<string, readonly string[]>
}

async function zoneChanges(
  parts: Pick<Parts, 'ctx'>,
  { orgId, sets }: RecordPlan,
  corrected: ReadonlyMap<string, readonly string[]>,
): Promise<ZoneChanges> {
  const based = new Map<string, readonly string[]>()
  const zones = new Map<string, { zoneId: string; set: DnsRecordSet[]; delete: { name: string; type: string }[] }>()
  const copies = new Map<string, readonly DnsRecordSet[]>()
  for (const { name, type, values } of sets) {
    const zone = await zoneOf(parts, orgId, name)
    if (zone === undefined) continue
    const copy = copies.get(zone.id) ?? (await parts.ctx.dns.list(orgId, zone.id))
    copies.set(zone.id, copy)
    const known = copy.find((set) => set.name === name && set.type === type)
    const key = `${name} ${type}`
    const present = corrected.get(key) ?? known?.data ?? []
    // A record that stays is planned as the provider has it, whatever its bytes are.
    const dataOf = new Map(await Promise.all(present.map(async (data) => [await textOf(type, data), data] as const)))
    const texts = [...dataOf.keys()]
    const wanted = values(texts)
    if (isSame(texts, wanted)) continue
    based.set(key, present)
    const change = zones.get(zone.id) ?? { zoneId: zone.id, set: [], delete: [] }
    zones.set(zone.id, change)
    const data = wanted.map((text) => dataOf.get(text) ?? (type === 'TXT' ? quoted(text) : text))
    const ttl = known?.ttl ?? Math.min(Math.max(usualTtl, zone.capabilities.ttl.min), zone.capabilities.ttl.max)
    if (data.length === 0) change.delete.push({ name, type })
    else change.set.push({ name, type, ttl, data, ...(known?.comment !== undefined && { comment: known.comment }) })
  }
  return { zones: [...zones.values()], based }
}

/** The records of the provider where they differ from those that a set was made of. */
async function staleSteps(
  { ctx }: Pick<Parts, 'ctx'>,
  { id }: Changeset,
  { orgId, based }: { readonly orgId: string; readonly based: ReadonlyMap<string, readonly string[]> },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { items } = await requireService(ctx, Changesets).steps(orgId, id, { limit: mostSteps })
  return new Map(
    items.flatMap(({ key, before }) => {
      const present = (before as Pick<DnsRecordSet, 'data'> | null)?.data ?? []
      return isSame(present, based.get(key) ?? []) ? [] : [[key, present] as const]
    }),
  )
}

/** The text of a TXT record; other records as zone files have them. */
async function textOf(type: string, data: string): Promise<string> {
  if (type !== 'TXT') return data
  const { fieldsOf } = await import('@host/dns')
  return Buffer.concat([...fieldsOf('TXT', data).strings]).toString('latin1')
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
