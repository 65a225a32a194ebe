import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { typeCommand } from './commands/testing/type-command.ts'
import type { Assets } from './embedded/assets.ts'
import { scaffoldPlugin } from './scaffold/scaffold-plugin.ts'
import { userArguments } from './user-arguments.ts'

const build = {
  version: '1.2.3',
  node: 'v26.10.0',
  digest: 'sha256:00',
  plugins: [
    {
      name: 'hello',
      version: '1.0.0',
      outOfTree: true,
      server: { package: 'host-plugin-hello', version: '1.0.0', digest: 'sha256:01' },
    },
  ],
}

const files: Readonly<Record<string, string>> = {
  'template/package.json': '{"name":"host-plugin-blank-plugin"}',
  'template/docs/blank-plugin.mdx': 'Blank plugin',
  'template/web/BlankPluginPage.tsx': 'export const table = "blank_plugin_items"',
  'vendor/host-plugin-1.0.0.tgz': 'bytes',
}

const assets: Assets = {
  list: (below) =>
    Object.keys(files)
      .filter((key) => key.startsWith(`${below}/`))
      .map((key) => key.slice(below.length + 1)),
  bytes: (key) => Uint8Array.from(Buffer.from(files[key] ?? '')),
  text: (key) => files[key] ?? '',
  view: (key) => Uint8Array.from(Buffer.from(files[key] ?? '')),
  web: { paths: [], get: () => undefined },
}

interface Call {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly isCheckout?: boolean
}

async function run(
  t: TestContext,
  typed: readonly string[],
  { cwd = folder(t), env = {}, isCheckout = false }: Call = {},
) {
  return { ...(await typeCommand(typed, { assets: isCheckout ? undefined : assets, build, cwd, env })), cwd }
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'cli-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const misuses: readonly (readonly [typed: string, sentence: RegExp])[] = [
  ['frobnicate', /^"frobnicate" is not a command\. Run host --help/],
  ['constructor', /^"constructor" is not a command/],
  ['plugin', /^"plugin" needs a subcommand\. Run host plugin --help/],
  ['plugin constructor', /^"plugin constructor" is not a command/],
  ['plugin old', /^"plugin old" is not a command\. Run host plugin --help/],
  ['keys frobnicate', /^"keys frobnicate" is not a command\. Run host keys --help/],
  ['frobnicate --help', /^"frobnicate" is not a command\. Run host --help/],
  ['help keys frobnicate', /^"keys frobnicate" is not a command\. Run host keys --help/],
  ['-x', /^-x is not an option of this command/],
  ['compose --output', /^--output needs a value: use --output FILE\.$/],
  ['dev --checkout= --fresh', /^--checkout needs a value: use --checkout FOLDER\.$/],
  ['mcp --url', /^--url needs a value: use --url ADDRESS\.$/],
  ['plugin new', /^"plugin new" needs another argument/],
  ['migrate', /^The host migrates the database on every start\. Run host migrate --plan/],
  ['version --jsn', /^--jsn is not an option of this command\. Use one of: --json, --sbom\.$/],
  ['version twice', /^"twice" is an extra argument/],
  ['plugin new Notes', /^"Notes" is not a valid plugin name\. Use 2 to 31 lowercase letters/],
  ['plugin new ../notes', /^"\.\.\/notes" is not a valid plugin name/],
]

for (const [typed, sentence] of misuses) {
  test(`§A101 "host ${typed}" gets a sentence and exit code 2`, async (t) => {
    const { code, written, reported, cwd } = await run(t, typed.split(' '))
    assert.deepEqual([code, written], [2, ''])
    assert.match(reported, sentence)
    assert.deepEqual(readdirSync(cwd), [])
  })
}

test('"host version" prints the version, and with --json every plugin and digest', async (t) => {
  assert.equal((await run(t, ['version'])).written, '1.2.3')
  assert.deepEqual(JSON.parse((await run(t, ['version', '--json'])).written), build)
})

test('§A101 "host --help" names the commands there are, and a command its own as it is typed', async (t) => {
  for (const typed of ['--help', 'help', '-h']) {
    assert.match((await run(t, [typed])).written, /USAGE host serve.*version.*plugin.*compose/s)
  }
  for (const typed of ['plugin new --help', 'help plugin new']) {
    assert.match((await run(t, typed.split(' '))).written, /USAGE host plugin new .*Lowercase letters/s)
  }
  assert.match((await run(t, ['keys', '--help'])).written, /USAGE host keys status\|rotate/)
})

test('§A101 "host --version" prints the version alone', async (t) => {
  for (const typed of ['--version', '-v', '-V']) {
    const { code, written, reported } = await run(t, [typed])
    assert.deepEqual([code, written, reported], [0, '1.2.3', ''])
  }
})

test('§A101 "host config" prints the effective configuration and everything that a start would refuse, with exit code 1', async (t) => {
  const right = await run(t, ['config'], { env: { HOST_LISTEN: ':18099' } })
  assert.deepEqual([right.code, right.reported], [0, ''])
  const env = { HOST_LISTEN: 'nowhere:x', HOST_DATABASE_RLS: 'perhaps', HOST_LISTN: ':1' }
  const { code, written, reported } = await run(t, ['config'], { env })
  assert.equal(code, 1)
  assert.match(written, /^HOST_LISTEN +nowhere:x {2}\(set\)$/m)
  assert.match(
    reported,
    /HOST_LISTN: unknown variable; did you mean HOST_LISTEN\?.*HOST_LISTEN: .*HOST_DATABASE_RLS: /s,
  )
})

