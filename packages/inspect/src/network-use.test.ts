import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readModule } from './module-facts.ts'

const whatIn = (text: string, kind: 'network' | 'unread' = 'network'): readonly string[] =>
  readModule('plugin.ts', text)[kind].map(({ what, line }) => `${what} ${line}`)

const opening: readonly (readonly [text: string, ...found: string[]])[] = [
  ["fetch('https://a.example')", 'fetch 1'],
  ['\nawait fetch(url)', 'fetch 2'],
  ['const send = fetch', 'fetch 1'],
  ['export { send }\nconst send = { fetch }', 'fetch 2'],
  ['[1].map(fetch)', 'fetch 1'],
  ["globalThis.fetch('x')", 'globalThis.fetch 1'],
  ["globalThis['fetch']('x')", 'globalThis.fetch 1'],
  ['globalThis[`fetch`]', 'globalThis.fetch 1'],
  ["globalThis?.fetch?.('x')", 'globalThis.fetch 1'],
  ["globalThis.globalThis.fetch('x')", 'globalThis.fetch 1'],
  ["global.fetch('x')", 'globalThis.fetch 1'],
  ['const { fetch } = globalThis', 'globalThis.fetch 1'],
  ['const { fetch: send, crypto } = globalThis', 'globalThis.fetch 1'],
  ['let send\n;({ fetch: send } = globalThis)', 'globalThis.fetch 2'],
  ["const platform = globalThis\nplatform.fetch('x')", 'globalThis.fetch 2'],
  ["new WebSocket('wss://a.example')", 'WebSocket 1'],
  ['class Mine extends WebSocket {}', 'WebSocket 1'],
  ["new EventSource('https://a.example')", 'EventSource 1'],
  ['new XMLHttpRequest()', 'XMLHttpRequest 1'],
  ["import net from 'node:net'", 'node:net 1'],
  ["import { connect } from 'net'", 'net 1'],
  ["import * as tls from 'node:tls'", 'node:tls 1'],
  ["import 'node:dgram'", 'node:dgram 1'],
  ["import http from 'http'\nimport https from 'https'", 'http 1', 'https 2'],
  ["export { request } from 'node:http'", 'node:http 1'],
  ["export * from 'node:http2'", 'node:http2 1'],
  ["import { type Socket, connect } from 'node:net'", 'node:net 1'],
  ["const tls = await import('node:tls')", 'node:tls 1'],
  ['const tls = await import(`tls`)', 'tls 1'],
  ["const net = require('net')", 'net 1'],
  ["const net = module.require('node:net')", 'node:net 1'],
  ["import { createRequire } from 'node:module'\nconst load = createRequire('/')\nload('node:net')", 'node:net 3'],
  ["process.getBuiltinModule('net')", 'net 1'],
  ["import { Agent } from 'undici'", 'undici 1'],
  ["import Agent from 'undici/lib/dispatcher/agent.js'", 'undici/lib/dispatcher/agent.js 1'],
  ["import { OutboundPolicy } from '@host/plugin/outbound-policy'", '@host/plugin/outbound-policy 1'],
]

for (const [text, ...found] of opening) {
  test(`a module opens connections with ${JSON.stringify(text)}`, () => assert.deepEqual(whatIn(text), found))
}

const harmless: readonly string[] = [
  "import { fetch } from '@host/plugin/safehttp'\nawait fetch(signal, client, url)",
  "import * as safehttp from '@host/plugin/safehttp'\nawait safehttp.fetch(signal, client, url)",
  'export const load = (fetch: (url: string) => void) => fetch(url)',
  "export function load({ fetch }: { fetch(url: string): void }) { fetch('x') }",
  "function fetch() {}\nfetch('x')",
  "{ const fetch = () => 1; fetch('x') }",
  'const fetch = 1\nexport { fetch }',
  "try {} catch (fetch) { fetch('x') }",
  'for (const fetch of []) fetch()',
  "class Store { fetch() { return this.fetch('x') } }",
  "store.fetch('x')",
  "scope.request.fetch('x')",
  'const answer = { fetch: 1 }',
  'const answer = { fetch() { return 1 } }',
  "if (typeof fetch === 'function') {}",
  "if (typeof globalThis.fetch === 'function') {}",
  'let send: typeof fetch',
  'interface Client { fetch(url: string): void }',
  'type Names = { WebSocket: 1 }',
  'enum Kind { fetch }',
  "import type { Socket } from 'node:net'",
  "import { type Socket } from 'node:net'",
  "const text = 'fetch' + 'node:net'",
  '// fetch(url)',
  'globalThis.crypto.randomUUID()',
  'const { crypto } = globalThis',
  "import { lookup } from 'node:dns'\nimport path from 'node:path'",
  "import net from './net.ts'",
  "import { net } from 'networks'",
  "require('path')",
  'const page = await import(`./pages/${name}.ts`)',
]

for (const text of harmless) {
  test(`a module opens nothing with ${JSON.stringify(text)}`, () => {
    assert.deepEqual([...whatIn(text), ...whatIn(text, 'unread')], [])
  })
}

test('a module or global with a computed name is reported, because it could be any', () => {
  assert.deepEqual(whatIn("await import('node:' + name)", 'unread'), ['import(…) 1'])
  assert.deepEqual(whatIn('await import(`node:${name}`)', 'unread'), ['import(…) 1'])
  assert.deepEqual(whatIn('require(name)', 'unread'), ['require(…) 1'])
  assert.deepEqual(whatIn('process.getBuiltinModule(name)', 'unread'), ['getBuiltinModule(…) 1'])
  assert.deepEqual(whatIn('globalThis[name]', 'unread'), ['globalThis[…] 1'])
})
