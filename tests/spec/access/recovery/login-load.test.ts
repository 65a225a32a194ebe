import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHost, createLog, readConfig } from '@host/host'
import { plugin as account } from '../../../../plugins/account/server/index.ts'

const origin = 'http://127.0.0.1'

test('§I4 64 concurrent sign-ins, at the production cost, delay no other request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-logins-'))
  const host = await createHost({
    plugins: [{ plugin: account, version: '1.0.0', outOfTree: false, granted: ['auth'] }],
    config: readConfig({ HOST_DATA: folder, HOST_RATE_SIGN_IN: '0', HOST_RATE_API: '0', HOST_OVERLOAD_LIMIT: '0' }),
    log: createLog({ level: 'error', format: 'json', write: () => undefined }),
    announce: () => undefined,
  })
  try {
    const post = async (index: number): Promise<number> => {
      const body = JSON.stringify({ email: `nobody-${index}@host.test`, password: 'a guess of the password' })
      const headers = { origin, 'content-type': 'application/json' }
      return (await host.fetch(new Request(`${origin}/api/auth/login`, { method: 'POST', headers, body }))).status
    }
    let isBusy = true
    const logins = Promise.all(Array.from({ length: 64 }, (_, index) => post(index))).finally(() => (isBusy = false))
    let answered = 0
    while (answered < 200) {
      const { status } = await host.fetch(new Request(`${origin}/api/auth/policy`))
      assert.equal(status, 200)
      answered += 1
    }
    assert.equal(isBusy, true, '200 others were answered while the sign-ins were still being looked at')
    assert.deepEqual(new Set(await logins), new Set([401]))
  } finally {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
