import type { Lookup, LookupAnswer, LookupType } from './lookup.ts'

/** Limits of the questions that one message may cause. */
export interface LookupLimits {
  readonly questions: number
  readonly records: number
  /** Characters of all records of an answer together. */
  readonly size: number
  /** Milliseconds for all questions together. */
  readonly deadline: number
}

export const lookupLimits: LookupLimits = { questions: 200, records: 200, size: 64 * 1_024, deadline: 15_000 }

/** Codes of Node's resolver, which `mailauth` reads. */
type Code = 'ENOTFOUND' | 'ENODATA' | 'ETIMEOUT' | 'ESERVFAIL' | 'ETOOMUCH'

/** A failed look-up. `mailauth` adds its own verdict to it. */
class LookupError extends Error {
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.name = 'LookupError'
    this.code = code
  }
}

/**
 * The look-ups of one message: each question is asked once, all of them within one deadline, and answers that are too
 * large are errors.
 */
export class GuardedLookup {
  readonly #lookup: Lookup
  readonly #limits: LookupLimits
  readonly #signal: AbortSignal
  readonly #answers = new Map<string, Promise<LookupAnswer>>()

  constructor(lookup: Lookup, limits: LookupLimits = lookupLimits) {
    this.#lookup = lookup
    this.#limits = limits
    this.#signal = AbortSignal.timeout(limits.deadline)
  }

  /** Answers as `mailauth` takes them from Node's resolver. @throws {LookupError} also where there are no records */
  readonly resolve = async (rawName: string, type: string): Promise<unknown[]> => {
    const name = rawName.toLowerCase().replace(/\.$/, '')
    const answer = await this.#ask(name, type as LookupType)
    if (answer.kind === 'no-name') throw new LookupError('ENOTFOUND', `${type} of a name that does not exist`)
    if (answer.kind === 'no-data' || answer.records.length === 0) throw new LookupError('ENODATA', `no ${type} records`)
    return type === 'MX'
      ? answer.records.map(exchangeOf)
      : type === 'TXT'
        ? answer.records.map((text) => [text])
        : [...answer.records]
  }

  #ask(name: string, type: LookupType): Promise<LookupAnswer> {
    const key = `${type} ${name}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const answer = this.#askOnce(name, type)
    // A failure belongs to the check that asked; it may have ended by now.
    answer.catch(() => undefined)
    this.#answers.set(key, answer)
    return answer
  }

  async #askOnce(name: string, type: LookupType): Promise<LookupAnswer> {
    if (this.#answers.size >= this.#limits.questions) throw new LookupError('ETOOMUCH', 'too many questions')
    const late = Promise.withResolvers<never>()
    const end = (): void => late.reject(new LookupError('ETIMEOUT', 'no answer in time'))
    if (this.#signal.aborted) throw new LookupError('ETIMEOUT', 'no answer in time')
    this.#signal.addEventListener('abort', end, { once: true })
    try {
      const answer = await Promise.race([this.#lookup(name, type, { signal: this.#signal }), late.promise])
      this.#check(answer)
      return answer
    } catch (error) {
      throw error instanceof LookupError ? error : new LookupError('ESERVFAIL', 'the look-up failed')
    } finally {
      this.#signal.removeEventListener('abort', end)
    }
  }

  #check(answer: LookupAnswer): void {
    if (answer.kind !== 'records') return
    const { length } = answer.records
    const size = answer.records.reduce((sum, text) => sum + text.length, 0)
    const isTooLarge = length > this.#limits.records || size > this.#limits.size
    if (isTooLarge) throw new LookupError('ETOOMUCH', 'the answer is too large')
  }
}

function exchangeOf(record: string): { readonly priority: number; readonly exchange: string } {
  const [priority, exchange = ''] = record.split(' ')
  return { priority: Number(priority), exchange }
}
