import type { RecordCheck, WatchSeen } from '../../shared.ts'

/** Records that are stored and published of one server. */
export const mostSeen = 5
const longestSeen = 200
const mostServers = 10

/** The answers of name servers in short: of the first one that is not right, and of each. */
export function seenOf({ problem, servers }: RecordCheck): WatchSeen {
  const isWrong = (state: string) => state === 'missing' || state === 'wrong'
  const server = servers.find(({ state }) => isWrong(state)) ?? servers.find(({ state }) => state !== 'ok')
  // Those that are not right come first, in case there are too many.
  const sorted = servers.toSorted((one, other) => Number(one.state === 'ok') - Number(other.state === 'ok'))
  return {
    problem: problem ?? server?.problem ?? null,
    server: server?.name ?? null,
    data: shortened(server?.seen ?? []),
    servers: sorted.slice(0, mostServers).map((each) => ({ ...each, seen: shortened(each.seen) })),
  }
}

/** Some records, each of limited length. */
export function shortened(data: readonly string[]): string[] {
  return data.slice(0, mostSeen).map((text) => text.slice(0, longestSeen).toWellFormed())
}
