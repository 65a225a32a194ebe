import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsServerState } from '@host/plugin/platform'
import { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { DnsFront } from './dns-front.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

test('zones that could not be loaded are counted, with the next step', async () => {
  const config = { listen: { host: undefined, port: 0 }, names: ['ns1.host.test'] } as const
  const front = new DnsFront({ config, contexts: new ExecutionContexts(['domains']), log })
  let state: DnsServerState = { zones: 2, refused: 0, firstRefused: undefined }
  front.serviceOf('domains').answer({ listen: async () => 53, stop: async () => undefined, state: () => state })
  assert.equal((await front.check.read('en')).state, 'fail')
  await front.listen()
  assert.deepEqual(await front.check.read('en'), { state: 'ok', working: 2, failing: 0 })
  state = { zones: 2, refused: 1, firstRefused: 'broken.test' }
  const { state: now, working, failing, reason, namedReason, fix } = await front.check.read('zh')
  assert.deepEqual([now, working, failing, reason], ['warn', 2, 1, '1 个区域无法加载。'])
  assert.equal(namedReason, '区域“broken.test”无法加载。')
  assert.match(fix ?? '', /日志/)
})
