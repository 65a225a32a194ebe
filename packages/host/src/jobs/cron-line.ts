import { Cron } from 'croner'

interface Parsed {
  readonly cron: Cron
  /** The last answer, which holds for every moment from the one that was asked about until its own. */
  known: { readonly from: number; readonly next: number }
}

/** Lines that were read before, by zone and text: plugins and workspaces have many of the same. */
const parsed = new Map<string, Parsed>()
const mostParsed = 1_000

/** A cron line of five fields in a time zone. */
export class CronLine {
  readonly #parsed: Parsed

  /** @param timeZone of the IANA database @throws TypeError for a line that is none, or never comes */
  constructor(line: string, timeZone: string) {
    try {
      this.#parsed = parse(line, timeZone)
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
    const { cron, known } = this.#parsed
    const { from, next } = known
    if (from <= moment && moment < next) return next
    const found = cron.nextRun(new Date(moment))
    if (found === null) throw new TypeError('it never occurs')
    this.#parsed.known = { from: moment, next: found.getTime() }
    return found.getTime()
  }
}

function parse(line: string, timeZone: string): Parsed {
  const key = `${timeZone} ${line}`
  const before = parsed.get(key)
  if (before !== undefined) return before
  // By its offset, UTC takes no calendar of Intl, whose first use costs as much as all schedules of a start.
  const place = timeZone === 'UTC' ? { utcOffset: 0 } : { timezone: timeZone }
  const cron = new Cron(line, { mode: '5-part', paused: true, ...place })
  const read: Parsed = { cron, known: { from: 0, next: 0 } }
  if (parsed.size >= mostParsed) parsed.clear()
  parsed.set(key, read)
  return read
}
