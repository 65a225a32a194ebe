/**
 * The parent's part of a scrape: it asks every worker for its measurements, and passes them to the one that is scraped.
 *
 *   new --'ready'--> idle --ask()--> asked --take()--> idle
 *
 * At most one question waits for a worker, however many scrapes there are, so one that is blocked or stopped costs
 * nothing; its answer, when it comes, goes to the scrape that waits then.
 */
import type { BusLine } from '../../database/bus/bus-line.ts'
import { isMetricsMessage, type MetricsMessage, type ToldWorker } from './workers-line.ts'

/** Longest wait for one worker, in milliseconds: longer than it waits for its plugins. */
const answerLimit = 3_000

export class MetricsRelay {
  /** By place; undefined where one has ended and none has taken its place yet. */
  readonly #places: (AskedWorker | undefined)[] = []

  /** Takes a worker in, at the first place that is free. */
  add(line: BusLine): void {
    const end = line.listen((message) => {
      if (isMetricsMessage(message)) this.#receive(worker, message)
    })
    const worker = new AskedWorker(line, end)
    const free = this.#places.indexOf(undefined)
    this.#places[free === -1 ? this.#places.length : free] = worker
  }

  /** Lets go of a worker that has ended. */
  remove(line: BusLine): void {
    const place = this.#places.findIndex((each) => each?.line === line)
    if (place === -1) return
    this.#places[place]?.leave()
    this.#places[place] = undefined
  }

  #receive(from: AskedWorker, message: MetricsMessage): void {
    if (message.hostMetrics === 'ready') from.isReady = true
    if (message.hostMetrics === 'told') from.take(message.families)
    if (message.hostMetrics === 'gather') void this.#gather(from, message.number)
  }

  async #gather(from: AskedWorker, number: number): Promise<void> {
    const workers = await Promise.all(
      this.#places.map(async (worker, place): Promise<ToldWorker> => {
        return { worker: String(place + 1), families: (await worker?.ask()) ?? null }
      }),
    )
    // The asking worker may have ended meanwhile.
    from.line.send({ hostMetrics: 'gathered', number, workers } satisfies MetricsMessage, () => undefined)
  }
}

class AskedWorker {
  readonly line: BusLine
  isReady = false
  readonly #end: () => void
  readonly #waiting = new Set<(families: string | null) => void>()
  #isAsked = false

  constructor(line: BusLine, end: () => void) {
    this.line = line
    this.#end = end
  }

  /** Its measurements; null when it does not answer in time. */
  async ask(): Promise<string | null> {
    if (!this.isReady) return null
    const answer = Promise.withResolvers<string | null>()
    const timer = setTimeout(() => answer.resolve(null), answerLimit)
    this.#waiting.add(answer.resolve)
    if (!this.#isAsked) this.#send()
    const families = await answer.promise
    clearTimeout(timer)
    this.#waiting.delete(answer.resolve)
    return families
  }

  take(families: string | null): void {
    this.#isAsked = false
    for (const resolve of this.#waiting) resolve(families)
  }

  leave(): void {
    this.#end()
    this.isReady = false
    this.take(null)
  }

  #send(): void {
    this.#isAsked = true
    this.line.send({ hostMetrics: 'ask' } satisfies MetricsMessage, (error) => {
      if (error !== null) this.take(null)
    })
  }
}
