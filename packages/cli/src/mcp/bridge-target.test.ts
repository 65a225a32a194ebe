import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CommandFailure } from '../command-failure.ts'
import { isExposed, readTarget, type TargetOptions } from './bridge-target.ts'

const folder = mkdtempSync(join(tmpdir(), 'host-mcp-target-'))
after(() => rmSync(folder, { recursive: true }))

const token = { HOST_MCP_TOKEN: 'host_abc' }

function urlOf(env: TargetOptions['env'], url?: string): string {
  return readTarget({ env: { ...token, ...env }, url }).url.href
}

function problemsOf(env: TargetOptions['env'], url?: string): readonly string[] {
  try {
    readTarget({ env, url })
    return []
  } catch (error) {
    return error instanceof CommandFailure ? error.problems : assert.fail(String(error))
  }
}

test('the address is the one that was typed, else that of the environment, else this machine', () => {
  const env = { HOST_MCP_URL: 'https://two.example', HOST_LISTEN: '127.0.0.1:3' }
  assert.equal(urlOf(env, 'https://one.example/base/api/mcp'), 'https://one.example/base/api/mcp')
  assert.equal(urlOf(env), 'https://two.example/api/mcp')
  for (const [listen, address] of [
    [undefined, 'http://127.0.0.1:8080/api/mcp'],
    [':3', 'http://127.0.0.1:3/api/mcp'],
    ['0.0.0.0:3', 'http://127.0.0.1:3/api/mcp'],
    ['[::]:3', 'http://127.0.0.1:3/api/mcp'],
    ['[::1]:3', 'http://[::1]:3/api/mcp'],
    ['work.example:3', 'http://work.example:3/api/mcp'],
  ] as const) {
    assert.equal(urlOf({ HOST_LISTEN: listen }), address)
  }
})

test('an address that leads nowhere, or that holds a secret, is refused without saying it', () => {
  for (const url of ['work.example', 'file:///etc/passwd', 'javascript:alert(1)', '']) {
    assert.match(problemsOf(token, url).join(), /is not a valid host address/, url)
  }
  const [said = ''] = problemsOf(token, 'https://me:swordfish@work.example')
  assert.match(said, /contains a user name or password/)
  assert.ok(!said.includes('swordfish'))
  assert.match(problemsOf({ ...token, HOST_LISTEN: 'anywhere' }).join(), /not a listen address/)
})

test('the token comes from the environment or from a file that it names, and two of them are refused', () => {
  const file = join(folder, 'token')
  writeFileSync(file, '  host_file \n')
  assert.equal(readTarget({ env: { HOST_MCP_TOKEN_FILE: file }, url: undefined }).token, 'host_file')
  assert.equal(readTarget({ env: { HOST_MCP_TOKEN: 'host_abc\n' }, url: undefined }).token, 'host_abc')
  const both = { HOST_MCP_TOKEN: 'host_file', HOST_MCP_TOKEN_FILE: file }
  assert.equal(readTarget({ env: both, url: undefined }).token, 'host_file')
  assert.match(problemsOf({ ...both, HOST_MCP_TOKEN: 'host_abc' }).join(), /contain different tokens/)
  assert.match(problemsOf({}).join(), /The API token is missing/)
})

test('a token file that is missing, a folder, empty, large or invalid is reported by its path, never by its content', () => {
  const [empty, large, lines] = ['empty', 'large', 'lines'].map((name) => join(folder, name))
  writeFileSync(empty ?? '', '\n')
  writeFileSync(large ?? '', 'x'.repeat(5_000))
  writeFileSync(lines ?? '', 'host_secret\nhost_other')
  for (const [path, said] of [
    [join(folder, 'none'), /could not be read \(ENOENT\)/],
    [folder, /could not be read \(EISDIR\)/],
    [empty, /is empty/],
    [large, /too large/],
    [lines, /an invalid character/],
  ] as const) {
    const found = problemsOf({ HOST_MCP_TOKEN_FILE: path }).join()
    assert.match(found, said)
    assert.ok(!/host_secret|xxxx/.test(found))
  }
})

test('both mistakes are reported at once', () => {
  assert.equal(problemsOf({}, 'nowhere').length, 2)
})

test('a token is exposed on plain http to another machine', () => {
  for (const [url, exposed] of [
    ['https://work.example', false],
    ['http://work.example', true],
    ['http://10.0.0.1:8080', true],
    ['http://127.0.0.1:8080', false],
    ['http://127.8.0.1', false],
    ['http://[::1]:3', false],
    ['http://localhost:3', false],
    ['http://localhost.evil.example', true],
    ['http://127.0.0.1.evil.example', true],
  ] as const) {
    assert.equal(isExposed(new URL(url)), exposed, url)
  }
})
