import { Problem, type Notification, type Queries } from '@host/plugin'
import { optionalLines, type LineId, type ReadinessLine, type SenderState } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { overallState } from './line-context.ts'
import { domainNotReady, domainReady } from './sender-events.ts'
import { lockSender, type SenderRow } from './sender-rows.ts'

interface Place {
  readonly db: { transaction<Result>(work: (tx: Queries<Tables>) => Promise<Result>): Promise<Result> }
  readonly orgId: string
}

/** Lines that were checked, by the daily check or because a user asked. */
export interface CheckedLines {
  readonly id: string
  readonly lines: readonly ReadinessLine[]
  readonly isDaily: boolean
}

/**
 * Stores a check and announces a change of state once. A domain is ready at once; it is no longer ready when the same
 * line has failed in two daily checks, and nothing follows from a look-up without an answer.
 */
export async function recordLines(parts: Parts, { db, orgId }: Place, checked: CheckedLines): Promise<void> {
  const { id, lines, isDaily } = checked
  const change = await db.transaction(async (tx) => {
    const row = await lockSender(tx, id)
    if (row === undefined) return undefined
    const failing = lines.filter((line) => line.state === 'fail' && !optionalLines.has(line.id)).map((line) => line.id)
    const twice = isDaily ? failing.filter((line) => row.broken.includes(line)) : []
    const state = nextState(row, lines, twice)
    await tx
      .updateTable('mail_senders')
      .set({
        lines,
        checked_at: new Date(parts.clock()).toISOString(),
        state,
        ...(isDaily && { broken: brokenNext(row, lines, failing) }),
      })
      .where('id', '=', id)
      .execute()
    if (state === row.state) return undefined
    await announce(parts, orgId, { row, state, lines: twice })
    return { before: row.state, after: state }
  })
  if (change === undefined) return
  await parts.ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: `mail_sender.${change.after}`,
    target: `mail_sender:${id}`,
    before: { state: change.before },
    after: { state: change.after },
  })
}

/** A line without an answer stays as it was. */
function brokenNext(
  { broken }: Pick<SenderRow, 'broken'>,
  lines: readonly ReadinessLine[],
  failing: readonly LineId[],
): LineId[] {
  const unknown = new Set(lines.filter(({ state }) => state === 'unknown').map(({ id }) => id))
  return [...failing, ...broken.filter((id) => unknown.has(id))]
}

function nextState(
  { state }: Pick<SenderRow, 'state'>,
  lines: readonly ReadinessLine[],
  twice: readonly LineId[],
): SenderState {
  const overall = overallState(lines, optionalLines)
  if (overall === 'ok' || overall === 'warn') return 'ready'
  return state === 'ready' && twice.length > 0 ? 'not_ready' : state
}

async function announce(
  parts: Parts,
  orgId: string,
  { row, state, lines }: { readonly row: SenderRow; readonly state: SenderState; readonly lines: readonly LineId[] },
): Promise<void> {
  const sender = { senderId: row.id, domain: row.domain }
  if (state === 'ready') await parts.events.publish(domainReady, orgId, sender)
  if (state !== 'not_ready') return
  await parts.events.publish(domainNotReady, orgId, { ...sender, lines: [...lines] })
  await notifyAdmins(parts, {
    to: { orgId, role: 'admin' },
    category: 'sender-check',
    title: {
      en: `Email from ${short(row.shown_name)} may be refused`,
      zh: `来自 ${short(row.shown_name)} 的邮件可能被拒收`,
    },
    body: {
      en: 'A check of its readiness has failed twice. Open the domain to see why and to fix it.',
      zh: '其就绪检查已两次未通过。请打开该域名，查看原因并修复。',
    },
    path: `/mail/senders/${row.id}`,
    key: `not_ready.${row.id}`,
  })
}

/** In a build without notifications the page says the same. */
export async function notifyAdmins({ ctx }: Pick<Parts, 'ctx'>, notification: Notification): Promise<void> {
  try {
    await ctx.notify(notification)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}

const longestName = 80

function short(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name
}
