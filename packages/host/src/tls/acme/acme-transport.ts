import type { AcmeTransport } from '@host/acme'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { newClient } from '@host/plugin/safehttp'
import type { AcmeConfig } from './acme-config.ts'

const requestTime = 30_000
/** A chain of certificates is the largest answer. */
const largestAnswer = 128 * 1024

/**
 * The host's client for the authority. The operator chose the directory, which may be on a private network, so its port is
 * open on every address, and no other port.
 */
export function acmeTransport({ directory, roots }: Pick<AcmeConfig, 'directory' | 'roots'>): AcmeTransport {
  const { port } = new URL(directory)
  const at = port === '' ? '443' : port
  const client = newClient(requestTime, {
    outbound: new OutboundPolicy({ allow: `0.0.0.0/0:${at},[::]/0:${at}` }),
    maxBytes: largestAnswer,
    followsRedirects: false,
    roots,
  })
  return {
    async fetch(signal, url, { method, headers, body }) {
      return await client.fetch(signal, url, { method, headers, ...(body !== undefined && { body }) })
    },
  }
}
