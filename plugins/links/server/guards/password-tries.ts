/**
 * Wrong passwords, counted in the database: for each link and address, and for each link. A guess takes its place in both
 * before it is checked and gives it back when it was right, so that no number of guesses at once passes a limit.
 */
import { createHmac } from 'node:crypto'
import type { ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'

const minute = 60_000

interface Bucket {
  readonly name: string
  readonly most: number
  /** Milliseconds. */
  readonly window: number
}

interface Place {
  readonly name: string
  /** When its window began: one that is over has nothing to give back. */
  readonly since: string
}

/** The places of a guess, or the seconds until there is one. */
export type Taken = { readonly places: readonly Place[] } | { readonly wait: number }

/** A guess that is about to be checked. */
export interface Guess {
  readonly linkId: string
  /** A secret of the link, under which addresses are hashed. */
  readonly secret: string
  readonly address: string
}

type Database = Pick<ScopedDatabase<Tables>, 'insertInto' | 'updateTable' | 'selectFrom'>

export class PasswordTries {
  readonly #db: Database
  readonly #now: number

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: number) {
    this.#db = db
    this.#now = now
  }

  /** Takes the places of a guess. */
  async take({ linkId, secret, address }: Guess): Promise<Taken> {
    const network = createHmac('sha256', secret).update(networkOf(address)).digest('base64url').slice(0, 22)
    const places: Place[] = []
    // The link first: its limit bounds how many addresses have a row.
    for (const bucket of [
      { name: linkId, most: 100, window: 60 * minute },
      { name: `${linkId} ${network}`, most: 5, window: 15 * minute },
    ]) {
      const since = await this.#add(bucket)
      if (since === undefined) {
        await this.giveBack(places)
        return { wait: await this.#waitOf(bucket) }
      }
      places.push({ name: bucket.name, since })
    }
    return { places }
  }

  /** The guess was right, or was not checked. */
  async giveBack(places: readonly Place[]): Promise<void> {
    for (const { name, since } of places) {
      const row = this.#db.updateTable('links_tries').where('bucket', '=', name).where('since', '=', since)
      await row
        .set((set) => ({ wrong: set('wrong', '-', 1) }))
        .where('wrong', '>', 0)
        .execute()
    }
  }

  /** @returns when the window began; undefined at the limit */
  async #add(bucket: Bucket): Promise<string | undefined> {
    return (await this.#count(bucket)) ?? (await this.#begin(bucket)) ?? (await this.#count(bucket))
  }

  async #count({ name, most, window }: Bucket): Promise<string | undefined> {
    const row = this.#db.updateTable('links_tries').where('bucket', '=', name).where('since', '>', this.#before(window))
    const counted = row.set((set) => ({ wrong: set('wrong', '+', 1) })).where('wrong', '<', most)
    return (await counted.returning('since').executeTakeFirst())?.since
  }

  async #begin({ name, window }: Bucket): Promise<string | undefined> {
    const since = this.#before(0)
    const over = this.#db.updateTable('links_tries').set({ wrong: 1, since }).where('bucket', '=', name)
    const again = await over.where('since', '<=', this.#before(window)).returning('since').executeTakeFirst()
    if (again !== undefined) return again.since
    const first = this.#db.insertInto('links_tries').values({ bucket: name, wrong: 1, since })
    const added = first.onConflict((conflict) => conflict.columns(['org_id', 'bucket']).doNothing())
    return (await added.returning('since').executeTakeFirst())?.since
  }

  async #waitOf({ name, window }: Bucket): Promise<number> {
    const row = this.#db.selectFrom('links_tries').select('since').where('bucket', '=', name)
    const { since } = (await row.executeTakeFirst()) ?? {}
    const end = since === undefined ? this.#now : Date.parse(since) + window
    return Math.max(1, Math.ceil((end - this.#now) / 1000))
  }

  #before(milliseconds: number): string {
    return new Date(this.#now - milliseconds).toISOString()
  }
}

/** IPv4 as it is, and the /64 of IPv6, which one line has. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::', 2)
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
