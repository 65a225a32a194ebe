import { DnsError, sendNotify } from '@host/dns'
import type { JobOutcome, WorkspaceJobScope } from '@host/plugin'
import { Outbound } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { findServed } from './served-rows.ts'

/** Notifies the secondaries of a zone that it has changed (RFC 1996). One that does not answer reads the SOA record later. */
export async function notifyDue(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, signal, log }: WorkspaceJobScope<Tables>,
  { name }: { readonly name: string },
): Promise<JobOutcome | void> {
  const row = await findServed(db, name)
  const outbound = ctx.lookup(Outbound)
  await Promise.all(
    (row?.secondaries ?? []).map(async ({ address, port }) => {
      const isAllowedAddress = (each: string): boolean => outbound?.admit(each, port) !== undefined
      try {
        await sendNotify({ address, port, zone: `${name}.`, signal, isAllowedAddress })
      } catch (error) {
        if (!(error instanceof DnsError)) throw error
        log.info('A secondary of a DNS zone did not take a notification', { zone: name, address, code: error.code })
      }
    }),
  )
}
