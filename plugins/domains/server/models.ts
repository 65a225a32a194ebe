/**
 * A claim of a workspace on a domain. Several workspaces may have the same name pending; the proof is unique in the
 * instance (`Edge.prove`).
 *
 *   addDomain --> pending --recordCheck: every server has the record--> verified
 *                    |                                                   |    ^
 *                    '--checkDue: seven days--> removed         a check fails  every server has it again
 *                                                                        v    |
 *                                                                       failing
 *                                                                        |
 *                           3 failures over 7 days, each seen at a server v
 *                                                                       lost --every server has it again--> verified
 *
 * A job of the row checks it when it is due. The row is authoritative: a job that is early waits, and one that is not
 * the row's own ends.
 */
import { column, model, type TablesOf } from '@host/plugin'
import type { CheckOutcome, DomainCheck, DomainState } from '../shared.ts'

const Domain = model(
  'domains_domains',
  {
    id: column.id('dom'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. */
    name: column.text({ max: 253 }),
    /** In Unicode, for people and the search. */
    shown_name: column.text({ max: 253 }),
    state: column.text<DomainState>({ max: 20, default: 'pending' }),
    /** The place of the state in lists. */
    urgency: column.integer(),
    /** The value of the TXT record without its prefix; public by its nature. */
    challenge: column.text({ max: 40, secret: false }),
    outcome: column.text<CheckOutcome>({ max: 20, nullable: true }),
    last_check: column.json<DomainCheck | null>({ nullable: true }),
    checked_at: column.time({ nullable: true }),
    /** Checks in the background while it is pending, or failed ones in a row afterwards. */
    attempts: column.integer({ default: 0 }),
    next_check_at: column.time({ nullable: true }),
    check_job: column.job({ nullable: true }),
    verified_at: column.time({ nullable: true }),
    failing_since: column.time({ nullable: true }),
    expires_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'name']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'urgency', 'id'],
      ['org_id', 'created_at', 'id'],
    ],
    label: 'shown_name',
  },
)

export const models = [Domain] as const

export type Tables = TablesOf<typeof models>
