import type { Approval, ApprovalDetails } from '../shared/approvals.ts'
import type { AgentToken, TokenTool } from '../shared/token-tools.ts'

const hour = 3_600_000
const at = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()

export const waiting: Approval = {
  id: 'apr_2',
  state: 'pending',
  tool: 'members_remove',
  title: 'Remove a member from the workspace',
  pattern: 'DELETE /api/members/{userId}',
  isDestructive: true,
  askedBy: { id: 'usr_2', name: 'Grace Hopper' },
  token: { id: 'tok_1', name: 'Night shift' },
  decidedBy: null,
  reason: null,
  requestedAt: at(-1),
  expiresAt: at(167),
  decidedAt: null,
  endedAt: null,
  status: null,
  error: null,
}

export const done: Approval = {
  ...waiting,
  id: 'apr_1',
  state: 'done',
  decidedBy: { id: 'usr_1', name: 'Ada Lovelace' },
  decidedAt: at(-1),
  endedAt: at(-1),
  status: 200,
}

/** Markup, a bell character, direction-changing and invisible characters. */
export const hostile = '<img src=x onerror=alert(1)>\u0007 invoice\u202efdp.exe pay\u200bpal'

export const details: ApprovalDetails = {
  ...waiting,
  input: { userId: 'usr_9', note: hostile, teams: ['tms_1', 'x'], options: { silent: true } },
  answer: null,
  subject: {
    isDestructive: true,
    records: [
      { id: 'usr_9', name: 'Linus Torvalds', detail: 'linus@example.com' },
      { id: 'tms_1', name: null, detail: null },
    ],
    confirmation: 'Linus Torvalds',
  },
}

export const doneDetails: ApprovalDetails = {
  ...done,
  input: { userId: 'usr_9' },
  answer: { type: 'application/json', body: '{"removed":true}', isCut: false },
  subject: null,
}

const tokens: readonly AgentToken[] = [
  { id: 'tok_1', name: 'Night shift', role: 'member', expiresAt: at(900) },
  { id: 'tok_2', name: 'Reports', role: 'member', expiresAt: null },
]

const tools: readonly TokenTool[] = [
  {
    name: 'notes_list_notes',
    title: 'List notes',
    description: 'List notes.',
    isReadOnly: true,
    isDestructive: false,
    needsApproval: false,
  },
  {
    name: 'members_remove',
    title: 'Remove a member from the workspace',
    description: 'Use it when a member has left.',
    isReadOnly: false,
    isDestructive: true,
    needsApproval: true,
  },
]

const list = (items: readonly object[]) => ({ items, nextCursor: null })

/** Server answers. */
export const answers = {
  'GET /api/mcp/approvals': ({ query }: { query: URLSearchParams }) =>
    list(query.get('state') === 'waiting' ? [waiting] : [done]),
  'GET /api/mcp/approvals/apr_1': doneDetails,
  'GET /api/mcp/approvals/apr_2': details,
  'GET /api/mcp/tokens/scopes': {
    items: [{ name: 'notes.write', title: 'Change notes', plugin: 'notes', pluginTitle: 'Notes' }],
    nextCursor: null,
  },
  'GET /api/mcp/tokens': list(tokens),
  'GET /api/mcp/tokens/tok_1/tools': { ...list(tools), canConnect: true },
  'GET /api/mcp/tokens/tok_2/tools': { ...list([]), canConnect: false },
}
