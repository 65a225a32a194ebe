import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import type { ContextSource } from './secure-contexts.ts'
import { ServedCertificates } from './served-certificates.ts'

/** A choice whose contexts note their sources. */
function choice() {
  const sources: ContextSource[] = []
  const contexts = {
    of(source: ContextSource) {
      sources.push(source)
      return createSecureContext()
    },
  }
  return { sources, certificates: new ServedCertificates({ contexts, issued: undefined, clock: Date.now }) }
}

test('an authority that is added behind the same certificate makes another context', () => {
  const { sources, certificates } = choice()
  const pair = selfSigned(['app.lab.test'])
  for (const cert of [pair.cert, pair.cert, pair.cert + selfSigned(['authority.test']).cert]) {
    certificates.setFiles({ ...pair, cert })
    certificates.contextOf('app.lab.test')
  }
  const [first, same, longer] = sources.map(({ version }) => version)
  assert.equal(same, first)
  assert.notEqual(longer, first)
})
