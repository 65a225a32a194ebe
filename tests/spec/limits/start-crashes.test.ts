/** `kill -9` at random moments of a first start, which makes keys, tables and the first account. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { hostProgram, startHostProcess, type HostProcess, type HostProcessOptions } from '../lab/host-process.ts'
import { emailOf, password } from '../lab/people.ts'
import { Visitor } from '../lab/visitor.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 100 : 4

for (const product of testDatabases) {
  test(`${product.name}: §4.24 a start that was killed half way is made good by the next one`, async () => {
    await hostProgram()
    await using first = await prepare(product)
    const began = performance.now()
    await first.start()
    const whole = performance.now() - began
    for (let round = 0; round < rounds; round += 1) {
      await using database = await prepare(product)
      // The tables are made in the later part; before that Node itself starts.
      const victim = database.start({ lifetime: Math.ceil(whole * (0.4 + Math.random() * 0.6)) })
      await victim.then(
        async ({ ended }) => await ended,
        () => undefined,
      )
      const { url } = await database.start()
      await new Visitor(url).signIn(emailOf('ada'), password)
    }
  })
}

/** An empty database, and hosts on it. */
async function prepare(product: TestDatabaseProduct) {
  const database = await product.create()
  const folder = await mkdtemp(join(tmpdir(), 'host-starts-'))
  const hosts: HostProcess[] = []
  return {
    async start(options: Pick<HostProcessOptions, 'lifetime'> = {}): Promise<HostProcess> {
      const host = await startHostProcess({ databaseUrl: database.url, folder, ...options })
      hosts.push(host)
      return host
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) await host[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
