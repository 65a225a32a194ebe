import { PeerServer, type PeerKind } from '@host/dns/testing'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { DnsAccount, DnsRecordSet } from '@host/plugin'
import { rfc2136 } from '../providers/rfc2136/rfc2136-provider.ts'
import { startNameServerProxy, type NameServerProxy } from './name-server-proxy.ts'

export const peerZone = 'acme.example'
const secret = Buffer.alloc(32, 3).toString('base64')
const key = { name: 'owner.key', algorithm: 'hmac-sha256', secret }
const zoneFile = `$ORIGIN ${peerZone}.
@ 300 IN SOA ns.${peerZone}. admin.${peerZone}. 1 3600 600 86400 300
@ 300 IN NS ns.${peerZone}.
@ 300 IN TXT "v=spf1 -all"
ns 300 IN A 192.0.2.53
WWW 300 IN A 192.0.2.1
alias 300 IN CNAME www.${peerZone}.
*.wild 300 IN TXT "wild"
sub 300 IN NS ns.sub
ns.sub 300 IN A 192.0.2.54
`

/** A name server behind a proxy. */
export interface OpenPeer extends AsyncDisposable {
  readonly proxy: NameServerProxy
  readonly outbound: OutboundPolicy
  /** The fields of its account. */
  readonly settings: Readonly<Record<string, string>>
  /** Fields with a secret that the server doesn't know. */
  readonly wrong: Readonly<Record<string, string>>
  readonly account: DnsAccount
  read(name: string, type: string): Promise<DnsRecordSet | undefined>
  write(before: DnsRecordSet | null, after: DnsRecordSet | null): Promise<void>
}

export interface PeerOptions {
  readonly refusesTransfers?: boolean
}

/** Starts BIND or Knot with a zone, and a proxy before it. */
export async function openPeer(kind: PeerKind, options: PeerOptions = {}): Promise<OpenPeer> {
  const server = await PeerServer.start(kind, { zone: `${peerZone}.`, zoneFile, key, ...options })
  const proxy = await startNameServerProxy(server.port)
  const outbound = new OutboundPolicy({ allow: `127.0.0.1:${proxy.port}` })
  const settings = {
    server: `127.0.0.1:${proxy.port}`,
    zones: peerZone,
    key_name: key.name,
    algorithm: key.algorithm,
    secret,
  }
  const account = rfc2136({ outbound, now: Date.now }).open(settings)
  const zone = { id: peerZone, name: peerZone }
  const { signal } = new AbortController()
  return {
    proxy,
    outbound,
    settings,
    wrong: { secret: Buffer.alloc(32, 4).toString('base64') },
    account,
    read: async (name, type) => (await account.records(zone, { signal, keys: [{ name, type }] })).sets[0],
    async write(before, after) {
      const { name = '', type = '' } = after ?? before ?? {}
      await account.write(zone, { name, type, before, after }, { signal })
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await server.stop()
    },
  }
}
