import { Cron } from 'croner'

/** A cron line of five fields in a time zone. */
export class CronLine {
  readonly #cron: Cron
  /** The last answer, which holds for every moment from the one that was asked about until its own. */
  #known = { from: 0, next: 0 }

  /** @param timeZone of the IANA database @throws TypeError for a line that is none, or never comes */
  constructor(line: string, timeZone: string) {
    try {
      this.#cron = new Cron(line, { mode: '5-part', timezone: timeZone, paused: true })
      this.after(Date.now())
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
      throw new TypeError(
        `${JSON.stringify(line)} in ${timeZone} is not a cron line: ${reason}. Use five fields, such as "30 4 * * 1".`,
        { cause: error },
      )
    }
  }

  /** The first time after a moment. @param moment milliseconds since 1970 */
  after(moment: number): number {
    const { from, next } = this.#known
    if (from <= moment && moment < next) return next
    const found = this.#cron.nextRun(new Date(moment))
    if (found === null) throw new TypeError('it never occurs')
    this.#known = { from: moment, next: found.getTime() }
    return found.getTime()
  }
}
