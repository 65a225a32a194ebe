import { setTimeout as pause } from 'node:timers/promises'
import { acmeLimits } from '../acme-limits.ts'

/** Resolves after milliseconds. @throws the reason of the signal */
export type Wait = (signal: AbortSignal, milliseconds: number) => Promise<void>

/** Something at the authority that is looked at again and again. */
export interface Polled<State> {
  /** A state that was read just now. */
  readonly first?: State
  readonly read: () => Promise<State>
  readonly isSettled: (state: State) => boolean
  readonly wait: Wait | undefined
}

const firstPause = 500

/**
 * Reads until a state is settled, with pauses as the authority wishes them, within bounds; otherwise each is 1.5 times as
 * long as the one before. The signal bounds the whole.
 */
export async function pollUntil<State extends { readonly retryAfter: number | undefined }>(
  signal: AbortSignal,
  { first, read, isSettled, wait = waitFor }: Polled<State>,
): Promise<State> {
  const { shortestPoll, longestPoll } = acmeLimits
  let state = first ?? (await read())
  for (let usual = firstPause; !isSettled(state); usual *= 1.5) {
    await wait(signal, Math.min(longestPoll, Math.max(shortestPoll, state.retryAfter ?? usual)))
    state = await read()
  }
  return state
}

async function waitFor(signal: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal })
}
