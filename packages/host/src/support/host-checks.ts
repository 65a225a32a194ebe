import type { Language, MaybePromise } from '@host/plugin'
import type { HealthCheck } from './health-check.ts'
import { within } from './within.ts'

/** The result of a check. Anyone may read it, so that it has counts and no names of tenants. */
export interface CheckResult extends Omit<HealthCheck, 'name'> {
  /** The reason with names, for operators who have signed in. */
  readonly namedReason?: string
}

/** A check of one of the host's own parts. */
export interface HostCheck {
  readonly name: string
  readonly title: Readonly<Record<Language, string>>
  /** @param language of the reason and the fix */
  read(language: Language): MaybePromise<CheckResult>
}

/** A check with its result. */
export interface TitledCheck extends CheckResult {
  readonly name: string
  readonly title: string
}

/** Milliseconds of all checks, which may ask the database; metrics wait no longer than two seconds for them. */
const limit = 1_500
/** Milliseconds that answers are kept, because any client may request `/readyz`. */
const keptFor = 2_000

const unchecked = { en: 'It could not be checked.', zh: '无法检查。' } as const

/** Answers of all checks in one language. */
interface KeptAnswers {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly answers: Promise<readonly TitledCheck[]>
}

/** Checks of the host's own parts; each part adds its own while the host starts. */
export class HostChecks {
  readonly #checks: HostCheck[] = []
  readonly #kept = new Map<Language, KeptAnswers>()
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(check: HostCheck): void {
    this.#checks.push(check)
    this.#kept.clear()
  }

  /** Answers of the last two seconds, or new ones. A check that fails is a warning. */
  async read(language: Language): Promise<readonly TitledCheck[]> {
    const now = this.#clock()
    const kept = this.#kept.get(language)
    if (kept !== undefined && Math.abs(now - kept.at) < keptFor) return await kept.answers
    const answers = this.#ask(language)
    this.#kept.set(language, { at: now, answers })
    return await answers
  }

  async #ask(language: Language): Promise<readonly TitledCheck[]> {
    return await Promise.all(
      this.#checks.map(async (check) => {
        const { name, title } = check
        const read = async (): Promise<CheckResult> => await check.read(language)
        const failed = { state: 'warn', reason: unchecked[language] } as const
        return { name, title: title[language], ...(await within(limit, read()).catch(() => failed)) }
      }),
    )
  }
}
