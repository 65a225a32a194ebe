/**
 * The only connection to the server, reconnected until aborted:
 *
 *   connecting --ready, for us--> open --ends, or silent for a minute--> waiting
 *       |                           '--changed--> open
 *       '--rejected, no `ready` in time, for another user or workspace--> waiting --delay over--> connecting
 *
 * The session may be another one by the time the connection is made. Events are therefore ignored until `ready` names
 * the user and workspace they belong to.
 */
import { readChange, type LiveChange } from './live-change.ts'
import { readEvents, type StreamEvent } from './read-events.ts'

/** The user and workspace of a stream. */
export interface Whose {
  readonly userId: string
  readonly orgId: string | null
}

/** Options of `followStream`. */
export interface LiveStreamOptions {
  readonly whose: Whose
  readonly connect: (signal: AbortSignal) => Promise<Response>
  /** It is open; for the first time, or again. */
  readonly onOpen: (isFirst: boolean) => void
  readonly onChange: (change: LiveChange) => void
  /** The session has ended, or belongs to another user or workspace. */
  readonly onAnonymous: () => void
}

/** How long to wait, in milliseconds: for `ready`, for any sign of life, and between attempts. */
const readyLimit = 10_000
const silenceLimit = 60_000
const firstDelay = 500
const longestDelay = 60_000
/** How long a connection must have lasted to count as one that works. */
const steadyAfter = 20_000

/** Follows until the signal aborts; never rejects. */
export async function followStream(options: LiveStreamOptions, signal: AbortSignal): Promise<void> {
  let failures = 0
  let isFirst = true
  const onOpen = (): void => {
    options.onOpen(isFirst)
    isFirst = false
  }
  while (!signal.aborted) {
    const since = performance.now()
    const asked = await attempt(options, onOpen, signal)
    failures = performance.now() - since > steadyAfter ? 0 : failures + 1
    const delay = Math.min(firstDelay * 2 ** failures, longestDelay) * (0.5 + Math.random() / 2)
    await pause(Math.max(delay, asked), signal)
  }
}

/** @returns how long the server asks to wait at least, in milliseconds */
async function attempt(options: LiveStreamOptions, onOpen: () => void, signal: AbortSignal): Promise<number> {
  const silence = new Silence(signal)
  try {
    const response = await options.connect(silence.signal)
    if (response.status === 401) options.onAnonymous()
    if (!response.ok || response.body === null) return retryAfter(response)
    const events = readEvents(response.body)
    for await (const event of events) {
      if (silence.signal.aborted) return 0
      if (event?.event !== 'ready') continue
      if (!isFor(event.data, options.whose)) {
        options.onAnonymous()
        return 0
      }
      onOpen()
      await takeChanges(events, silence, options.onChange)
    }
  } catch {
    // No connection, or one that broke: the next attempt follows.
  } finally {
    silence.end()
  }
  return 0
}

async function takeChanges(
  events: AsyncIterable<StreamEvent>,
  silence: Silence,
  onChange: LiveStreamOptions['onChange'],
): Promise<void> {
  silence.within(silenceLimit)
  for await (const event of events) {
    if (silence.signal.aborted) return
    silence.within(silenceLimit)
    const change = event?.event === 'changed' ? readChange(event.data) : undefined
    if (change !== undefined) onChange(change)
  }
}

/** Ends a connection of which nothing is heard in time. */
class Silence {
  readonly signal: AbortSignal
  readonly #broken = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#broken.signal])
    this.within(readyLimit)
  }

  within(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(), milliseconds)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#broken.abort()
  }
}

function isFor(value: unknown, { userId, orgId }: Whose): boolean {
  const said = value as Partial<Whose> | null
  return said?.userId === userId && said.orgId === orgId
}

function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 300) * 1_000 : 0
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
