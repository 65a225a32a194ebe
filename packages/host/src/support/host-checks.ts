import type { Language, MaybePromise } from '@host/plugin'
import type { HealthCheck } from './health-check.ts'
import { within } from './within.ts'

/** A check of one of the host's own parts. */
export interface HostCheck {
  readonly name: string
  readonly title: Readonly<Record<Language, string>>
  /** @param language of the reason and the fix */
  read(language: Language): MaybePromise<Omit<HealthCheck, 'name'>>
}

/** A check with its result. */
export interface TitledCheck extends HealthCheck {
  readonly title: string
}

/** Milliseconds of all checks, which may ask the database; metrics wait no longer than two seconds for them. */
const limit = 1_500

const unchecked = { en: 'It could not be checked.', zh: '无法检查。' } as const

/** Checks of the host's own parts; each part adds its own while the host starts. */
export class HostChecks {
  readonly #checks: HostCheck[] = []

  add(check: HostCheck): void {
    this.#checks.push(check)
  }

  /** One that fails is a warning. */
  async read(language: Language): Promise<readonly TitledCheck[]> {
    return await Promise.all(
      this.#checks.map(async (check) => {
        const { name, title } = check
        const read = async (): Promise<Omit<HealthCheck, 'name'>> => await check.read(language)
        const failed = { state: 'warn', reason: unchecked[language] } as const
        return { name, title: title[language], ...(await within(limit, read()).catch(() => failed)) }
      }),
    )
  }
}
