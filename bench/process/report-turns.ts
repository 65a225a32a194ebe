/** Loaded before a server: sends the longest turns of its main thread to the parent, once it listens. */
import { subscribe, tracingChannel } from 'node:diagnostics_channel'
import { loadedChannel, type StartTurns } from './start-turns.ts'
import { TurnMeter } from './turn-meter.ts'

const meter = new TurnMeter()
let loading = 0

// A turn counts once it is over.
subscribe(loadedChannel, () => void setImmediate(() => void (loading = meter.take())))
tracingChannel('net.server.listen').subscribe({
  start() {},
  end() {},
  asyncStart() {},
  error() {},
  asyncEnd: () =>
    void setImmediate(() => void process.send?.({ loading, starting: meter.take() } satisfies StartTurns)),
})
