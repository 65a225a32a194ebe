/** A host that logs a line with each request, and counts the uncaught errors of its process. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, json } from '@host/plugin'
import { createHost } from '../../../src/host.ts'
import { readConfig } from '../../../src/config/config.ts'

let faults = 0
process.on('uncaughtException', () => (faults += 1))

const logging = definePlugin({
  name: 'logging',
  info: { title: 'Logging', description: 'Logs', icon: 'list', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/logging/line', () => {
      ctx.log.warn('A line for each request.')
      return json({})
    })
    mux.handle('GET /api/x/logging/faults', () => json({ faults }))
  },
})

const folder = mkdtempSync(join(tmpdir(), 'host-log-'))
const host = await createHost({
  plugins: [{ plugin: logging, version: '1.0.0', outOfTree: true }],
  config: readConfig({ HOST_LISTEN: '127.0.0.1:0', HOST_DATABASE_URL: join(folder, 'host.db') }),
})
process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))
process.send?.(await host.listen())
