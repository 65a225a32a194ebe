import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

/** Modules of HTTPS that were loaded, without the tables, which every host has. */
function ofTls(): readonly string[] {
  const own = loaded.filter((url) => /\/host\/src\/tls\/|\/packages\/acme\//.test(url))
  return own
    .map((url) => url.replace(/^.*\//, ''))
    .filter((name) => !['models.ts', 'certificate-files.ts'].includes(name))
}

test('a host without HTTPS loads none of its code, and one with it does', async (t) => {
  const { labHost } = await import('../../testing/lab-host.ts')
  const { host } = await labHost(t, [])
  await host.listen()
  assert.deepEqual([ofTls(), host.secureUrl], [[], undefined])
  const { certificateFiles } = await import('../../testing/tls/tls-host.ts')
  const { selfSigned } = await import('../../testing/tls/self-signed.ts')
  const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
  const secure = await labHost(t, [], { environment: { HOST_TLS_LISTEN: '127.0.0.1:0', ...environment } })
  await secure.host.listen()
  assert.ok(ofTls().includes('create-tls.ts'))
})
