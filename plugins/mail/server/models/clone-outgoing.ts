import type { TransferredRow } from '@host/plugin'

const open: ReadonlySet<unknown> = new Set(['scheduled', 'sending', 'waiting', 'deferred'])

/** A message of a cloned workspace: one that waits is canceled, since the original sends it. */
export function cloneOutgoing(row: TransferredRow): TransferredRow {
  return open.has(row['state']) ? { ...row, state: 'canceled', ended_at: row['created_at'] } : row
}

/** The same for a recipient. */
export function cloneRecipient(row: TransferredRow): TransferredRow {
  return open.has(row['state']) ? { ...row, state: 'canceled', next_at: null, job_id: null, claim: null } : row
}
