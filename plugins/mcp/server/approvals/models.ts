/**
 * A call of an agent that needs an approval. Each arrow is one conditional statement, so that two admins, two processes
 * or a second click change nothing that was already changed.
 *
 *   addApproval --> pending --approve--> approved --begin--> running --end: 2xx, 3xx--------> done
 *                    |  |  |              |  |  ^              | | '---end: any other-------> failed
 *                    |  |  |              |  |  '---putBack----' '-----end: interrupted-----> failed
 *                    |  |  |              |  '--end: refused before it began----------------> failed
 *                    |  |  |              |  '--endOne: its job is over, so is that of a running one-> failed
 *                    |  |  |              '--endQuestion: agents are switched off-----------> withdrawn
 *                    |  |  '--refuse----> refused
 *                    |  '--endQuestion--> expired      not decided in time
 *                    '--withdraw--------> withdrawn    withdrawn by its token or its user
 *                    '--endQuestion-----> withdrawn    its token has ended, its user has left, agents are switched off
 *
 * `begin` makes a call run once, right before its handler: a call that was refused, rejected or aborted earlier has not
 * begun, and is retried. A job that finds `running` follows a process that died there, and repeats the call only if the
 * crash undid it (an atomic or a read-only endpoint), which `putBack` handles too. Arguments and answers are sealed:
 * they may hold personal data.
 */
import { column, mirror, model, type InstanceTables, type TablesOf } from '@host/plugin'
import type { ApprovalState } from '../../shared/approvals.ts'

const ApprovalRow = model(
  'mcp_approvals',
  {
    id: column.id('apr'),
    org_id: column.org(),
    user_id: column.text({ max: 64 }),
    token_id: column.text({ max: 64 }),
    /** Proof of the caller when the call runs: the secret that its token had. */
    token_stamp: column.text({ max: 100, secret: true }),
    /** Where it was asked from, which the stamp holds too. */
    address: column.text({ max: 64, nullable: true, secret: true }),
    /** As it was when it asked. */
    token_name: column.text({ max: 100, secret: false }),
    tool: column.text({ max: 120 }),
    pattern: column.text({ max: 500 }),
    /** By which its agent asks the same again; null for one that named none. */
    asked_key: column.text({ max: 255, nullable: true, secret: true }),
    /** The name of this row, for which its contents are sealed; known before the row is. */
    seal: column.text({ max: 40 }),
    input: column.text({ secret: true }),
    /** When its arguments were erased: `input` is then the sealed hash of them. */
    erased_at: column.time({ nullable: true }),
    state: column.text<ApprovalState>({ max: 20, default: 'pending' }),
    /** Its place among those that one token may have waiting; null once it waits no more. */
    slot: column.integer({ nullable: true }),
    decided_by: column.text({ max: 64, nullable: true }),
    /** The job that runs it, once approved. */
    job_id: column.text({ max: 64, nullable: true }),
    reason: column.text({ max: 500, nullable: true }),
    status: column.integer({ nullable: true }),
    error: column.text({ max: 60, nullable: true }),
    answer: column.text({ nullable: true, secret: true }),
    requested_at: column.time(),
    expires_at: column.time(),
    decided_at: column.time({ nullable: true }),
    ended_at: column.time({ nullable: true }),
  },
  {
    unique: [
      ['org_id', 'token_id', 'slot'],
      ['org_id', 'token_id', 'asked_key'],
    ],
    index: [
      ['org_id', 'state', 'id'],
      ['org_id', 'token_id', 'id'],
      ['org_id', 'user_id', 'id'],
      ['org_id', 'id'],
      ['state', 'expires_at'],
      ['erased_at', 'state'],
      'requested_at',
    ],
    transfer: { reason: 'Approvals are for API tokens, which stay.', isExported: false },
  },
)

/** A person who asks in a workspace: the row that is locked while a call is added, and the count of the day. */
const AskerRow = model(
  'mcp_askers',
  {
    id: column.id('ask'),
    org_id: column.org(),
    user_id: column.text({ max: 64 }),
    /** As `2027-02-21`, in UTC. */
    day: column.text({ max: 10 }),
    asked: column.integer(),
  },
  {
    unique: [['org_id', 'user_id']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Approvals are for API tokens, which stay.', isExported: false },
  },
)

const Token = mirror('api_tokens', {
  id: column.id('tok'),
  org_id: column.org(),
  name: column.text({ max: 100 }),
})

const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const Membership = mirror('memberships', { id: column.id('mbr'), org_id: column.org(), user_id: column.text() })

export const approvalModels = [ApprovalRow, AskerRow, Token, User, Membership] as const

export type Tables = TablesOf<typeof approvalModels>

/** The rows of all workspaces. */
export type AllTables = InstanceTables<Tables>
