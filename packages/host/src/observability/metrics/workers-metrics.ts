/**
 * The metrics of all workers of one parent, read from any of them. Each series names its worker by the label `worker`;
 * series that are the same for all of them appear once, without the label.
 */
import { deserialize, serialize } from 'node:v8'
import { Problem } from '@host/plugin'
import type { BusLine } from '../../database/bus/bus-line.ts'
import type { HostMetrics } from './host-metrics.ts'
import { familyBy, type MetricFamily } from './metric-family.ts'
import { isMetricsMessage, type MetricsMessage, type ToldWorker } from './workers-line.ts'

/** Longest wait for the parent, in milliseconds: longer than it waits for a worker. */
const gatherLimit = 4_000

export class WorkersMetrics implements Disposable {
  readonly #line: BusLine
  readonly #metrics: Pick<HostMetrics, 'ownFamilies' | 'sharedFamilies'>
  readonly #end: () => void
  #gathering: Promise<readonly ToldWorker[]> | undefined
  #onGathered: (number: number, workers: readonly ToldWorker[]) => void = () => undefined
  #number = 0

  constructor(line: BusLine, metrics: Pick<HostMetrics, 'ownFamilies' | 'sharedFamilies'>) {
    this.#line = line
    this.#metrics = metrics
    this.#end = line.listen((message) => {
      if (isMetricsMessage(message)) this.#receive(message)
    })
    this.#send({ hostMetrics: 'ready' })
  }

  /** Families of all workers. Scrapes that come together are answered together. @throws Problem without a parent */
  async families(): Promise<readonly MetricFamily[]> {
    this.#gathering ??= this.#gather().finally(() => (this.#gathering = undefined))
    const [workers, shared] = await Promise.all([this.#gathering, this.#metrics.sharedFamilies()])
    const up = familyBy(
      'worker',
      { name: 'host_worker_up', type: 'gauge', help: 'Whether a worker reported its metrics.' },
      workers.map(({ worker, families }) => [worker, families === null ? 0 : 1]),
    )
    return [up, ...labelled(workers), ...shared]
  }

  [Symbol.dispose](): void {
    this.#end()
  }

  #receive(message: MetricsMessage): void {
    if (message.hostMetrics === 'ask') void this.#tell()
    if (message.hostMetrics === 'gathered') this.#onGathered(message.number, message.workers)
  }

  async #tell(): Promise<void> {
    this.#send({ hostMetrics: 'told', families: packed(await this.#metrics.ownFamilies()) })
  }

  #gather(): Promise<readonly ToldWorker[]> {
    const number = (this.#number += 1)
    const gathered = Promise.withResolvers<readonly ToldWorker[]>()
    const refuse = (): void => gathered.reject(new Problem('service_unavailable'))
    const timer = setTimeout(refuse, gatherLimit)
    this.#onGathered = (answered, workers) => {
      if (answered === number) gathered.resolve(workers)
    }
    this.#send({ hostMetrics: 'gather', number }, refuse)
    return gathered.promise.finally(() => clearTimeout(timer))
  }

  /** A worker whose parent is gone ends by itself. */
  #send(message: MetricsMessage, onFailure: () => void = () => undefined): void {
    this.#line.send(message, (error) => {
      if (error !== null) onFailure()
    })
  }
}

function labelled(workers: readonly ToldWorker[]): readonly MetricFamily[] {
  const merged = new Map<string, MetricFamily>()
  for (const { worker, families } of workers) {
    for (const family of families === null ? [] : unpacked(families)) {
      const key = `${family.type} ${family.name}`
      const points = family.points.map(({ labels, value }) => ({ labels: { ...labels, worker }, value }))
      merged.set(key, { ...family, points: [...(merged.get(key)?.points ?? []), ...points] })
    }
  }
  return [...merged.values()]
}

/** JSON has neither infinity nor NaN, and both can be measured. */
function packed(families: readonly MetricFamily[]): string {
  return serialize(families).toString('base64')
}

function unpacked(text: string): readonly MetricFamily[] {
  return deserialize(Buffer.from(text, 'base64')) as readonly MetricFamily[]
}
