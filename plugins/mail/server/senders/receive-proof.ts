import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { isProofAddress } from './proof-address.ts'

const hour = 3_600_000

/** The proof that waits at an address; undefined for any other address. */
export async function findProof({ ctx, clock }: Pick<Parts, 'ctx' | 'clock'>, address: string) {
  const read = isProofAddress(address) ? readAddress(address) : undefined
  if (read === undefined) return undefined
  const row = await ctx.db
    .asInstance('find the proof of a sending domain')
    .selectFrom('mail_sender_proofs')
    .select(['id', 'org_id', 'sender_id', 'sent_at'])
    .where('address', '=', read.address)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return row === undefined || Date.parse(row.sent_at) + hour < clock() ? undefined : row
}

/** What the receiving side has found. */
interface ArrivedProof {
  readonly address: string
  /** `Authentication-Results` as the receiver writes it. */
  readonly results: string
}

const longestResults = 8_000

/** Notes that a proof has arrived. @returns whether the address waited for one */
async function receiveProof(
  parts: Pick<Parts, 'ctx' | 'clock' | 'live'>,
  { address, results }: ArrivedProof,
): Promise<boolean> {
  const found = await findProof(parts, address)
  if (found === undefined) return false
  await parts.ctx.db
    .inWorkspace(found.org_id, 'note the arrival of a proof')
    .updateTable('mail_sender_proofs')
    .set({
      state: 'arrived',
      results: results.replaceAll('\0', '').slice(0, longestResults),
      arrived_at: new Date(parts.clock()).toISOString(),
    })
    .where('id', '=', found.id)
    .where('state', '=', 'sending')
    .execute()
  parts.live.changed(found.org_id, ['/api/x/mail/senders'])
  return true
}

/** Notes the proofs among the recipients of a message. @returns the other recipients */
export async function withoutProofs(
  parts: Pick<Parts, 'ctx' | 'clock' | 'live'>,
  recipients: readonly string[],
  results: string,
): Promise<readonly string[]> {
  const others: string[] = []
  for (const address of recipients) {
    if (!(await receiveProof(parts, { address, results }))) others.push(address)
  }
  return others
}
