import { column, model, type AuditActorKind } from '@host/plugin'

/** Columns of an entry. */
const said = {
  id: column.id('aud'),
  org_id: column.org(),
  action: column.text({ max: 100 }),
  actor_kind: column.text<AuditActorKind>({ max: 16 }),
  actor_id: column.text({ nullable: true, max: 64 }),
  target: column.text({ nullable: true, max: 200 }),
  /** JSON as text, since a mac stands over its very bytes. */
  before: column.text({ nullable: true }),
  after: column.text({ nullable: true }),
  plugin: column.text({ max: 64 }),
  endpoint: column.text({ nullable: true, max: 300 }),
  address: column.text({ nullable: true, max: 64 }),
  user_agent: column.text({ nullable: true, max: 512 }),
  request_id: column.text({ nullable: true, max: 64 }),
  at: column.time(),
  /** The API token that acted in the name of `actor_id`. */
  token_id: column.text({ nullable: true, max: 64 }),
  /** The owner who granted the support access by which `actor_id` acted. */
  granted_by: column.text({ nullable: true, max: 64 }),
} as const

/**
 * Entries as they are written, together with their change. They stay here for about a second, so the table is small and
 * has no more keys than it needs: every change of every plugin writes into it.
 */
const AuditUnsealedModel = model('audit_unsealed', said, {
  transfer: { reason: 'The audit log is proof of one instance, sealed with its key.', isExported: false },
})

/** Sealed entries. A row is never changed again; it is removed when its time is over. */
const AuditEntryModel = model(
  'audit_entries',
  {
    ...said,
    /** The place in the chain, from 1. */
    seq: column.integer(),
    /** Over the entry and the mac of the one before. */
    mac: column.text({ max: 43 }),
  },
  {
    unique: [['org_id', 'seq']],
    index: [
      ['org_id', 'at'],
      ['org_id', 'action', 'at'],
      ['org_id', 'actor_id', 'at'],
      ['org_id', 'token_id', 'at'],
      ['org_id', 'actor_kind', 'at'],
      ['org_id', 'target', 'at'],
      ['org_id', 'request_id', 'at'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'The audit log is proof of one instance, sealed with its key.', isExported: false },
  },
)

/** The two ends of a workspace's chain. `seal` is a mac over all other columns. */
const AuditChainModel = model(
  'audit_chains',
  {
    id: column.id('ach'),
    org_id: column.org(),
    /** The last sealed entry. */
    seq: column.integer(),
    mac: column.text({ max: 43 }),
    /** The last entry that retention has removed, on which the first one that is kept stands. */
    anchor_seq: column.integer(),
    anchor_mac: column.text({ max: 43 }),
    /** For how many days entries are kept; null for as long as is usual. */
    retention_days: column.integer({ nullable: true }),
    /** In the chain of the instance: how many chains there are. */
    chains: column.integer({ nullable: true }),
    seal: column.text({ max: 43 }),
  },
  {
    unique: ['org_id'],
    index: [['org_id', 'id']],
    transfer: { reason: 'The audit log is proof of one instance, sealed with its key.', isExported: false },
  },
)

/** The tables of the audit log. */
export const auditModels = [AuditUnsealedModel, AuditEntryModel, AuditChainModel] as const
