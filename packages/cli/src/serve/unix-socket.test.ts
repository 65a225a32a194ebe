import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Product } from './testing/product.ts'

async function ask(socketPath: string, path: string): Promise<number> {
  const [answer] = (await once(request({ socketPath, path, agent: false }).end(), 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode ?? 0
}

for (const typed of [[], ['--workers', '2']]) {
  test(`a host listens on a Unix socket alone, and refuses one in use (${['serve', ...typed].join(' ')})`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'host-unix-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'host.sock')
    const env = { HOST_LISTEN: `unix:${path}`, HOST_TRUST_PROXY: 'unix' }
    const host = await Product.start(t, { typed, env })
    assert.equal((await host.logged('Listening'))['url'], `unix:${path}`)
    assert.equal(statSync(path).mode & 0o777, 0o660)
    assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => ask(path, '/healthz'))), Array(8).fill(200))

    const second = await Product.start(t, { typed, env })
    assert.equal(await second.exited, 1)
    assert.match(
      second.output,
      /can't listen on .*unix:\S+host\.sock.*: another process listens on it; set HOST_LISTEN/,
    )
    assert.equal(await ask(path, '/healthz'), 200)

    host.kill('SIGTERM')
    assert.equal(await host.exited, 0)
    assert.equal(existsSync(path), false)
  })
}
