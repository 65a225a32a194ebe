import type {
  BatchObservableCallback,
  Counter,
  Gauge,
  Histogram,
  Meter,
  MetricOptions,
  Observable,
  ObservableCallback,
  ObservableCounter,
  ObservableGauge,
  ObservableUpDownCounter,
  UpDownCounter,
} from '@opentelemetry/api'

/** Runs calls into a plugin, under its name; an error is its own fault. */
export type Contain = (work: () => unknown) => Promise<void>

/** How many instruments a plugin may have. */
const mostInstruments = 100

/** The meter of one plugin: that of the kit, with contained callbacks, and a limit on the number of instruments. */
export class PluginMeter implements Meter {
  readonly #meter: Meter
  readonly #contain: Contain
  readonly #contained = new WeakMap<object, ObservableCallback>()
  readonly #containedBatches = new WeakMap<object, BatchObservableCallback>()
  #instruments = 0

  constructor(meter: Meter, contain: Contain) {
    this.#meter = meter
    this.#contain = contain
  }

  createGauge(name: string, options?: MetricOptions): Gauge {
    return this.#count().createGauge(name, options)
  }

  createHistogram(name: string, options?: MetricOptions): Histogram {
    return this.#count().createHistogram(name, options)
  }

  createCounter(name: string, options?: MetricOptions): Counter {
    return this.#count().createCounter(name, options)
  }

  createUpDownCounter(name: string, options?: MetricOptions): UpDownCounter {
    return this.#count().createUpDownCounter(name, options)
  }

  createObservableGauge(name: string, options?: MetricOptions): ObservableGauge {
    return this.#observed(this.#count().createObservableGauge(name, options))
  }

  createObservableCounter(name: string, options?: MetricOptions): ObservableCounter {
    return this.#observed(this.#count().createObservableCounter(name, options))
  }

  createObservableUpDownCounter(name: string, options?: MetricOptions): ObservableUpDownCounter {
    return this.#observed(this.#count().createObservableUpDownCounter(name, options))
  }

  addBatchObservableCallback(callback: BatchObservableCallback, observables: Observable[]): void {
    const contained: BatchObservableCallback = (result) => this.#contain(() => callback(result))
    this.#containedBatches.set(callback, contained)
    this.#meter.addBatchObservableCallback(contained, observables)
  }

  removeBatchObservableCallback(callback: BatchObservableCallback, observables: Observable[]): void {
    const contained = this.#containedBatches.get(callback)
    if (contained !== undefined) this.#meter.removeBatchObservableCallback(contained, observables)
  }

  /** @throws RangeError for one instrument too many */
  #count(): Meter {
    this.#instruments += 1
    if (this.#instruments <= mostInstruments) return this.#meter
    throw new RangeError(`A plugin has at most ${mostInstruments} instruments: use attributes to distinguish cases.`)
  }

  /** The kit knows its own observables only, so it stays the same object. */
  #observed<Instrument extends Observable>(observable: Instrument): Instrument {
    const add = observable.addCallback.bind(observable)
    const remove = observable.removeCallback.bind(observable)
    return Object.assign(observable, {
      addCallback: (callback: ObservableCallback) => add(this.#containedOf(callback)),
      removeCallback: (callback: ObservableCallback) => remove(this.#containedOf(callback)),
    })
  }

  #containedOf(callback: ObservableCallback): ObservableCallback {
    const known = this.#contained.get(callback)
    if (known !== undefined) return known
    const contained: ObservableCallback = (result) => this.#contain(() => callback(result))
    this.#contained.set(callback, contained)
    return contained
  }
}
