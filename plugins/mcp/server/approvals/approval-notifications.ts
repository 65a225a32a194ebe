import type { Notification, NotificationCategory, NotificationOutcome, Wording } from '@host/plugin'

export const approvalCategory: NotificationCategory = {
  id: 'approvals',
  title: 'Agent actions waiting for approval',
  byMail: true,
  isUrgent: true,
}

/** A call that waits. */
export interface AskedCall {
  readonly orgId: string
  readonly id: string
  readonly tool: string
  readonly title: string
  readonly isDestructive: boolean
  readonly tokenName: string
}

const longestName = 60
const longestTitle = 300

/**
 * The notification for the admins of the workspace. It leaves out the arguments: they may hold personal data, and a
 * notification is sent by email and to channels. The inbox reads the affected records from its subject.
 */
export function approvalNotification({ orgId, id, tool, title, isDestructive, tokenName }: AskedCall): Notification {
  const name = short(tokenName, longestName)
  return {
    to: { orgId, role: 'admin' },
    category: approvalCategory.id,
    key: notificationKey(id),
    path: `/mcp/approvals?open=${id}`,
    title: {
      en: `Approval needed: ${short(tool, longestName)}`,
      zh: `智能体正在等待您的批准：${short(tool, longestName)}`,
    },
    body: {
      en: `The token “${name}” requests: ${short(title, longestTitle)}. Open it to review the call.`,
      zh: `令牌“${name}”请求执行：${short(title, longestTitle)}。打开即可查看具体的调用内容。`,
    },
    subject: `/api/mcp/approvals/${id}/subject`,
    actions: [
      {
        label: isDestructive ? { en: 'Approve…', zh: '批准' } : { en: 'Approve', zh: '批准' },
        path: `/api/mcp/approvals/${id}/approve`,
        kind: 'primary',
        // A call that destroys is confirmed on its page, as people confirm it when they do it themselves.
        opensPage: isDestructive,
      },
      { label: { en: 'Refuse', zh: '拒绝' }, path: `/api/mcp/approvals/${id}/refuse` },
    ],
  }
}

/** A person's calls, of which several wait. */
interface MoreCalls {
  readonly orgId: string
  readonly userId: string
  readonly tokenName: string
}

/** One notification for all further calls of a person: while it is unread, no other one is sent. */
export function moreNotification({ orgId, userId, tokenName }: MoreCalls): Notification {
  const name = short(tokenName, longestName)
  return {
    to: { orgId, role: 'admin' },
    category: approvalCategory.id,
    key: `approvals.${userId}`,
    path: '/mcp/approvals',
    title: { en: 'More agent actions are waiting for approval', zh: '还有更多智能体操作等待批准' },
    body: {
      en: `The token “${name}” requests more actions. Open the list to review and decide each call.`,
      zh: `令牌“${name}”还请求执行其他操作。打开列表即可查看并逐一处理。`,
    },
  }
}

/** Decisions of a user about an approval. */
export type Decision = 'approved' | 'refused' | 'withdrawn'

/** Endings without a decision: expired, or the call could not run anymore. */
export type Ending = 'expired' | 'token_ended' | 'asker_left' | 'switched_off'

/** The text that replaces the buttons. @param by name of the deciding user, if known */
export function approvalOutcome(
  { orgId, id }: { readonly orgId: string; readonly id: string },
  decision: Decision | Ending,
  by?: string | null,
): NotificationOutcome {
  const who = by === undefined || by === null ? undefined : short(by, longestName)
  return {
    orgId,
    key: notificationKey(id),
    outcome: who === undefined ? unnamed[decision] : (named(decision, who) ?? unnamed[decision]),
  }
}

const unnamed: Readonly<Record<Decision | Ending, Wording>> = {
  approved: { en: 'Approved', zh: '已批准' },
  refused: { en: 'Refused', zh: '已拒绝' },
  expired: { en: 'Expired: no decision in time', zh: '已过期：无人及时处理' },
  withdrawn: { en: 'Withdrawn', zh: '已撤回' },
  token_ended: { en: 'Withdrawn: the API token is no longer valid', zh: '已撤回：其 API 令牌已失效' },
  asker_left: { en: 'Withdrawn: the requester left', zh: '已撤回：请求者已离开' },
  switched_off: { en: 'Withdrawn: agents were switched off', zh: '已撤回：智能体功能已停用' },
}

function named(decision: Decision | Ending, who: string): Wording | undefined {
  if (decision === 'approved') return { en: `Approved by ${who}`, zh: `由 ${who} 批准` }
  if (decision === 'refused') return { en: `Refused by ${who}`, zh: `由 ${who} 拒绝` }
  return decision === 'withdrawn' ? { en: `Withdrawn by ${who}`, zh: `由 ${who} 撤回` } : undefined
}

function notificationKey(id: string): string {
  return `approval.${id}`
}

function short(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}
