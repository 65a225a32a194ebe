import { UniqueViolation, type Queries } from '@host/plugin'
import type { AddressKind } from '../models/mailboxes.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { catchAllOf, readAddress } from '../receive/read-address.ts'
import { domainOf } from './mailbox-rows.ts'
import { addressTaken, catchAllTaken, domainUnknown } from './mailbox-problems.ts'
import { provedDomains } from './proved-domains.ts'

/** An address to be written, with the field that it came from. */
export interface WantedAddress {
  readonly address: string
  readonly kind: AddressKind
  readonly path: string
}

/**
 * Addresses in their one form.
 * @param kept addresses of the mailbox, which may stay where the workspace has lost their domain
 * @throws Problem `invalid_input` for one whose domain the workspace has not verified
 */
export function wantedAddresses(
  domains: ReadonlySet<string>,
  {
    address,
    aliases,
    isCatchAll,
    kept,
  }: {
    readonly address?: string | undefined
    readonly aliases?: readonly string[] | undefined
    readonly isCatchAll?: boolean | undefined
    readonly kept?: ReadonlySet<string> | undefined
  },
): readonly WantedAddress[] {
  const one = (text: string, kind: AddressKind, path: string): WantedAddress => {
    const read = readAddress(text)
    const isOwn = read !== undefined && (domains.has(read.domain) || kept?.has(read.address) === true)
    if (!isOwn) throw domainUnknown(path)
    return { address: read.address, kind, path }
  }
  const main = address === undefined ? [] : [one(address, 'main', 'address')]
  const seen = new Set(main.map((each) => each.address))
  const others = (aliases ?? []).map((text, at) => one(text, 'alias', `aliases.${at}`))
  for (const each of others) {
    if (seen.has(each.address)) throw addressTaken(each.path)
    seen.add(each.address)
  }
  const [first] = main
  const rest = first === undefined || isCatchAll !== true ? [] : [catchAllFor(first.address)]
  return [...main, ...others, ...rest]
}

/** The address of all mail of the domain of another address that has no mailbox. */
export function catchAllFor(address: string): WantedAddress {
  return { address: catchAllOf(domainOf(address)), kind: 'catch-all', path: 'isCatchAll' }
}

/** @throws Problem `conflict` for an address of another mailbox, of whichever workspace */
export async function insertAddresses(
  tx: Queries<Tables>,
  mailboxId: string,
  wanted: readonly WantedAddress[],
): Promise<void> {
  for (const { address, kind, path } of wanted) {
    try {
      await tx.insertInto('mail_addresses').values({ mailbox_id: mailboxId, address, kind }).execute()
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw kind === 'catch-all' ? catchAllTaken(error) : addressTaken(path, error)
    }
  }
}

/**
 * Frees addresses that another workspace has, which has not verified their domain any more: its mailboxes keep their emails
 * and receive nothing.
 */
export async function releaseLost(
  { ctx, edge }: Pick<Parts, 'ctx' | 'edge'>,
  orgId: string,
  wanted: readonly WantedAddress[],
): Promise<void> {
  if (wanted.length === 0) return
  const db = ctx.db.asInstance('free addresses whose domain another workspace has verified')
  const taken = await db
    .selectFrom('mail_addresses')
    .select(['id', 'org_id', 'address'])
    .where(
      'address',
      'in',
      wanted.map(({ address }) => address),
    )
    .where('org_id', '!=', orgId)
    .execute()
  for (const { id, org_id: holder, address } of taken) {
    if ((await provedDomains(edge, holder)).has(domainOf(address))) continue
    await db.deleteFrom('mail_addresses').where('id', '=', id).execute()
  }
}
