import { ComposeError, DkimSignError } from '@host/email'
import type { JobOutcome, ReadQueries, WorkspaceJobScope } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Route } from '../transports/route.ts'
import { routesOf } from '../transports/routes-of.ts'
import { selectTransports } from '../transports/transport-rows.ts'
import { domainOf } from './domains.ts'
import { claimRecipients, type Claimed, type DueMessage } from './claim-recipients.ts'
import { localDelivery } from './local-delivery.ts'
import { openStates } from './locked-message.ts'
import { messageBytes } from './message-bytes.ts'
import { recordAttempt } from './record-attempt.ts'
import { runAttempt } from './run-attempt.ts'
import { sendJob } from './send-job.ts'
import { deliveryPaths } from './delivery-paths.ts'

const hour = 3_600_000
/** Milliseconds after which a job looks again for a free connection, with as much again by chance. */
const busy = 1_000

type Scope = WorkspaceJobScope<Tables>

/** Runs the jobs that send. */
export function handleSending(parts: Parts): void {
  parts.jobs.handle<typeof sendJob.input, 'workspace', Tables>(sendJob, async (scope, { outgoingId, domain }) => {
    const due = { id: outgoingId, orgId: scope.orgId, jobId: scope.jobId, domain }
    const row = await selectSent(scope.db, outgoingId)
    if (row === undefined) return undefined
    const { from_address: fromAddress, source_key: source } = row
    const routes = await routesOf(parts, scope.db, { orgId: scope.orgId, fromAddress, isAutomatic: source !== null })
    const destination = routes[0]?.destinationOf(domain)
    if (destination !== undefined && !parts.pace.enter(destination)) return scope.again(busy * (1 + Math.random()))
    let isEntered = destination !== undefined
    try {
      const { most, resetAfter } = await allowanceOf(parts, scope.db, due)
      if (most === 0) return scope.again(resetAfter)
      const look = await claimRecipients(parts, scope.db, { due, most })
      if (look === undefined) return undefined
      if ('laterAt' in look) return laterAt(parts, scope, look.laterAt)
      isEntered = false
      await attempt(parts, scope, { due, claimed: look, routes, row })
      return await afterAttempt(parts, scope, due)
    } finally {
      if (isEntered && destination !== undefined) parts.pace.leave(destination)
      parts.live.changed(scope.orgId, deliveryPaths)
    }
  })
}

async function selectSent(db: ReadQueries<Tables>, id: string) {
  return await db
    .selectFrom('mail_outgoing')
    .select([
      'id',
      'message_id',
      'body',
      'seal',
      'from_address',
      'prefix',
      'envelope_from',
      'mailbox_id',
      'created_at',
      'source_key',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

type OutgoingRow = NonNullable<Awaited<ReturnType<typeof selectSent>>>

/** How many recipients may be sent to now: those of the first attempts count in the hour of their workspace. */
async function allowanceOf(
  { ctx, rateLimit }: Parts,
  db: ReadQueries<Tables>,
  { id, orgId, jobId, domain }: DueMessage,
): Promise<{ readonly most: number; readonly resetAfter: number }> {
  const limit = ctx.lookup(MailSending)?.hourlyLimit ?? 0
  const fresh = await db
    .selectFrom('mail_recipients')
    .select('id')
    .where('outgoing_id', '=', id)
    .where('domain', '=', domain)
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('in_doubt_at', 'is', null)
    .execute()
  for (const most of fresh.keys()) {
    const { allowed, resetAfter } = await rateLimit.take(`sending:${orgId}`, limit, hour)
    if (!allowed) return { most, resetAfter: resetAfter * 1_000 }
  }
  return { most: Infinity, resetAfter: 0 }
}

interface Attempting {
  readonly due: DueMessage
  readonly claimed: Claimed
  readonly routes: readonly Route[]
  readonly row: OutgoingRow
}

/** Leaves the place that was entered for the first way. */
async function attempt(parts: Parts, scope: Scope, { due, claimed, routes, row }: Attempting): Promise<void> {
  const bytes = await bytesOrFailure(parts, scope, row).catch((error: unknown) => {
    leaveFirst(parts, routes, due)
    throw error
  })
  if ('bytes' in bytes && routes.length > 0) {
    const message = { ...bytes, envelopeFrom: row.envelope_from, takesBounces: row.mailbox_id !== null }
    return await runAttempt(parts, scope, { due, claimed, routes, message })
  }
  leaveFirst(parts, routes, due)
  const failure = 'bytes' in bytes ? failures.noWay : bytes
  const { token, recipients } = claimed
  const addresses = recipients.map(({ address }) => address)
  const delivery = localDelivery(addresses, { ...failure, at: parts.clock() })
  await recordAttempt(parts, scope.db, { due, token, recipients, via: 'none', kind: 'none', delivery, isLast: true })
}

/**
 * The domain of the envelope's sender where the workspace has no proof of it any more. The sender of the operator's server
 * needs none, also where it was another one when the email was queued.
 */
async function lostDomain({ edge }: Parts, { db, orgId }: Scope, row: OutgoingRow): Promise<string | undefined> {
  const { envelope_from: from, source_key: source } = row
  const domain = domainOf(from)
  if ((await provedDomains(edge, orgId)).has(domain)) return undefined
  if (source === null) return domain
  const own = await selectTransports(db).where('system_from', '=', from).limit(1).executeTakeFirst()
  return own === undefined ? undefined : domain
}

/** The bytes of a message, or the reason for which it is not sent now or at all. */
async function bytesOrFailure(parts: Parts, scope: Scope, row: OutgoingRow) {
  const lost = await lostDomain(parts, scope, row)
  if (lost !== undefined) return failures.lost(lost)
  try {
    return (await messageBytes(parts, scope, row)) ?? failures.gone
  } catch (error) {
    const isMessage = error instanceof ComposeError || error instanceof DkimSignError
    if (!isMessage) throw error
    return { enhanced: '5.6.0', text: error.message }
  }
}

function leaveFirst({ pace }: Parts, [first]: readonly Route[], { domain }: DueMessage): void {
  if (first !== undefined) pace.leave(first.destinationOf(domain))
}

const failures = {
  gone: { enhanced: '5.3.0', text: 'The message was deleted' },
  // Tried again until the deadline: an admin may verify the domain again.
  lost: (domain: string) => ({
    enhanced: '4.7.0',
    text: `The workspace no longer has a proof of ${domain}: verify the domain again, and the message is sent`,
  }),
  noWay: { enhanced: '4.3.5', text: 'No server takes the message: add a transport, or ask the operator for a server' },
} as const

/** When the job looks again; undefined when each of its recipients has a result. */
async function afterAttempt(parts: Parts, scope: Scope, due: DueMessage): Promise<JobOutcome | undefined> {
  const next = await scope.db
    .selectFrom('mail_recipients')
    .select('next_at')
    .where('outgoing_id', '=', due.id)
    .where('domain', '=', due.domain)
    .where('job_id', '=', due.jobId)
    .where('state', 'in', openStates)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return next && laterAt(parts, scope, next.next_at)
}

function laterAt({ clock }: Pick<Parts, 'clock'>, scope: Scope, moment: string | null): JobOutcome {
  return scope.again(moment === null ? 0 : Math.max(0, Date.parse(moment) - clock()))
}
