import { DnsError, sendNotify } from '@host/dns'
import { Outbound, type InstanceJobScope, type JobOutcome } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { findServed } from './served-rows.ts'

/** Packets, each of which waits twice as long as the one before: 7 seconds. */
const tries = 3

/** Notifies the secondaries of a zone that it has changed (RFC 1996). One that does not answer reads the SOA record later. */
export async function notifyDue(
  { ctx }: Pick<Parts, 'ctx'>,
  { signal, log }: InstanceJobScope<Tables>,
  { orgId, name }: { readonly orgId: string; readonly name: string },
): Promise<JobOutcome | void> {
  const row = await findServed(ctx.db.inWorkspace(orgId, 'notify the secondaries of a DNS zone'), name)
  const outbound = ctx.lookup(Outbound)
  await Promise.all(
    (row?.secondaries ?? []).map(async ({ address, port }) => {
      const isAllowedAddress = (each: string): boolean => outbound?.admit(each, port) !== undefined
      try {
        await sendNotify({ address, port, zone: `${name}.`, signal, tries, isAllowedAddress })
      } catch (error) {
        if (!(error instanceof DnsError)) throw error
        log.info('A secondary of a DNS zone did not take a notification', { zone: name, address, code: error.code })
      }
    }),
  )
}
