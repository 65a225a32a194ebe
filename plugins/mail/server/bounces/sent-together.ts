import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'

/** A recipient that may have the message. */
export interface SentRecipient {
  readonly recipientId: string
  readonly address: string
}

/** The recipient that a bounce address names, with those that had the message in the same transaction. */
export interface SentTogether {
  readonly orgId: string
  readonly messageId: string | null
  readonly named: SentRecipient
  /** All of them, the named one too. */
  readonly all: readonly SentRecipient[]
}

/** States of recipients whose server has taken the message, or may have. */
const taken = ['delivered', 'unknown', 'bounced', 'complained'] as const

/**
 * Finds whom a report at a bounce address may be about. The envelope of a transaction has one sender, which is the address
 * of its first recipient; the others are those of the same message and domain, since each domain has transactions of its own.
 * @returns undefined for a recipient that is not known, or of another workspace than the given one
 */
export async function sentTogether(
  { ctx }: Pick<Parts, 'ctx'>,
  { recipientId, orgId }: { readonly recipientId: string; readonly orgId?: string | undefined },
): Promise<SentTogether | undefined> {
  const row = await ctx.db
    .asInstance('find the recipient of a bounce')
    .selectFrom('mail_recipients as r')
    .innerJoin('mail_outgoing as o', 'o.id', 'r.outgoing_id')
    .select(['r.org_id', 'r.address', 'r.domain', 'r.outgoing_id', 'o.message_id'])
    .where('r.id', '=', recipientId)
    .executeTakeFirst()
  if (row === undefined || (orgId !== undefined && row.org_id !== orgId)) return undefined
  const others = await ctx.db
    .inWorkspace(row.org_id, 'find the recipients that a bounce may be about')
    .selectFrom('mail_recipients')
    .select(['id', 'address'])
    .where('outgoing_id', '=', row.outgoing_id)
    .where('domain', '=', row.domain)
    .where('id', '!=', recipientId)
    .where((build) => build.or([build('state', 'in', taken), build('in_doubt_at', 'is not', null)]))
    .orderBy('id')
    .execute()
  const named = { recipientId, address: row.address }
  const all = [named, ...others.map(({ id, address }) => ({ recipientId: id, address }))]
  return { orgId: row.org_id, messageId: row.message_id, named, all }
}

/** The one whom an address in a report names: no other address of it leads anywhere. */
export function namedIn({ all }: Pick<SentTogether, 'all'>, address: string): SentRecipient | undefined {
  const wanted = keyOf(address)
  return all.find((each) => keyOf(each.address) === wanted)
}

const keyOf = (address: string): string => readAddress(address)?.address ?? address.toLowerCase()
