import type { LoginThrottle } from '../accounts/login-throttle.ts'

/**
 * Counts wrong codes by account, wherever they come from: six digits are guessed from many networks at once, and only
 * someone who knows the password gets to guess. Recovery codes are counted apart, so that whoever guesses the digits
 * does not keep the owner from using one.
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
