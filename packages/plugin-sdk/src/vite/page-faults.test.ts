// @vitest-environment node
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, test, vi } from 'vitest'
import type { Fault } from './fault-board.ts'
import { followPageFaults } from './page-faults.ts'

test('an error of a page has its line, also when its file was written again meanwhile', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'host-page-faults-')))
  const file = join(root, 'page.ts')
  writeFileSync(file, "interface Typed { readonly gone: true }\n\nthrow new Error('Planned' as string)\n")
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const shown: (Fault | undefined)[] = []
    const on = vi.spyOn(server.ws, 'on')
    followPageFaults(server, { show: (_source, fault) => shown.push(fault) }, () => [root])
    const report = on.mock.calls.find(([event]) => event === 'host:fault')?.[1] as (data: unknown) => void
    const { client } = server.environments
    await client.transformRequest('/page.ts')
    client.moduleGraph.invalidateAll()
    report({ message: 'Planned', stack: 'Error: Planned\n    at http://localhost/page.ts?t=1:1:7' })
    await vi.waitUntil(() => shown.length > 0)
    expect(shown).toEqual([{ message: 'Planned', file, line: 3, column: 7 }])
  } finally {
    await server.close()
    rmSync(root, { recursive: true })
  }
})
