import type { SeenOutcome, ServerAnswer } from '../../shared.ts'

/**
 * The result of all servers together. A server that was asked and has not the record outweighs one that couldn't be
 * asked, and nothing is right unless every server says so.
 */
export function outcomeOf(servers: readonly Pick<ServerAnswer, 'state'>[]): SeenOutcome {
  const states = new Set(servers.map(({ state }) => state))
  const isContradicted = states.has('missing') || states.has('wrong')
  if (states.has('ok') && isContradicted) return 'differs'
  if (states.has('wrong')) return 'wrong'
  if (states.has('missing')) return 'missing'
  return states.size === 0 || states.has('lookup_failed') ? 'lookup_failed' : 'ok'
}
