/** Calendar months, in UTC. */

/** The calendar month of a moment, such as `2026-01`. */
export function periodOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7)
}

/** When the month after a moment's begins. */
export function nextPeriod(moment: number): string {
  const date = new Date(moment)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString()
}

/** The beginning and the end of a calendar month, such as `2026-01`. */
export function monthOf(period: string): { readonly from: string; readonly to: string } {
  const from = new Date(`${period}-01T00:00:00Z`).toISOString()
  return { from, to: nextPeriod(Date.parse(from)) }
}

/** Months of many moments, most of which are in the same one. */
export class Periods {
  #period = ''
  #from = 0
  #to = 0

  of(moment: number): string {
    if (moment >= this.#from && moment < this.#to) return this.#period
    this.#period = periodOf(moment)
    const { from, to } = monthOf(this.#period)
    this.#from = Date.parse(from)
    this.#to = Date.parse(to)
    return this.#period
  }
}
