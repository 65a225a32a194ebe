import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LeaseThread } from '../../../database/nodes/lease-thread.ts'
import type { LineFormat } from '../../../support/log-line.ts'
import type { Faults } from '../faults.ts'
import type { ExecutionContexts } from '../execution-contexts.ts'
import { beatEvery } from '../../../support/stalls/heartbeat.ts'
import type { Running, Stall } from '../../../support/stalls/watch-order.ts'

/** How a main thread that is blocked is dealt with. */
export interface StallOptions {
  /** Milliseconds after which the process ends itself, for its supervisor to start it again; undefined for never. */
  readonly endAfter: number | undefined
  /** How the lines of the log are written to standard output; undefined when the log is somewhere else. */
  readonly format: LineFormat | undefined
}

/** Dependencies of a watch. */
export interface StallParts {
  readonly leaseThread: LeaseThread
  readonly contexts: ExecutionContexts
  readonly faults: Faults
}

/** Has the main thread watched from another one. A stall is a fault of the plugin that caused it. */
export function watchStalls(
  { endAfter, format }: StallOptions,
  { leaseThread, contexts, faults }: StallParts,
): Disposable {
  const { heartbeat } = contexts
  const channel = `host.stall.${randomUUID()}`
  const answer = (asked: unknown): void => void Object.assign(asked as object, whatRuns(contexts))
  subscribe(channel, answer)
  heartbeat.beat()
  // oxlint-disable-next-line eslint/no-restricted-globals -- a heartbeat of the main thread, not work
  const timer = setInterval(() => heartbeat.beat(), beatEvery).unref()
  const { pulse, plugins } = heartbeat
  leaseThread.watch({ pulse, plugins, channel, endAfter, format }, (stall) => report(stall, faults))
  return {
    [Symbol.dispose]() {
      heartbeat.stop()
      clearInterval(timer)
      unsubscribe(channel, answer)
    },
  }
}

/** Runs inside the code that blocks the thread, so it sees its context and stack. */
function whatRuns(contexts: ExecutionContexts): Running {
  const frame = contexts.current()
  return { plugin: frame?.plugin ?? 'host', requestId: frame?.requestId, stack: stackBelow() }
}

const mostPlaces = 20
/** Where the stack of the question ends and that of the interrupted code begins. */
const question = /^ +at <anonymous>:1:\d+$/

function stackBelow(): string {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = mostPlaces
  const places = (new Error('Asked').stack ?? '').split('\n')
  Error.stackTraceLimit = usual
  return places
    .slice(places.findLastIndex((place) => question.test(place)) + 1)
    .map((place) => place.trim())
    .join('\n')
}

function report({ milliseconds, running }: Stall, faults: Faults): void {
  const error = new Error(`It blocked the event loop for ${milliseconds} ms.`)
  error.stack = `${error.name}: ${error.message}\n${running?.stack ?? ''}`.trim()
  faults.report({ plugin: running?.plugin ?? 'host', kind: 'stall', error, requestId: running?.requestId })
}
