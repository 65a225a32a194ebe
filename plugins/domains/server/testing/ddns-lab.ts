import type { DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider } from '@host/testing'
import { createDdnsToken, listDdnsTokens, updatePath, type DdnsToken, type NewDdnsToken } from '../../shared.ts'
import { acme, openZonesLab, type ZonesLab, type ZonesLabOptions } from './zones-lab.ts'

/** An answer to a client of dynamic DNS. */
export interface UpdateAnswer {
  readonly status: number
  /** Its lines. */
  readonly lines: readonly string[]
  readonly headers: Headers
}

/** A host with a zone that clients of dynamic DNS change. */
export interface DdnsLab extends ZonesLab {
  /** The ID of its zone. */
  readonly id: string
  /** Takes requests from a socket, behind a trusted proxy. @returns its URL */
  listen(): Promise<string>
  createToken(names?: readonly string[], types?: readonly ('A' | 'AAAA')[]): Promise<NewDdnsToken>
  /** Sends an update with a token, from an address where one is given: through a socket. */
  update(token: string | undefined, query: Readonly<Record<string, string>>, from?: string): Promise<UpdateAnswer>
  /** Calls of the provider that write. */
  writes(): number
  token(id: string): Promise<DdnsToken | undefined>
}

export const home = `home.${acme}`
export const nas = `nas.${acme}`

const records: readonly DnsRecordSet[] = [
  { name: acme, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] },
  { name: home, type: 'A', ttl: 60, data: ['192.0.2.1'], comment: 'Router', isProxied: true },
  { name: home, type: 'AAAA', ttl: 120, data: ['2001:db8:0:1::10'] },
  { name: nas, type: 'AAAA', ttl: 300, data: ['2001:db8:0:1:a:b:c:d'] },
]

/** Opens a laboratory. */
export async function openDdnsLab(options: ZonesLabOptions = {}): Promise<DdnsLab> {
  const provider = options.provider ?? memoryDnsProvider({ zones: { [acme]: records } })
  const environment = { HOST_TRUST_PROXY: '127.0.0.1', ...options.environment }
  const lab = await openZonesLab({ ...options, provider, environment })
  const { id } = await lab.addZone()
  let url: Promise<string> | undefined
  const listen = () => (url ??= lab.host.listen())
  const admin = lab.host.as('admin')
  return {
    ...lab,
    id,
    listen,
    createToken: (names = ['home', 'nas'], types = ['A', 'AAAA']) =>
      admin.call(createDdnsToken, { name: 'Router', zoneId: id, names: [...names], types: [...types] }),
    async update(token, query, from) {
      const path = `${updatePath}?${new URLSearchParams(query).toString()}`
      const headers = token === undefined ? {} : basic('user', token)
      const answer =
        from === undefined
          ? await lab.host.fetch(new Request(`http://host.test${path}`, { headers }))
          : await fetch((await listen()) + path, { headers: { ...headers, 'x-forwarded-for': from } })
      return { status: answer.status, lines: (await answer.text()).trimEnd().split('\n'), headers: answer.headers }
    },
    writes: () => provider.calls.filter(({ call }) => call === 'write').length,
    token: async (tokenId) => (await admin.call(listDdnsTokens, {})).items.find((token) => token.id === tokenId),
  }
}

/** The header of the scheme Basic. */
export function basic(user: string, password: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
