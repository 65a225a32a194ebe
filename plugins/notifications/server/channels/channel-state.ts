import type { BothLanguages } from '../models.ts'
import { failureOf, isHopeless } from './channel-failure.ts'

export type ChannelState = 'unproven' | 'working' | 'failing' | 'off'

/** How a channel does, as it is stored. */
export interface ChannelHealth {
  readonly state: ChannelState
  readonly error: BothLanguages | null
  readonly failing_since: string | null
}

export const working = { state: 'working', error: null, failing_since: null } as const
export const unproven = { state: 'unproven', error: null, failing_since: null } as const

/** A channel without a delivered message for so long is switched off. */
const longestFailure = 3 * 24 * 3_600_000

/** The health after a switch by a user; empty where it changes nothing. */
export function switched(state: ChannelState, isOn: boolean | undefined): Partial<ChannelHealth> {
  if (isOn === true && state === 'off') return unproven
  return isOn === false ? { state: 'off', failing_since: null } : {}
}

/** The health after a failed message: off after days of failures, or at once where no other message can get through. */
export function failed(
  { failing_since: known }: Pick<ChannelHealth, 'failing_since'>,
  thrown: unknown,
  now: number,
): ChannelHealth & { readonly error: BothLanguages } {
  const since = known ?? new Date(now).toISOString()
  const isOver = isHopeless(thrown) || now - Date.parse(since) >= longestFailure
  return { state: isOver ? 'off' : 'failing', error: failureOf(thrown), failing_since: since }
}
