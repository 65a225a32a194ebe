/**
 * Proofs that an authority may ask any process for. One that publishes them resolves when every process answers with
 * them; a token that is not published costs no read.
 */
import type { Coherence } from '../../security/coherence/coherence.ts'
import { CoherentCache } from '../../security/coherence/coherent-cache.ts'
import type { AcmeDatabase, PublishedKind } from './models.ts'

/** Dependencies of the challenges. */
export interface PublishedChallengesOptions {
  readonly db: AcmeDatabase
  readonly coherence: Coherence
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A proof. */
export interface PublishedChallenge {
  readonly kind: Exclude<PublishedKind, 'dns-01'>
  /** The token of HTTP-01, or the host of TLS-ALPN-01. */
  readonly subject: string
  readonly keyAuthorization: string
}

type Known = ReadonlyMap<string, string>

const subject = 'acme:challenges'
/** Proofs that are answered at once; 50 orders an hour have far fewer. */
const mostChallenges = 2_000
const keptFor = 24 * 3_600_000

export class PublishedChallenges {
  readonly #options: PublishedChallengesOptions
  readonly #known: CoherentCache<Known>

  constructor(options: PublishedChallengesOptions) {
    this.#options = options
    this.#known = new CoherentCache(options.coherence, 1)
  }

  /** The key authorization of a token or a host; undefined where none is published. */
  async find(kind: PublishedChallenge['kind'], name: string): Promise<string | undefined> {
    const known = this.#known.get(subject) ?? (await this.#load())
    return known?.get(`${kind} ${name}`)
  }

  /** Publishes a proof to all processes. @returns takes it back */
  async publish({ kind, subject: name, keyAuthorization }: PublishedChallenge): Promise<AsyncDisposable> {
    const { db, clock, coherence } = this.#options
    const values = { key_authorization: keyAuthorization, created_at: new Date(clock()).toISOString() }
    const put = db.insertInto('host_acme_challenges').values({ kind, subject: name, ...values })
    const same = ['kind', 'subject', 'key_authorization'] as const
    await put.onConflict((conflict) => conflict.columns(same).doUpdateSet(values)).execute()
    await coherence.forget([subject])
    return {
      [Symbol.asyncDispose]: async () => {
        const own = db.deleteFrom('host_acme_challenges').where('kind', '=', kind).where('subject', '=', name)
        await own.where('key_authorization', '=', keyAuthorization).execute()
        await coherence.forget([subject])
      },
    }
  }

  /** Takes back proofs of processes that have ended without doing so. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#options
    const before = new Date(clock() - keptFor).toISOString()
    const old = db.deleteFrom('host_acme_challenges').where('created_at', '<', before)
    await old.where('kind', '!=', 'dns-01').execute()
  }

  async #load(): Promise<Known | undefined> {
    const { db } = this.#options
    return await this.#known.load(subject, async () => {
      const rows = db.selectFrom('host_acme_challenges').select(['kind', 'subject', 'key_authorization'])
      const answered = rows.where('kind', '!=', 'dns-01').orderBy('created_at').limit(mostChallenges)
      const newest = await answered.execute()
      const value = new Map(newest.map((row) => [`${row.kind} ${row.subject}`, row.key_authorization]))
      return { value, subjects: [] }
    })
  }
}
