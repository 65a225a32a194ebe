/**
 * The parent's part of a bus between workers: passes messages of one to all the others.
 *
 * For a worker that reads nothing, because it is blocked or stopped, little is buffered: anything beyond that becomes
 * one gap, which is sent when it reads again. A worker that ends may have left messages unsent; that is a gap for the
 * others.
 */
import { isBusMessage, type BusLine, type BusMessage } from './bus-line.ts'
import { gapPayload } from './payloads.ts'

/** How many payloads wait for one worker, of at most 8 kB each. */
const mostWaiting = 100

const gap: BusMessage = Object.freeze({ hostBus: gapPayload('parent') })

export class BusRelay {
  readonly #workers = new Map<BusLine, RelayedWorker>()

  /** Takes a worker in. */
  add(line: BusLine): void {
    const end = line.listen((message) => {
      if (isBusMessage(message)) this.#handOn(message, line)
    })
    this.#workers.set(line, new RelayedWorker(line, end))
  }

  /** Lets go of a worker that has ended. */
  remove(line: BusLine): void {
    const worker = this.#workers.get(line)
    if (worker === undefined) return
    this.#workers.delete(line)
    worker.end()
    this.#handOn(gap, line)
  }

  #handOn(message: BusMessage, from: BusLine): void {
    for (const [line, worker] of this.#workers) if (line !== from) worker.send(message)
  }
}

class RelayedWorker {
  readonly end: () => void
  readonly #line: BusLine
  #waiting = 0
  #owesGap = false

  constructor(line: BusLine, end: () => void) {
    this.#line = line
    this.end = end
  }

  send(message: BusMessage): void {
    if (this.#owesGap || this.#waiting >= mostWaiting) {
      this.#owesGap = true
      return
    }
    this.#waiting += 1
    this.#line.send(message, () => this.#takeSent())
  }

  #takeSent(): void {
    this.#waiting -= 1
    if (this.#waiting > 0 || !this.#owesGap) return
    this.#owesGap = false
    this.send(gap)
  }
}
