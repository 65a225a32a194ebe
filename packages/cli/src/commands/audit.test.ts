import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { AuditLog, type AuditLogService } from '@host/plugin/platform'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const org = 'org_one'

for (const product of testDatabases) {
  test(`${product.dialect}: "host audit verify" says beside a running host that every log is sound`, async (t) => {
    const { start, run } = await lab(t, product)
    const host = await start()
    await host.write(3)
    const beside = await run()
    assert.equal(beside.code, 0, beside.reported)
    assert.match(
      beside.written,
      /^Checked \d+ sealed entries in \d logs?; \d+ entr(?:y waits|ies wait) to be sealed\. No entry/,
    )
    await host.stop()
    const { code, written } = await run()
    assert.equal(code, 0)
    assert.equal(
      written,
      'Checked 5 sealed entries in 3 logs; 0 entries wait to be sealed. No entry was altered, reordered, removed, truncated, or inserted.',
    )
  })

  test(`${product.dialect}: "host audit verify" names the manipulation, and exits with 1`, async (t) => {
    const { start, run, change } = await lab(t, product)
    const host = await start()
    await host.write(5)
    await host.stop()
    await change(`update audit_entries set actor_id = 'usr_other' where seq = 2 and org_id = '${org}'`)
    await change(`delete from audit_entries where seq = 4 and org_id = '${org}'`)
    const { code, written, reported } = await run()
    assert.deepEqual([code, written], [1, ''])
    const [removed, altered, summary] = reported.split('\n')
    assert.equal(removed, 'The log of workspace org_one, entry 4: removed; this entry is missing.')
    assert.match(altered ?? '', /^The log of workspace org_one, entry 2 \(aud_\w+\): altered; a value/)
    assert.equal(summary, '2 findings. Checked 6 sealed entries in 3 logs; 0 entries wait to be sealed.')
  })
}

test('"host audit verify" makes no database where none is', async (t) => {
  const { run, folder } = await lab(t, testDatabases[0])
  const { code, reported } = await run('audit verify', join(folder, 'nowhere'))
  assert.equal(code, 1)
  assert.match(reported, /^Database not found/)
  assert.deepEqual(await readdir(folder), [])
})

interface Lab {
  readonly folder: string
  start(): Promise<{ write(count: number): Promise<void>; stop(): Promise<void> }>
  run(typed?: string, data?: string): Promise<TypedCommand>
  change(sql: string): Promise<void>
}

async function lab(t: TestContext, product: TestDatabaseProduct | undefined): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-audit-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product?.create()
  t.after(() => fresh?.[Symbol.asyncDispose]())
  const environment = (data: string): Record<string, string> => ({
    HOST_DATA: data,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_STOP_TIMEOUT: '1',
    HOST_ADMIN_EMAIL: 'root@lab.test',
    HOST_ADMIN_PASSWORD: 'quiet-river-93-lamp',
    ...(data === folder && { HOST_DATABASE_URL: fresh?.url ?? '' }),
  })
  return {
    folder,
    start: async () => {
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const config = readConfig(environment(folder))
      const passwordCost = { memory: 64, passes: 1 }
      const host = await createHost({ plugins: [], config, log, announce: () => {}, passwordCost })
      t.after(() => host.stop())
      const audit = host.lookup(AuditLog) as AuditLogService
      const entry = { orgId: org, actor: { kind: 'host' as const }, action: 'note.created' }
      return {
        write: async (count) => {
          for (let written = 0; written < count; written += 1) await audit.record(entry)
        },
        stop: () => host.stop(),
      }
    },
    run: (typed = 'audit verify', data = folder) =>
      typeCommand(typed.split(' '), { cwd: folder, env: environment(data) }),
    change: async (sql) => {
      const database = await fresh?.open({ isExclusive: false })
      await database?.run({ sql, parameters: [], writes: true })
    },
  }
}
