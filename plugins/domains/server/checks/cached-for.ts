import { rcodes, type Message } from '@host/dns'
import { questionFor, readRecords, type ExpectedRecords } from './read-answer.ts'
import type { NameServers } from './name-servers.ts'

/** Milliseconds to ask resolvers, after a check of the servers. */
const timeLimit = 3_000
const answerRcodes: ReadonlySet<number> = new Set([rcodes.NOERROR, rcodes.NXDOMAIN])

/**
 * How long caches have other records than those expected, in seconds: by the operator's resolvers, which stand for all.
 * @returns null when none has, or none answers
 * @throws the reason of the signal, when it was aborted
 */
export async function cachedFor(
  nameServers: NameServers,
  expected: ExpectedRecords,
  signal: AbortSignal,
): Promise<number | null> {
  // Resolvers have the NS records of the zone below.
  if (expected.type === 'NS') return null
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const messages = await nameServers.askResolvers(questionFor(expected), limit)
  signal.throwIfAborted()
  const earlier = messages.filter((message) => isEarlier(message, expected))
  return earlier.length === 0 ? null : Math.max(...earlier.map(secondsLeft))
}

/** An answer without records is from a cache when its SOA record says for how long. */
function isEarlier({ rcode, answers, authorities }: Message, expected: ExpectedRecords): boolean {
  const isAnswered = answers.length > 0 || authorities.some(({ type }) => type === 'SOA')
  return isAnswered && answerRcodes.has(rcode) && readRecords(answers, expected).state !== 'ok'
}

function secondsLeft({ answers, authorities }: Message): number {
  const records = answers.length > 0 ? answers : authorities.filter(({ type }) => type === 'SOA')
  return Math.max(...records.map(({ ttl }) => ttl))
}
