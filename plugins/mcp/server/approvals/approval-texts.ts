/** Texts of approvals and of the agent pages. */
export const approvalTexts = {
  en: {
    'menu.mcp': 'Agents',
    'menu.approvals': 'Agent approvals',
    'notification.approvals': 'Agent actions waiting for approval',
    'settings.agent-approvals': 'Approval period',
    'settings.agent-approvals.approvalDays': 'Days to decide',
    'settings.agent-approvals.approvalDays.hint': 'Days until an undecided request expires. Applies to new requests.',
  },
  zh: {
    'menu.mcp': '智能体',
    'menu.approvals': '智能体审批',
    'notification.approvals': '需要批准的智能体调用',
    'settings.agent-approvals': '审批期限',
    'settings.agent-approvals.approvalDays': '审批期限（天）',
    'settings.agent-approvals.approvalDays.hint': '调用等待批准的时间，超过后自动过期。仅对之后提出的调用生效。',
  },
} as const
