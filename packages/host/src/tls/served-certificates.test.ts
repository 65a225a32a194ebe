import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import type { ContextSource } from './secure-contexts.ts'
import { ServedCertificates, type IssuedCertificates } from './served-certificates.ts'

/** A choice whose contexts note their sources. */
function choice(issued?: IssuedCertificates) {
  const sources: ContextSource[] = []
  const contexts = {
    of(source: ContextSource) {
      sources.push(source)
      return createSecureContext()
    },
  }
  return { sources, certificates: new ServedCertificates({ contexts, issued, clock: Date.now }) }
}

test('an authority that is added behind the same certificate makes another context', () => {
  const { sources, certificates } = choice()
  const pair = selfSigned(['app.lab.test'])
  for (const cert of [pair.cert, pair.cert, pair.cert + selfSigned(['authority.test']).cert]) {
    certificates.setFiles({ ...pair, cert })
    void certificates.contextOf('app.lab.test')
  }
  const [first, same, longer] = sources.map(({ version }) => version)
  assert.equal(same, first)
  assert.notEqual(longer, first)
})

test('a certificate whose host is not answered any more is neither served nor trusted', () => {
  const entry = { host: 'go.lab.test', serial: '01', notBefore: 0, isWanted: false, notAfter: Date.now() + 1_000_000 }
  let known: string | undefined = entry.host
  const { sources, certificates } = choice({
    store: { material: async () => undefined },
    index: { find: (host) => (host === entry.host ? entry : undefined) },
    known: { patternOf: () => known },
  })
  void certificates.contextOf(entry.host)
  assert.equal(certificates.isTrusted(entry.host), true)
  known = undefined
  assert.equal(certificates.contextOf(entry.host), undefined)
  assert.equal(certificates.isTrusted(entry.host), false)
  assert.equal(sources.length, 1)
})

test('a name that no workspace answers is refused before certificates are looked at', () => {
  const never = (): never => assert.fail('it was looked at')
  const certificates = new ServedCertificates({
    contexts: { of: never },
    issued: { known: { patternOf: () => undefined }, index: { find: never }, store: { material: never } },
    clock: Date.now,
  })
  assert.equal(certificates.contextOf('unknown.example'), undefined)
  assert.equal(certificates.isTrusted('unknown.example'), false)
})
