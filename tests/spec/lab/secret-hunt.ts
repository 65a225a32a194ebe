/** Looks for known secrets in everything that a host writes or says. */
import assert from 'node:assert/strict'
import type { TestDatabase } from '@host/host/testing/database/test-databases'
import { findInDatabase } from './find-in-database.ts'
import { Visitor, type Answer, type Sent } from './visitor.ts'

/** A secret, and the only call whose response may contain it. */
interface Planted {
  readonly secret: string
  /** Method and path; undefined if no response may contain it. */
  readonly shownBy: string | undefined
}

/** Output of a host, with the call that caused it. */
interface Said {
  readonly call: string
  readonly text: string
}

export class SecretHunt {
  readonly #planted = new Map<string, Planted>()
  readonly #said: Said[] = []

  /** Remembers a secret by its name. @returns the secret */
  plant(name: string, secret: string, shownBy?: string): string {
    assert.ok(secret.length >= 10, `${name} is too short to be looked for: "${secret}"`)
    this.#planted.set(name, { secret, shownBy })
    return secret
  }

  /** How many secrets are looked for, and in how many answers. */
  get size(): { readonly secrets: number; readonly answers: number } {
    return { secrets: this.#planted.size, answers: this.#said.length }
  }

  /** A visitor whose responses are searched, except cookies. @param origin the origin in the browser's address bar */
  visitor(base: string, origin: string): Visitor {
    return new Overheard(base, origin, this.#said)
  }

  /** Where secrets stand that should not, as sentences. Texts come by the name of their place. */
  async finds(database: TestDatabase, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
    for (const [place, text] of Object.entries(texts)) assert.ok(text.length > 2, `${place} is empty`)
    const found: string[] = []
    for (const [name, { secret, shownBy }] of this.#planted) {
      const forms = formsOf(secret)
      const isIn = (text: string): boolean => forms.some((form) => text.includes(form))
      const answers = this.#said.filter(({ text }) => isIn(text)).map(({ call }) => call)
      if (shownBy !== undefined) assert.ok(answers.includes(shownBy), `${name} was never shown by ${shownBy}`)
      found.push(...answers.filter((call) => call !== shownBy).map((call) => `${name} in an answer to ${call}`))
      if (answers.length > 1) found.push(`${name} in ${answers.length} answers`)
      found.push(
        ...Object.keys(texts)
          .filter((place) => isIn(texts[place] ?? ''))
          .map((place) => `${name} in ${place}`),
      )
      for (const form of forms) {
        found.push(...(await findInDatabase(database, form)).map((place) => `${name} in the database, ${place}`))
      }
    }
    return found
  }
}

class Overheard extends Visitor {
  readonly #origin: string
  readonly #said: Said[]

  constructor(base: string, origin: string, said: Said[]) {
    super(base)
    this.#origin = origin
    this.#said = said
  }

  override async send<Body = unknown>(method: string, path: string, sent: Sent = {}): Promise<Answer<Body>> {
    const headers = { origin: this.#origin, ...sent.headers }
    const answer = await super.send<Body>(method, path, { ...sent, headers })
    const shown = [...answer.headers].filter(([name]) => name !== 'set-cookie')
    const call = `${method} ${path.replace(/\?.*/s, '')}`
    this.#said.push({ call, text: `${JSON.stringify(shown)} ${JSON.stringify(answer.body)}` })
    return answer
  }
}

/** The secret itself, and its encoded forms. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  // A base64 text inside of a longer one is only found where it begins at a multiple of three bytes.
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...encoded])]
}
