import type { Changeset, Notification, NotificationCategory, NotificationOutcome, Wording } from '@host/plugin'

export const notifications: readonly NotificationCategory[] = [
  { id: 'plan-waiting', title: 'Changes waiting for approval', byMail: true },
]

/** A plan that waits, with the name of its author; null where it is unknown. */
export interface WaitingPlan {
  readonly orgId: string
  readonly changeset: Pick<Changeset, 'id' | 'title' | 'note' | 'role'>
  readonly author: string | null
  readonly isByAgent: boolean
}

const longestName = 60
const longestTitle = 120
const longestNote = 1_500

/** Notification for those who may apply the plan; it asks until the plan is decided. */
export function planNotification({ orgId, changeset, author, isByAgent }: WaitingPlan): Notification {
  const { id, title, note, role } = changeset
  const by = authorOf(author, isByAgent)
  const reason = note === null || note.trim() === '' ? '' : `\n\n${short(note, longestNote)}`
  return {
    to: { orgId, role: role === 'owner' ? 'owner' : 'admin' },
    category: 'plan-waiting',
    key: keyOf(id),
    path: `/changes/${id}`,
    title: {
      en: `Approval needed: ${short(title, longestTitle)}`,
      zh: `变更等待批准：${short(title, longestTitle)}`,
    },
    body: {
      en: `${by.en} proposed this change. Open it to see what would change, then apply or dismiss it.${reason}`,
      zh: `${by.zh}提出了这项变更。打开即可查看变更内容，并应用或关闭。${reason}`,
    },
    actions: [
      { label: { en: 'Review…', zh: '查看' }, path: `/api/changesets/${id}/apply`, kind: 'primary', opensPage: true },
      { label: { en: 'Dismiss', zh: '关闭' }, path: `/api/changesets/${id}/dismiss` },
    ],
  }
}

/** How a plan stopped waiting. */
export type PlanEnd = 'approved' | 'dismissed' | 'withdrawn' | 'expired'

/** Replaces the buttons of the notification. @param by the name of the user who decided; null where it is unknown */
export function planOutcome(orgId: string, id: string, { end, by }: { end: PlanEnd; by: string | null }) {
  const name = by === null ? undefined : short(by, longestName)
  const outcome = name === undefined ? unnamed[end] : named[end](name)
  return { orgId, key: keyOf(id), outcome } satisfies NotificationOutcome
}

const unnamed: Readonly<Record<PlanEnd, Wording>> = {
  approved: { en: 'Approved', zh: '已批准' },
  dismissed: { en: 'Dismissed', zh: '已关闭' },
  withdrawn: { en: 'Withdrawn', zh: '已撤回' },
  expired: { en: 'Expired: no decision in time', zh: '已过期：无人及时处理' },
}

const named: Readonly<Record<PlanEnd, (name: string) => Wording>> = {
  approved: (name) => ({ en: `Approved by ${name}`, zh: `由 ${name} 批准` }),
  dismissed: (name) => ({ en: `Dismissed by ${name}`, zh: `由 ${name} 关闭` }),
  withdrawn: (name) => ({ en: `Withdrawn by ${name}`, zh: `由 ${name} 撤回` }),
  expired: () => unnamed.expired,
}

function authorOf(author: string | null, isByAgent: boolean): { readonly en: string; readonly zh: string } {
  if (author === null) return isByAgent ? { en: 'An agent', zh: '智能体' } : { en: 'A plugin', zh: '插件' }
  const name = short(author, longestName)
  return isByAgent ? { en: `An agent of ${name}`, zh: `${name} 的智能体` } : { en: name, zh: ` ${name} `.trimStart() }
}

function keyOf(id: string): string {
  return `plan-waiting.${id}`
}

function short(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}
