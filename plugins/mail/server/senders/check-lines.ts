import type { ReadQueries } from '@host/plugin'
import { lineIds, type LineId, type ReadinessLine } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { domainDns, type DomainDns } from './domain-dns.ts'
import {
  judgeDkim,
  judgeDmarc,
  judgeMtaSts,
  judgeMx,
  judgeReturnPath,
  judgeSpf,
  judgeTlsReports,
} from './judge-names.ts'
import { judgeComplaints, judgePtr, judgeTls, judgeUnsubscribe } from './judge-servers.ts'
import { noAnswer, type ComplaintCounts, type JudgeLine } from './line-context.ts'
import { mailServer } from './mail-server.ts'
import { keysOfSender } from './sender-rows.ts'
import { sendingRoute } from './sending-route.ts'

const judges: Readonly<Record<LineId, JudgeLine>> = {
  dkim: judgeDkim,
  spf: judgeSpf,
  dmarc: judgeDmarc,
  mx: judgeMx,
  return_path: judgeReturnPath,
  ptr: judgePtr,
  tls: judgeTls,
  unsubscribe: judgeUnsubscribe,
  complaints: judgeComplaints,
  mta_sts: judgeMtaSts,
  tls_rpt: judgeTlsReports,
}

export interface CheckedPlace {
  readonly db: ReadQueries<Tables> & { backgroundReads(): ReadQueries<Tables> }
  readonly orgId: string
  readonly signal: AbortSignal
}

const timeLimit = 30_000

/** Checks every line of a sending domain. A line whose look-up fails is unknown. @throws the reason of the signal */
export async function checkLines(
  parts: Parts,
  { db, signal }: CheckedPlace,
  { id, domain, dns }: { readonly id: string; readonly domain: string; readonly dns?: DomainDns },
): Promise<readonly ReadinessLine[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const server = mailServer(parts.ctx)
  const now = parts.clock()
  const context = {
    domain,
    dns: dns ?? domainDns(parts, limit),
    lookup: parts.lookup,
    signal: limit,
    keys: await keysOfSender(db, id),
    route: await sendingRoute(parts, db, domain),
    server,
    complaints: await complaintCounts(db.backgroundReads(), { domain, now }),
    now,
  }
  const lines = await Promise.all(
    lineIds.map(async (line) => ({ id: line, ...(await judges[line](context).catch(() => noAnswer(domain))) })),
  )
  signal.throwIfAborted()
  return lines
}

const month = 30 * 24 * 3_600_000
const mostCounted = 5_000

/** Of the latest recipients of the workspace. */
async function complaintCounts(
  db: ReadQueries<Tables>,
  { domain, now }: { readonly domain: string; readonly now: number },
): Promise<ComplaintCounts> {
  const since = new Date(now - month).toISOString()
  const count = async (state: 'delivered' | 'complained'): Promise<number> => {
    const rows = await db
      .selectFrom('mail_recipients as r')
      .innerJoin('mail_outgoing as o', 'o.id', 'r.outgoing_id')
      .select(['o.from_address', 'r.settled_at'])
      .where('r.state', '=', state)
      .orderBy('r.id', 'desc')
      .limit(mostCounted)
      .execute()
    return rows.filter(
      ({ from_address: from, settled_at: at }) =>
        from.toLowerCase().endsWith(`@${domain}`) && (at === null || at >= since),
    ).length
  }
  const complained = await count('complained')
  return { delivered: (await count('delivered')) + complained, complained }
}
