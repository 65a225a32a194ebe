/** A process that orders what is due, and kills itself at an answer of the authority: `node killed-order.ts <facts in JSON>`. */
import { trustingTransport } from '@host/acme/testing'
import { memoryBus } from '../../src/database/bus/memory-bus.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { soleCoherence } from '../../src/security/coherence/sole-coherence.ts'
import { openAcmeProcess, type AcmeAuthority } from './acme-process.ts'

/** What the process is told. */
export interface KilledOrder {
  /** Of the database. */
  readonly url: string
  readonly keys: readonly string[]
  readonly authority: AcmeAuthority
  /** Its time, in milliseconds since 1970. */
  readonly now: number
  /** Part of the URL whose answer it does not see. */
  readonly killAt: string
}

const { url, keys, authority, now, killAt } = JSON.parse(process.argv[2] ?? '') as KilledOrder
const transport = trustingTransport(authority.roots)
const acme = await openAcmeProcess(
  { url, open: async (options) => await openDatabase({ url, ...options }) },
  {
    authority,
    keys,
    clock: () => now,
    own: [],
    bus: memoryBus(),
    coherence: soleCoherence(),
    recorder: { record: async () => undefined },
    dns: () => undefined,
    isDnsOn: async () => false,
    stateOf: async () => undefined,
    serves: async () => true,
    transport: {
      fetch: async (signal, asked, request) => {
        const answer = await transport.fetch(signal, asked, request)
        if (asked.includes(killAt)) process.kill(process.pid, 'SIGKILL')
        return answer
      },
    },
  },
)
await acme.run()
