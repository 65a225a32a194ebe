import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

/**
 * States of a call that needs an approval: pending, approved and queued, running, done, failed (refused by its route or
 * interrupted), refused by an admin, expired without a decision, or withdrawn.
 */
export const approvalStates = [
  'pending',
  'approved',
  'running',
  'done',
  'failed',
  'refused',
  'expired',
  'withdrawn',
] as const

/** State of a call that needs an approval. */
export type ApprovalState = (typeof approvalStates)[number]

/** Limits: calls of one person waiting in a workspace and asked for in a day, and bytes of arguments, answers and reasons. */
export const approvalLimits = Object.freeze({
  waiting: 20,
  asked: 200,
  input: 64 * 1024,
  answer: 64 * 1024,
  reason: 500,
})

/** The process ended in the middle of the call, so its outcome is unknown. */
export const interrupted = 'interrupted'

/** All tries to begin it have failed, so that it was not done. */
export const notBegun = 'not_begun'

/** An operator has taken it out before it began, so that it was not done. */
export const takenOut = 'taken_out'

const Named = z.object({ id: z.string(), name: z.nullable(z.string()) })

const ApprovalOut = z.object({
  id: z.string(),
  state: z.enum(approvalStates),
  tool: z.string().check(z.describe('As agents call it.')),
  title: z.string().check(z.describe('Summary of the tool, in one sentence.')),
  pattern: z.string().check(z.describe('The route that is called.')),
  isDestructive: z.boolean(),
  askedBy: Named.check(z.describe('The user that the agent acts for; the name is null for a former member.')),
  token: z.object({ id: z.string(), name: z.string() }),
  decidedBy: z.nullable(Named),
  reason: z.nullable(z.string()).check(z.describe('Why it was refused, where that was said.')),
  requestedAt: z.string(),
  expiresAt: z.string().check(z.describe('Until when it can be decided.')),
  decidedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()).check(z.describe('When it has run.')),
  status: z.nullable(z.number()).check(z.describe('The status of the answer; null while there is none.')),
  error: z
    .nullable(z.string())
    .check(
      z.describe(
        'The code of the problem that ended it; "interrupted" when its outcome is unknown, "not_begun" or "taken_out" when it did not run.',
      ),
    ),
})

const Answer = z.object({
  type: z.string().check(z.describe('The content type.')),
  body: z.string(),
  isCut: z.boolean().check(z.describe('Whether the answer was longer than the stored 64 kB.')),
})

const ApprovalSubjectOut = z.object({
  isDestructive: z.boolean(),
  records: z
    .array(z.object({ id: z.string(), name: z.nullable(z.string()), detail: z.nullable(z.string()) }))
    .check(
      z.describe(
        'The records that the arguments name by their ids, at most 20. The name is null for one that was deleted or belongs to another workspace.',
      ),
    ),
  confirmation: z
    .nullable(z.string())
    .check(z.describe('The name that a person types before the record is destroyed; null where none is asked for.')),
})

const ApprovalDetailsOut = z.extend(ApprovalOut, {
  input: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(
      z.describe(
        'The arguments as they are called, with secrets masked. Null once the call has ended: they are erased then.',
      ),
    ),
  answer: z.nullable(Answer),
  subject: z
    .nullable(ApprovalSubjectOut)
    .check(
      z.describe(
        'The records that the call affects, for admins with a session. Null for others, and once the call has ended.',
      ),
    ),
})

/** A call that needs an approval, in lists. */
export type Approval = z.infer<typeof ApprovalOut>

/** The same with its arguments, and its answer once there is one. */
export type ApprovalDetails = z.infer<typeof ApprovalDetailsOut>

/** The records that a call affects. */
export type ApprovalSubject = z.infer<typeof ApprovalSubjectOut>

const listed = ['waiting', 'decided', ...approvalStates] as const
const changes = ['/api/mcp/approvals']

export const listApprovals = defineEndpoint({
  pattern: 'GET /api/mcp/approvals',
  input: listInput({
    filters: {
      state: z
        .enum(listed)
        .check(z.describe('One state; "waiting" for those that can be decided, "decided" for all others.')),
    },
  }),
  output: pageOf(ApprovalOut),
  permission: 'mcp.use',
  mcp: { name: 'list_approvals', description: 'List the calls of this token that need an approval, newest first.' },
  summary: 'List calls of agents that need an approval, newest first',
  description: 'Admins see all of the workspace, others those of their own tokens, and a token its own.',
})

export const readApproval = defineEndpoint({
  pattern: 'GET /api/mcp/approvals/{id}',
  input: nothing,
  output: ApprovalDetailsOut,
  permission: 'mcp.use',
  mcp: {
    name: 'read_approval',
    description:
      'Reads the state of a call that needs an approval. "pending" waits for an admin: read it again later, not in a loop. "done" has the answer.',
  },
  summary: 'Read a call that needs an approval, with its arguments and its answer',
})

export const readSubject = defineEndpoint({
  pattern: 'GET /api/mcp/approvals/{id}/subject',
  input: nothing,
  output: ApprovalSubjectOut,
  role: 'admin',
  session: 'required',
  summary: 'Read the names of the records that a call affects',
})

export const approve = defineEndpoint({
  pattern: 'POST /api/mcp/approvals/{id}/approve',
  input: nothing,
  output: ApprovalOut,
  role: 'admin',
  session: 'required',
  atomic: true,
  errors: ['conflict'],
  audit: 'approval.approved',
  changes,
  summary: 'Let a call of an agent run, once',
})

export const refuse = defineEndpoint({
  pattern: 'POST /api/mcp/approvals/{id}/refuse',
  input: z.strictObject({
    reason: z
      .optional(z.string().check(z.trim(), z.maxLength(approvalLimits.reason)))
      .check(z.describe('For the agent to read.')),
  }),
  output: ApprovalOut,
  role: 'admin',
  session: 'required',
  atomic: true,
  errors: ['conflict'],
  audit: 'approval.refused',
  changes,
  summary: 'Refuse a call of an agent',
})

export const withdraw = defineEndpoint({
  pattern: 'POST /api/mcp/approvals/{id}/withdraw',
  input: nothing,
  output: ApprovalOut,
  permission: 'mcp.use',
  atomic: true,
  errors: ['conflict'],
  audit: 'approval.withdrawn',
  changes,
  mcp: { name: 'withdraw_approval', description: 'Take back a call that still waits for an approval.' },
  summary: 'Take back a call that still waits for an approval',
})
