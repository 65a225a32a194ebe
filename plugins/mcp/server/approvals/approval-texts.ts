/** What the server says of approvals, and of the pages of agents. */
export const approvalTexts = {
  en: {
    'menu.mcp': 'Agents',
    'notice.approvals': 'Calls of agents that need an approval',
    'settings.agents': 'Agents',
    'settings.agents.approvalDays': 'Days to decide',
    'settings.agents.approvalDays.hint':
      'For how long a call waits for an approval before it expires. It holds for calls that are asked for from now on.',
  },
  zh: {
    'menu.mcp': '智能体',
    'notice.approvals': '需要批准的智能体调用',
    'settings.agents': '智能体',
    'settings.agents.approvalDays': '审批期限（天）',
    'settings.agents.approvalDays.hint': '调用等待批准的时间，超过后自动过期。仅对之后提出的调用生效。',
  },
} as const
