import { Problem, type JobOutcome, type WorkspaceJobScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import { advanceKeys } from './advance-keys.ts'
import { applyKeyRecords } from './apply-key-records.ts'
import { checkLines } from './check-lines.ts'
import { domainDns } from './domain-dns.ts'
import { insertKeys } from './insert-keys.ts'
import { retiringTime } from './next-stage.ts'
import { makeKeys } from './private-keys.ts'
import { recordLines } from './record-lines.ts'
import { keysOfSender, lockSender, type KeysRow, type SenderRow } from './sender-rows.ts'

type Scope = WorkspaceJobScope<Tables>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const listPath = '/api/x/mail/senders'

/**
 * The job of a sending domain: moves its keys on, begins a rotation that is due, changes the records of keys in zones of
 * the workspace, and checks its readiness once a day. Each step is a transaction of its own, and the next run continues
 * after the last one that was committed.
 */
export async function senderDue(
  parts: Parts,
  scope: Scope,
  { senderId }: { readonly senderId: string },
): Promise<JobOutcome | void> {
  const { db, orgId, jobId, signal } = scope
  const row = await db.transaction((tx) => lockSender(tx, senderId))
  if (row?.job !== jobId) return
  const early = row.next_at === null ? 0 : Date.parse(row.next_at) - parts.clock()
  if (early > 0) return scope.again(early)
  // A domain that the workspace has lost keeps its keys for a while, and nothing of it is looked up.
  const isVerified = (await provedDomains(parts.edge, orgId)).has(row.domain)
  if (!isVerified) return await comeAgain(parts, scope, { row, delay: day })
  const dns = domainDns(parts, signal)
  const changes = await advanceKeys(parts, scope, { id: row.id, dns })
  const isRotated = await rotateWhenDue(parts, scope, row)
  await changeRecords(parts, scope, row)
  if (isCheckDue(row, parts.clock())) {
    const lines = await checkLines(parts, scope, { id: row.id, domain: row.domain, dns })
    await recordLines(parts, scope, { id: row.id, lines, isDaily: true })
  }
  if (changes.length > 0 || isRotated) parts.live.changed(orgId, [listPath])
  const keys = await keysOfSender(db, row.id)
  return await comeAgain(parts, scope, { row, delay: nextDelay(keys, parts.clock()) })
}

async function rotateWhenDue(parts: Parts, { db, orgId }: Scope, row: SenderRow): Promise<boolean> {
  const { rotate_days: days } = row
  if (days === null) return false
  const now = parts.clock()
  const isDue = (keys: readonly KeysRow[]): boolean => {
    const [newest] = keys
    return newest?.stage === 'signing' && Date.parse(newest.signs_at ?? newest.created_at) + days * day <= now
  }
  if (!isDue(await keysOfSender(db, row.id))) return false
  const sealed = await makeKeys(parts.ctx, orgId)
  const isMade = await db.transaction(async (tx) => {
    const locked = await lockSender(tx, row.id)
    if (locked === undefined || !isDue(await keysOfSender(tx, row.id))) return false
    await insertKeys(tx, locked, { sealed, now })
    return true
  })
  if (!isMade) return false
  await parts.ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: 'mail_sender.rotation_started',
    target: `mail_sender:${row.id}`,
    after: { domain: row.domain },
  })
  return true
}

/** A provider that is away, or a feature that is off, delays the records only; the lines say what is missing. */
async function changeRecords(parts: Parts, scope: Scope, row: SenderRow): Promise<void> {
  try {
    await applyKeyRecords(parts, scope, row)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    scope.log.warn('the records of DKIM keys could not be changed', { domain: row.domain, code: error.code })
  }
}

function isCheckDue({ checked_at: at }: Pick<SenderRow, 'checked_at'>, now: number): boolean {
  return at === null || Date.parse(at) + day - hour <= now
}

/** Milliseconds until a key may move on, at most a day. */
function nextDelay(keys: readonly KeysRow[], now: number): number {
  const times = keys.map(({ stage, ...row }) => {
    if (stage === 'publishing' || stage === 'removing') return publishingDelay(now - Date.parse(row.created_at), stage)
    if (stage === 'waiting') return Math.min(Date.parse(row.signs_at ?? row.created_at) - now, 6 * hour)
    if (stage === 'retiring') return Date.parse(row.retired_at ?? row.created_at) + retiringTime - now
    return day
  })
  return Math.max(minute, Math.min(day, ...times))
}

/** Records that were just planned are soon there; others are looked for less often. */
function publishingDelay(age: number, stage: 'publishing' | 'removing'): number {
  if (stage === 'removing') return hour
  return age < hour ? 2 * minute : age < 7 * day ? hour : day
}

async function comeAgain(
  { clock }: Parts,
  { db, jobId, again }: Scope,
  { row, delay }: { readonly row: SenderRow; readonly delay: number },
): Promise<JobOutcome> {
  const next = new Date(clock() + delay).toISOString()
  await db
    .updateTable('mail_senders')
    .set({ next_at: next })
    .where('id', '=', row.id)
    .where('job', '=', jobId)
    .execute()
  return again(delay)
}