test('"host plugin new" spells the name as each file needs it and puts the contract beside it', async (t) => {
  const { code, cwd } = await run(t, ['plugin', 'new', 'my-notes'])
  const read = (path: string): string => readFileSync(join(cwd, 'my-notes', path), 'utf8')
  assert.equal(code, 0)
  assert.equal(read('package.json'), '{"name":"host-plugin-my-notes"}')
  assert.equal(read('docs/my-notes.mdx'), 'My notes')
  assert.equal(read('web/MyNotesPage.tsx'), 'export const table = "my_notes_items"')
  assert.equal(read('vendor/host-plugin-1.0.0.tgz'), 'bytes')
})

test('"host plugin new" refuses a folder that exists, and leaves it as it was', async (t) => {
  const cwd = folder(t)
  mkdirSync(join(cwd, 'notes'))
  const { code, reported } = await run(t, ['plugin', 'new', 'notes'], { cwd })
  assert.equal(code, 1)
  assert.match(reported, /already exists\. Choose another name/)
  assert.deepEqual(readdirSync(join(cwd, 'notes')), [])
})

test('"host plugin new" that fails half-way leaves nothing behind', async (t) => {
  const cwd = folder(t)
  const torn = {
    ...assets,
    bytes: () => {
      throw new Error('the disk is full')
    },
  }
  await assert.rejects(
    scaffoldPlugin({ name: 'notes', folder: join(cwd, 'notes'), assets: torn }),
    /could not be written \(the disk is full\)\. Check the folder's permissions/,
  )
  assert.deepEqual(readdirSync(cwd), [])
})

test('"host config" prints every variable with its value, and no secret', async (t) => {
  const { written } = await run(t, ['config'], {
    env: { HOST_LISTEN: '127.0.0.1:9', HOST_ADMIN_PASSWORD: 'open sesame' },
  })
  assert.match(written, /^HOST_LISTEN +127\.0\.0\.1:9 {2}\(set\)$/m)
  assert.match(written, /^HOST_ADMIN_PASSWORD +\*+ {2}\(set\)$/m)
  assert.doesNotMatch(written, /sesame/)
})

test('"host config --json" prints the variables for programs, and no secret', async (t) => {
  const env = { HOST_LISTEN: '127.0.0.1:9', HOST_ADMIN_PASSWORD: 'open sesame' }
  const { code, written, reported } = await run(t, ['config', '--json'], { env })
  assert.equal(code, 1)
  assert.match(reported, /HOST_ADMIN_EMAIL: it is missing/)
  const entries = JSON.parse(written) as readonly Readonly<Record<string, unknown>>[]
  const find = (name: string) => entries.find((entry) => entry['name'] === name) ?? assert.fail(`${name} is missing`)
  assert.deepEqual([find('HOST_LISTEN')['value'], find('HOST_LISTEN')['isSet']], ['127.0.0.1:9', true])
  assert.deepEqual([find('HOST_PUBLIC_URL')['value'], find('HOST_PUBLIC_URL')['isSet']], [null, false])
  assert.deepEqual([find('HOST_DATA')['value'], find('HOST_DATA')['isSet']], ['./data', false])
  assert.equal(find('HOST_ADMIN_PASSWORD')['value'], '********')
  assert.doesNotMatch(written, /sesame/)
})

test('"host migrate --plan" prints the tables of a new database and makes none', async (t) => {
  const cwd = folder(t)
  const { code, written, reported } = await run(t, ['migrate', '--plan'], {
    cwd,
    env: { HOST_DATA: join(cwd, 'data') },
    isCheckout: true,
  })
  assert.equal(code, 0)
  assert.match(written, /^create table .*"?user_sessions"?.*;$/m)
  assert.match(reported, /^\d+ statements\. All are safe while older processes run\.$/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a configuration with mistakes ends a start with all of them, and exit code 1', async (t) => {
  const { code, reported } = await run(t, ['serve'], {
    env: { HOST_LISTEN: 'nowhere', HOST_LOG_LEVEL: 'loud' },
    isCheckout: true,
  })
  assert.equal(code, 1)
  assert.match(reported, /^HOST_LISTEN: .*\nHOST_LOG_LEVEL: /)
})

test('"host compose" and "host dev" outside of a checkout say that they need one', async (t) => {
  for (const [command, sentence] of [
    ['compose', /^Composing needs a checkout/],
    ['dev', /^Developing needs a checkout/],
  ] as const) {
    const { code, reported } = await run(t, [command])
    assert.equal(code, 1)
    assert.match(reported, sentence)
  }
})

test('"host compose" names the given folder when it is in no checkout', async (t) => {
  const { code, reported } = await run(t, ['compose', '--checkout', '/nowhere/host', '--output', 'app/host'])
  assert.equal(code, 1)
  assert.match(reported, /^Composing needs a checkout of the host, and \/nowhere\/host is not inside one\. /)
})

test('the path that a cluster worker gets in front of its arguments is not an argument', () => {
  assert.deepEqual(userArguments(['/bin/host', './host', 'version'], '/bin/host'), ['version'])
  assert.deepEqual(userArguments(['/bin/host', './host', './host', 'version'], '/bin/host'), ['version'])
  assert.deepEqual(userArguments(['/bin/host', 'host', '/bin/host', 'version'], '/bin/host'), ['version'])
  assert.deepEqual(userArguments(['/bin/host', './host'], '/bin/host'), [])
})
