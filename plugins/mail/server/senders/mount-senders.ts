import { listOf, Problem, type WorkspaceScope } from '@host/plugin'
import {
  changeSender,
  checkSenderNow,
  createSender,
  deleteSender,
  fixableLines,
  listSenders,
  planSender,
  proveSender,
  readSender,
  rotateSender,
} from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { advanceKeys } from './advance-keys.ts'
import { checkLines } from './check-lines.ts'
import { changeRotation, createSenderIn, deleteSenderIn, rotateKeys } from './create-sender.ts'
import { domainDns } from './domain-dns.ts'
import { planSets } from './plan-records.ts'
import { recordLines } from './record-lines.ts'
import { sendProof } from './send-proof.ts'
import { senderDue } from './sender-due.ts'
import { scheduleSender, senderJob } from './sender-job.ts'
import { keysOfSender, lockSender, selectSender } from './sender-rows.ts'
import { setsOf, shownSender, shownSenders } from './shown-sender.ts'
import { shownProof } from './shown-proof.ts'
import { recordsToCopy, requireReportsAddress } from './wanted-records.ts'

type Scope = WorkspaceScope<Tables>

/** Routes of sending domains, and the job that looks after each. */
export function mountSenders(mux: MailMux, parts: Parts): void {
  mux.endpoint(listSenders, async (scope) => {
    const page = await listOf(scope, scope.db.selectFrom('mail_senders').selectAll(), {
      usual: 'domain',
      sort: { domain: { text: 'shown_name' } },
      item: (row) => row,
    })
    return { items: await shownSenders(parts, scope, page.items), nextCursor: page.nextCursor }
  })
  mux.endpoint(readSender, (scope) => shownSender(parts, scope, scope.params))
  mux.endpoint(createSender, async (scope) => {
    const id = await createSenderIn(parts, scope, scope.input.domain)
    return await shownSender(parts, scope, { id })
  })
  mux.endpoint(changeSender, async (scope) => {
    await changeRotation(parts, scope, { ...scope.params, ...scope.input })
    return await shownSender(parts, scope, scope.params)
  })
  mux.endpoint(deleteSender, (scope) => deleteSenderIn(parts, scope, scope.params.id))
  mux.endpoint(checkSenderNow, (scope) => checkNow(parts, scope, scope.params.id))
  mux.endpoint(rotateSender, async (scope) => {
    await rotateKeys(parts, scope, scope.params.id)
    return await shownSender(parts, scope, scope.params)
  })
  mux.endpoint(planSender, (scope) => plan(parts, scope, { ...scope.params, ...scope.input }))
  mux.endpoint(proveSender, async (scope) => {
    const { id } = scope.params
    await sendProof(parts, scope, { id, to: scope.input.to })
    const proof = await shownProof(parts, scope.db, id)
    if (proof === null) throw new Problem('not_found')
    return proof
  })
  parts.jobs.handle<typeof senderJob.input, 'workspace', Tables>(senderJob, (scope, input) =>
    senderDue(parts, scope, input),
  )
}

const minute = 60_000
const perMinute = { workspace: 60, domain: 20 }

/** Look-ups on request. @throws Problem `too_many_requests` */
async function requireTurn({ rateLimit }: Parts, orgId: string, domain: string): Promise<void> {
  for (const [key, limit] of [
    [`sender:${orgId}`, perMinute.workspace],
    [`sender:${domain}`.slice(0, 200), perMinute.domain],
  ] as const) {
    const { allowed, resetAfter } = await rateLimit.take(key, limit, minute)
    if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(Math.ceil(resetAfter)) } })
  }
}

async function checkNow(parts: Parts, scope: Scope, id: string) {
  const { db, orgId, signal } = scope
  const { domain, next_at: next } = await selectSender(db, id)
  await requireTurn(parts, orgId, domain)
  const dns = domainDns(parts, signal)
  if ((await provedDomains(parts.edge, orgId)).has(domain)) {
    await advanceKeys(parts, scope, { id, dns })
    await recordLines(parts, scope, { id, lines: await checkLines(parts, scope, { id, domain, dns }), isDaily: false })
  }
  // A job that has ended after many faults begins again with the next check.
  const isStuck = next === null || Date.parse(next) + 10 * minute < parts.clock()
  if (isStuck) {
    await db.transaction(async (tx) => {
      if ((await lockSender(tx, id)) !== undefined) await scheduleSender(parts, tx, { orgId, id })
    })
  }
  return await shownSender(parts, scope, { id, dns })
}

interface PlanInput {
  readonly id: string
  readonly lines?: readonly string[] | undefined
  readonly reportsTo?: string | undefined
}

async function plan(parts: Parts, scope: Scope, { id, lines, reportsTo }: PlanInput) {
  const { db, orgId, userId, signal, audit, language } = scope
  const row = await selectSender(db, id)
  const address = requireReportsAddress(reportsTo)
  if (!(await provedDomains(parts.edge, orgId)).has(row.domain)) throw new Problem('conflict', notVerified)
  await requireTurn(parts, orgId, row.domain)
  audit.describe({ target: `mail_sender:${id}`, after: { lines: lines ?? fixableLines } })
  const dns = domainDns(parts, signal)
  const checked = await checkLines(parts, scope, { id, domain: row.domain, dns })
  await recordLines(parts, scope, { id, lines: checked, isDaily: false })
  const keys = await keysOfSender(db, id)
  const all = await setsOf(parts, db, { row: { ...row, lines: checked }, keys, reportsTo: address })
  const sets = all.filter(({ line }) => lines === undefined || lines.includes(line))
  const title = { en: `Sending from ${row.shown_name}`, zh: `设置 ${row.shown_name} 的发件记录` }[language].slice(
    0,
    200,
  )
  const changeset = await planSets(parts, { orgId, userId, title, sets })
  if (changeset !== undefined) await noteChangeset(scope, id, changeset.id)
  return {
    changesetId: changeset?.id ?? null,
    records: [...(await recordsToCopy(dns, sets))],
  }
}

/** New keys know their plan, so that the job of the domain makes no second one. */
async function noteChangeset({ db }: Scope, senderId: string, changesetId: string): Promise<void> {
  await db
    .updateTable('mail_signing_keys')
    .set({ changeset_id: changesetId })
    .where('sender_id', '=', senderId)
    .where('stage', 'in', ['publishing', 'removing'])
    .execute()
}

const notVerified = {
  detail: { en: 'This domain is no longer verified.', zh: '此域名的验证已失效。' },
  nextStep: { en: 'Verify it under Domains.', zh: '请在“域名”页面重新验证。' },
}
