/** Lines of the servers that mail leaves from and arrives at, and of how recipients take it. */
import { noAnswer, verdict, worst, type JudgeLine, type LineContext, type Verdict } from './line-context.ts'
import { addressesOf, reverseName } from './sending-addresses.ts'

export const judgePtr: JudgeLine = async (context) => {
  const { route, lookup, signal } = context
  if (route.kind === 'relay') return verdict('ok', 'ptr_relay')
  if (route.kind === 'none') return verdict('warn', 'no_route')
  const { name } = route
  try {
    const addresses = await addressesOf(lookup, name, signal)
    const found = worst(await Promise.all(addresses.map((address) => addressVerdict(context, address))))
    return found ?? verdict('fail', 'ptr_no_address', { name })
  } catch {
    return noAnswer(name)
  }
}

/** Receivers ask for the name of an address, and whether that name has the address. */
async function addressVerdict({ lookup, signal }: LineContext, address: string): Promise<Verdict> {
  const name = reverseName(address)
  const found = await lookup(name, 'PTR', { signal })
  if (found.kind !== 'records') return verdict('fail', 'ptr_none', { address })
  const names = found.records.slice(0, 5).map((each) => each.toLowerCase().replace(/\.$/, ''))
  for (const host of names) {
    if ((await addressesOf(lookup, host, signal)).includes(address)) return verdict('ok', 'ptr_ok', { host })
  }
  return verdict('fail', 'ptr_differs', { address, host: names[0] ?? '' })
}

export const judgeTls: JudgeLine = async ({ route, server }) => {
  if (server !== undefined && !server.hasTls) return verdict('warn', 'tls_server_none', { name: server.name })
  if (route.kind === 'none') return verdict('warn', 'no_route')
  return verdict('ok', route.kind === 'relay' ? 'tls_relay' : 'tls_direct')
}

export const judgeUnsubscribe: JudgeLine = async () => verdict('ok', 'unsubscribe_rule')

/** Too few to say anything of a rate. */
const fewest = 200
const [mostRate, highRate] = [0.003, 0.001]

export const judgeComplaints: JudgeLine = async ({ complaints: { delivered, complained } }) => {
  const rate = delivered === 0 ? 0 : complained / delivered
  const params = { percent: (rate * 100).toFixed(2), delivered }
  if (delivered < fewest) return verdict('ok', 'complaints_few', { delivered })
  if (rate >= mostRate) return verdict('fail', 'complaints_high', params)
  return rate >= highRate ? verdict('warn', 'complaints_rising', params) : verdict('ok', 'complaints_ok', params)
}
