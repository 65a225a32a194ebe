import type { LoginThrottle } from '../accounts/login-throttle.ts'

/**
 * Counts wrong codes by account, from any network: six digits are guessed from many networks at once, and only a client
 * that knows the password can guess. Recovery codes are counted apart, so that guessed digits do not keep the owner
 * from using one.
 */
export class FactorThrottle {
  readonly #throttle: LoginThrottle

  constructor(throttle: LoginThrottle) {
    this.#throttle = throttle
  }

  /**
   * Tries a code.
   * @returns whether it was right
   * @throws Problem `too_many_requests` after five wrong ones within 15 minutes
   */
  async try(kind: 'totp' | 'recovery', userId: string, check: () => Promise<boolean>): Promise<boolean> {
    const attempt = { email: `${kind}|${userId}`, network: 'anywhere' }
    await this.#throttle.begin(attempt)
    const isRight = await check().catch(async (error: unknown) => {
      await this.#throttle.undo(attempt).catch(() => undefined)
      throw error
    })
    if (isRight) await this.#throttle.succeed(attempt)
    return isRight
  }
}
