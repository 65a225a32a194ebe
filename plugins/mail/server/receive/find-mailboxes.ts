import type { QuarantinePolicy, RejectPolicy } from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Parts } from '../parts.ts'
import { Groups } from './groups.ts'
import { catchAllOf, readAddress, type ReadAddress } from './read-address.ts'

/** A mailbox that recipients lead to. */
export interface FoundMailbox {
  readonly id: string
  readonly orgId: string
  readonly onDmarcReject: RejectPolicy
  readonly onDmarcQuarantine: QuarantinePolicy
}

/** Recipients whose mailboxes are looked for. */
export interface Recipients {
  readonly recipients: readonly string[]
  /** Looks at the mailboxes of this workspace only. */
  readonly orgId?: string | undefined
}

/** By the text of the recipient; none for one that nothing receives. */
export type FoundMailboxes = ReadonlyMap<string, FoundMailbox>

type Finding = Pick<Parts, 'ctx' | 'edge' | 'features'>

/** Connections ask at the same time: what they ask shares its queries. */
export function mailboxesTogether(parts: Finding): Groups<Recipients, FoundMailboxes> {
  return new Groups({
    run: async (asked) => await findAll(parts, asked),
    most: 100,
    mostSize: 200,
    sizeOf: ({ recipients }) => recipients.length,
  })
}

/**
 * The mailbox of each recipient. Exact addresses and aliases come before plus-addressing, and that before the mailbox of all
 * other addresses of the domain.
 */
export async function findMailboxes(
  { mailboxes }: Pick<Parts, 'mailboxes'>,
  recipients: readonly string[],
  orgId?: string,
): Promise<FoundMailboxes> {
  return recipients.length === 0 ? new Map() : await mailboxes.add({ recipients, orgId })
}

async function findAll(parts: Finding, asked: readonly Recipients[]): Promise<readonly FoundMailboxes[]> {
  const read = asked.map(({ recipients, orgId }) => ({ orgId, addresses: addressesOf(recipients) }))
  const keys = read.flatMap(({ addresses }) => addresses.flatMap(([, address]) => keysOf(address)))
  const rows = await addressRows(parts, [...new Set(keys)])
  const byAddress = new Map(rows.map((row) => [row.address, row]))
  const live = new LiveDomains(parts)
  const all: FoundMailboxes[] = []
  for (const { orgId, addresses } of read) {
    const found = new Map<string, FoundMailbox>()
    for (const [text, address] of addresses) {
      const box = await firstOf({ byAddress, live, orgId }, address)
      if (box !== undefined) found.set(text, box)
    }
    all.push(found)
  }
  return all
}

function addressesOf(recipients: readonly string[]) {
  return recipients.flatMap((text) => {
    const address = readAddress(text)
    return address === undefined ? [] : [[text, address] as const]
  })
}

type AddressRow = Awaited<ReturnType<typeof addressRows>>[number]

interface Known {
  readonly byAddress: ReadonlyMap<string, AddressRow>
  readonly live: LiveDomains
  readonly orgId: string | undefined
}

async function firstOf({ byAddress, live, orgId }: Known, address: ReadAddress): Promise<FoundMailbox | undefined> {
  for (const key of keysOf(address)) {
    const row = byAddress.get(key)
    if (row === undefined || (orgId !== undefined && row.org_id !== orgId)) continue
    if (isTagged(key, address) && !row.takes_plus) continue
    if (!(await live.has(row.org_id, address.domain))) continue
    return {
      id: row.mailbox_id,
      orgId: row.org_id,
      onDmarcReject: row.on_dmarc_reject,
      onDmarcQuarantine: row.on_dmarc_quarantine,
    }
  }
  return undefined
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

async function addressRows({ ctx }: Pick<Parts, 'ctx'>, keys: readonly string[]) {
  if (keys.length === 0) return []
  return await ctx.db
    .asInstance('find the mailboxes of the recipients of an email')
    .selectFrom('mail_addresses as a')
    .innerJoin('mail_mailboxes as m', 'm.id', 'a.mailbox_id')
    .select(['a.address', 'a.org_id', 'a.mailbox_id', 'm.takes_plus', 'm.on_dmarc_reject', 'm.on_dmarc_quarantine'])
    .where('a.address', 'in', [...keys])
    .execute()
}

/** Domains that workspaces receive mail on, read once for each group of messages: verified, and with the feature on. */
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
