import type { QuarantinePolicy, RejectPolicy } from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Parts } from '../parts.ts'
import { catchAllOf, readAddress, type ReadAddress } from './read-address.ts'

/** A mailbox that recipients lead to. */
export interface FoundMailbox {
  readonly id: string
  readonly orgId: string
  readonly onDmarcReject: RejectPolicy
  readonly onDmarcQuarantine: QuarantinePolicy
}

type Finding = Pick<Parts, 'ctx' | 'edge' | 'features'>

/**
 * The mailbox of each recipient, by the recipient's text; none for one that nothing receives. Exact addresses and aliases
 * come before plus-addressing, and that before the mailbox of all other addresses of the domain.
 * @param orgId looks at the mailboxes of one workspace only
 */
export async function findMailboxes(
  parts: Finding,
  recipients: readonly string[],
  orgId?: string,
): Promise<ReadonlyMap<string, FoundMailbox>> {
  const read = recipients.flatMap((text) => {
    const address = readAddress(text)
    return address === undefined ? [] : [[text, address] as const]
  })
  const rows = await addressRows(parts, [...new Set(read.flatMap(([, address]) => keysOf(address)))], orgId)
  const byAddress = new Map(rows.map((row) => [row.address, row]))
  const live = new LiveDomains(parts)
  const found = new Map<string, FoundMailbox>()
  for (const [text, address] of read) {
    for (const key of keysOf(address)) {
      const row = byAddress.get(key)
      if (row === undefined || (isTagged(key, address) && !row.takes_plus)) continue
      if (!(await live.has(row.org_id, address.domain))) continue
      found.set(text, {
        id: row.mailbox_id,
        orgId: row.org_id,
        onDmarcReject: row.on_dmarc_reject,
        onDmarcQuarantine: row.on_dmarc_quarantine,
      })
      break
    }
  }
  return found
}

/** The addresses that may receive the mail of one, the first before the others. */
function keysOf({ local, domain, address }: ReadAddress): readonly string[] {
  const plus = local.indexOf('+')
  const untagged = plus > 0 ? [`${local.slice(0, plus)}@${domain}`] : []
  return [address, ...untagged, catchAllOf(domain)]
}

function isTagged(key: string, { domain, address }: ReadAddress): boolean {
  return key !== address && key !== catchAllOf(domain)
}

async function addressRows({ ctx }: Finding, keys: readonly string[], orgId: string | undefined) {
  if (keys.length === 0) return []
  const db = ctx.db.asInstance('find the mailboxes of the recipients of an email')
  const rows = db
    .selectFrom('mail_addresses as a')
    .innerJoin('mail_mailboxes as m', 'm.id', 'a.mailbox_id')
    .select(['a.address', 'a.org_id', 'a.mailbox_id', 'm.takes_plus', 'm.on_dmarc_reject', 'm.on_dmarc_quarantine'])
    .where('a.address', 'in', [...keys])
  return await (orgId === undefined ? rows : rows.where('a.org_id', '=', orgId)).execute()
}

/** Domains that workspaces receive mail on, read once for each message: verified, and with the feature on. */
class LiveDomains {
  readonly #parts: Finding
  readonly #known = new Map<string, Promise<ReadonlySet<string>>>()

  constructor(parts: Finding) {
    this.#parts = parts
  }

  async has(orgId: string, domain: string): Promise<boolean> {
    const known = this.#known.get(orgId) ?? this.#read(orgId)
    this.#known.set(orgId, known)
    return (await known).has(domain)
  }

  async #read(orgId: string): Promise<ReadonlySet<string>> {
    const { ctx, edge, features } = this.#parts
    if (!(await features.isEnabled(orgId, ctx.name))) return new Set()
    return await provedDomains(edge, orgId)
  }
}
