import { Problem, type Queries } from '@host/plugin'
import { approvalLimits } from '../../shared/approvals.ts'
import type { Tables } from './models.ts'

/** A person who asks, and when. */
export interface Asking {
  readonly userId: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Locks a person in a workspace until the transaction ends, so that two calls at once are counted one after the other.
 * @returns how many calls the person has asked for today
 */
export async function lockAsker(db: Queries<Tables>, { userId, now }: Asking): Promise<number> {
  await db
    .insertInto('mcp_askers')
    .values({ user_id: userId, day: dayOf(now), asked: 0 })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .execute()
  const { day, asked } = await db
    .updateTable('mcp_askers')
    .set({ user_id: userId })
    .where('user_id', '=', userId)
    .returning(['day', 'asked'])
    .executeTakeFirstOrThrow()
  return day === dayOf(now) ? asked : 0
}

/** Counts one more call of a locked person. @throws Problem `too_many_requests` */
export async function countAsked(db: Queries<Tables>, { userId, now }: Asking, asked: number): Promise<void> {
  if (asked >= approvalLimits.asked) throw new Problem('too_many_requests', tooManyToday(now))
  await db
    .updateTable('mcp_askers')
    .set({ day: dayOf(now), asked: asked + 1 })
    .where('user_id', '=', userId)
    .execute()
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

const day = 24 * 60 * 60 * 1000

function tooManyToday(now: number) {
  return {
    detail: {
      en: `You have asked for ${approvalLimits.asked} approvals today, which is the limit.`,
      zh: `您今天已请求 ${approvalLimits.asked} 次审批，达到上限。`,
    },
    nextStep: { en: 'Try again tomorrow.', zh: '请明天再试。' },
    headers: { 'retry-after': String(Math.ceil((day - (now % day)) / 1000)) },
  }
}
