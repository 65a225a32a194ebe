/** The requests that an account sends to its name server, each signed with its key. */
import {
  askServer,
  DnsError,
  isSameName,
  sendUpdate,
  transferZone,
  type Prerequisite,
  type ResourceRecord,
  type ServerOptions,
  type ZoneUpdate,
} from '@host/dns'
import type { DnsRecordKey } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/safehttp'
import type { Rfc2136Settings } from './rfc2136-settings.ts'

/** Milliseconds; a call of the contract may take 25,000. */
const updateTime = 10_000
const transferTime = 20_000
const limits = { maxRecords: 50_000, maxBytes: 16 * 1024 * 1024 }

/** An update of a zone, as `sendUpdate` has it. */
export interface ZoneRequest {
  /** Without a dot at the end. */
  readonly zone: string
  readonly prerequisites?: readonly Prerequisite[]
  readonly updates?: readonly ZoneUpdate[]
}

/** Options of a name server beyond its settings. */
export interface NameServerOptions {
  /** Without it, as while composing, nothing may be asked. */
  readonly outbound: OutboundPolicy | undefined
  /** Milliseconds since 1970, for signatures. */
  readonly now: () => number
}

export class NameServer {
  readonly #server: ServerOptions

  constructor({ address, port, tsig }: Rfc2136Settings, { outbound, now }: NameServerOptions) {
    const isAllowedAddress = (each: string): boolean => outbound?.admit(each, port) !== undefined
    this.#server = { address, port, tsig, now, isAllowedAddress }
  }

  /** All records of a zone. @throws DnsError */
  async transfer(zone: string, signal: AbortSignal): Promise<readonly ResourceRecord[]> {
    const options = { ...this.#server, ...limits, zone: `${zone}.`, timeout: transferTime, signal }
    return await Array.fromAsync(transferZone(options))
  }

  /** The records of a key as a query finds them, which may be those of a wildcard. @throws DnsError */
  async ask({ name, type }: DnsRecordKey, signal: AbortSignal): Promise<readonly ResourceRecord[]> {
    const question = { name: `${name}.`, type }
    const found = await askServer({ ...this.#server, question, signal })
    // Those of a delegation are outside the answer.
    const sections = found.isAuthoritative ? [found.answers] : [found.answers, found.authorities, found.additionals]
    return sections.flat().filter((each) => each.type === type && isSameName(each.name, question.name))
  }

  /** @throws DnsError */
  async update({ zone, prerequisites = [], updates = [] }: ZoneRequest, signal: AbortSignal): Promise<void> {
    const timeout = updateTime
    await sendUpdate({ ...this.#server, zone: `${zone}.`, prerequisites, updates, timeout, signal })
  }

  /** Whether prerequisites hold: those of an update that changes nothing. @throws DnsError */
  async holds(zone: string, prerequisites: readonly Prerequisite[], signal: AbortSignal): Promise<boolean> {
    try {
      await this.update({ zone, prerequisites }, signal)
      return true
    } catch (error) {
      if (error instanceof DnsError && isUnmet(error)) return false
      throw error
    }
  }
}

/** Whether a prerequisite of an update didn't hold. */
export function isUnmet({ code }: DnsError): boolean {
  return code === 'nxrrset' || code === 'yxrrset' || code === 'nxdomain' || code === 'yxdomain'
}
