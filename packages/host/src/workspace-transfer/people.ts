/**
 * Members as they travel: by email address and name. In the file each has an id that follows from the workspace and the
 * address, so that the same workspace gives the same file on every instance, and no account's own id leaves. Former members
 * have an id alone, which leads to no account.
 */
import { createHash } from 'node:crypto'
import { normalizeEmail } from '../identity/accounts/email.ts'
import { identityModels } from '../identity/index.ts'
import type { Transactor } from '../database/transactor.ts'
import { boundTables } from './bound-tables.ts'
import type { FilePerson } from './file/entries.ts'
import { idOf, isDerived, type RewriteId } from './id-rewriter.ts'
import { TransferError } from './transfer-error.ts'

const perRead = 500
const account = 'usr'

/** The members of a workspace as they travel, in the order of their ids in the file, and how ids of accounts are rewritten. */
export async function membersOf(on: Transactor, orgId: string) {
  const ids = new Map<string, string>()
  const people: FilePerson[] = []
  for await (const { id, email, name } of membersIn(on, orgId)) {
    const person = { id: derivedId(orgId, `email|${email}`), email, name }
    ids.set(id, person.id)
    people.push(person)
  }
  const rewrite: RewriteId = (id, prefix) => {
    if (prefix !== account || isDerived(id, prefix)) return id
    return ids.get(id) ?? derivedId(orgId, `account|${id}`)
  }
  return { people: people.toSorted((one, other) => (one.id < other.id ? -1 : 1)), rewrite }
}

async function* membersIn(on: Transactor, orgId: string) {
  const db = boundTables(identityModels, on)
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id as place', 'u.id', 'u.email', 'u.name'])
      .where('m.org_id', '=', orgId)
      .where('m.id', '>', after)
      .orderBy('m.id')
      .limit(perRead)
      .execute()
    yield* rows
    if (rows.length < perRead) return
    after = rows.at(-1)?.place ?? ''
  }
}

function derivedId(orgId: string, name: string): string {
  return idOf(account, createHash('sha256').update(`host/workspace-file/v1|${orgId}|${name}`).digest())
}

/** Finds or makes the accounts of the people of a file. */
export class AdmittedPeople {
  readonly #db
  readonly #ids = new Map<string, string>()
  readonly #accounts = new Set<string>()
  /** Accounts that were made. */
  created = 0

  /** @param on the transaction of the import */
  constructor(on: Transactor) {
    this.#db = boundTables(identityModels, on)
  }

  /** Whether an account is one of theirs. */
  has(userId: string): boolean {
    return this.#accounts.has(userId)
  }

  /** @throws TransferError for an invalid address, and for an address or id that is listed twice */
  async admit({ id, email: given, name }: FilePerson): Promise<void> {
    const email = normalizeEmail(given)
    if (email === undefined) throw new TransferError(`"${given}" is not a valid email address.`)
    if (!isDerived(id, account)) throw foreign(id)
    const known = await this.#db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    const { id: userId } = known ?? (await this.#make(email, name))
    if (this.#ids.has(id) || this.#accounts.has(userId)) throw new TransferError(`"${email}" is listed twice.`)
    this.#ids.set(id, userId)
    this.#accounts.add(userId)
  }

  /** Rewrites the ids of people of the file to those of their accounts. @throws TransferError for an account of the instance */
  readonly rewrite: RewriteId = (id, prefix) => {
    if (prefix !== account) return id
    if (!isDerived(id, prefix)) throw foreign(id)
    return this.#ids.get(id) ?? id
  }

  /** An account without a password, which its owner opens by a link to the mailbox. */
  async #make(email: string, name: string): Promise<{ readonly id: string }> {
    this.created += 1
    return await this.#db
      .insertInto('users')
      .values({ email, name, password_hash: null, is_mailbox_proven: false })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
}

function foreign(id: string): TransferError {
  return new TransferError(`The file names the account "${id}", which is not among its members.`)
}
