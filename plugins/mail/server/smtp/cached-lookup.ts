import type { Lookup, LookupAnswer } from '@host/email'

/** Milliseconds. Checks of senders tolerate that; readiness and deliveries ask anew each time. */
const keptFor = 60_000
const mostAnswers = 2_000
/** Characters; longer answers are not kept. */
const longest = 4_096

interface Kept {
  readonly answer: LookupAnswer
  readonly until: number
}

/** Keeps answers for a minute: messages of one sender come together, and each asks for the same five names. */
export function cachedLookup(lookup: Lookup, clock: () => number): Lookup {
  const kept = new Map<string, Kept>()
  return async (name, type, options) => {
    const key = `${type} ${name}`
    const known = kept.get(key)
    if (known !== undefined && known.until > clock()) return known.answer
    const answer = await lookup(name, type, options)
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= mostAnswers && oldest !== undefined) kept.delete(oldest)
    if (lengthOf(answer) <= longest) kept.set(key, { answer, until: clock() + keptFor })
    return answer
  }
}

function lengthOf(answer: LookupAnswer): number {
  return answer.kind === 'records' ? answer.records.reduce((sum, text) => sum + text.length, 0) : 0
}
