import { requireService, type PluginContext, type Queries } from '@host/plugin'
import {
  DnsInbound,
  MemoryIndexes,
  RestoreHold,
  type DnsInboundService,
  type EdgeService,
  type MemoryIndex,
} from '@host/plugin/platform'
import { notifyJob } from '../job-kinds.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { nextSerial, serialAfterRestore } from './serial.ts'
import type { ServedRow } from './served-rows.ts'
import { bucketOf, headSource, type HeadSource } from './zone-heads.ts'

/** The DNS server of this host, as the rest of the plugin sees it. */
export interface Serving extends Pick<DnsInboundService, 'names' | 'answer'> {
  readonly index: MemoryIndex
  readonly heads: HeadSource
  /** The serial of a zone as it is served: that of its row, or a newer one after a restore. */
  effectiveSerial(serial: number): number
  /** Makes every process load a zone again. Inside the transaction of the change. */
  changed(name: string): void
}

/** @returns undefined for a host that does not answer DNS */
export function openServing(ctx: PluginContext<Tables>): Serving | undefined {
  const inbound = ctx.lookup(DnsInbound)
  if (inbound === undefined) return undefined
  const heads = headSource(ctx)
  const index = requireService(ctx, MemoryIndexes).open(heads)
  return Object.freeze<Serving>({
    names: inbound.names,
    answer: (server) => inbound.answer(server),
    index,
    heads,
    effectiveSerial: (serial) => serialAfterRestore(serial, ctx.lookup(RestoreHold)?.lastRestoreAt),
    changed: (name) => index.forget([String(bucketOf(name))]),
  })
}

/** Proofs of names, after each change of which the zone of the name is served, or no longer. */
export function servedEdge(edge: EdgeService, serving: Serving | undefined): Parts['edge'] {
  if (serving === undefined) return edge
  return Object.freeze<Parts['edge']>({
    judge: (name) => edge.judge(name),
    judgeZone: (name) => edge.judgeZone(name),
    hostsBelow: (orgId, name) => edge.hostsBelow(orgId, name),
    listHostsBelow: (orgId, name, page) => edge.listHostsBelow(orgId, name, page),
    async prove(orgId, name) {
      const proved = await edge.prove(orgId, name)
      serving.changed(proved.name)
      return proved
    },
    async disprove(orgId, name) {
      await edge.disprove(orgId, name)
      serving.changed(name)
    },
  })
}

/** A change of a zone that is locked. */
export interface ServedChange {
  readonly orgId: string
  readonly row: Pick<ServedRow, 'id' | 'name' | 'serial' | 'revision' | 'secondaries'>
}

/** Makes every process load a zone again, whose records are the same. Inside the transaction of the change. */
export async function noteRevision(
  tx: Queries<Tables>,
  serving: Serving,
  row: Pick<ServedRow, 'id' | 'name' | 'revision'>,
): Promise<void> {
  const set = { revision: row.revision + 1 }
  await tx.updateTable('domains_served_zones').set(set).where('id', '=', row.id).execute()
  serving.changed(row.name)
}

/** Raises the serial of a zone, and has its secondaries notified. Inside the transaction of the change. */
export async function raiseSerial(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  serving: Serving,
  { tx, orgId, row }: ServedChange & { readonly tx: Queries<Tables> },
): Promise<void> {
  const serial = nextSerial(serving.effectiveSerial(row.serial), clock())
  await tx
    .updateTable('domains_served_zones')
    .set({ serial, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  serving.changed(row.name)
  if (row.secondaries.length === 0) return
  const options = { delay: notifyDelay, uniqueKey: row.id, lane: orgId }
  await jobs.enqueueForInstance(notifyJob, { orgId, name: row.name }, options)
}

/** Milliseconds, after which every process serves the new version. */
const notifyDelay = 1_500
