/** Connections to a destination at the same time in this process. */
const mostConnections = 5
/** Destinations that are remembered although nothing is sent to them; the one used least recently goes first. */
const mostKnown = 10_000

interface Place {
  active: number
  /** How many connections it may have now. */
  most: number
}

/** Limits connections to each destination. One that refuses gets a single one, and another for each message it takes. */
export class Pace {
  readonly #places = new Map<string, Place>()

  /** @returns false when the destination has as many connections as it may have now; otherwise `leave` ends this one */
  enter(destination: string): boolean {
    const place = this.#places.get(destination) ?? { active: 0, most: mostConnections }
    if (place.active >= place.most) return false
    place.active += 1
    this.#places.delete(destination)
    this.#places.set(destination, place)
    this.#forget()
    return true
  }

  /** @param result whether the destination took a message or asks for fewer; left out where nothing was sent */
  leave(destination: string, result?: 'taken' | 'refusing'): void {
    const place = this.#places.get(destination)
    if (place === undefined) return
    place.active -= 1
    if (result === 'refusing') place.most = 1
    if (result === 'taken') place.most = Math.min(place.most + 1, mostConnections)
    if (place.active === 0 && place.most === mostConnections) this.#places.delete(destination)
  }

  #forget(): void {
    if (this.#places.size <= mostKnown) return
    const idle = this.#places.entries().find(([, { active }]) => active === 0)
    if (idle !== undefined) this.#places.delete(idle[0])
  }
}
