import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { root } from './source-files.ts'

/** A machine of our making: a folder of commands is all that the set-up finds on its path. */
const machine = mkdtempSync(join(tmpdir(), 'setup-'))
after(() => rmSync(machine, { recursive: true }))

const checkout = join(machine, 'checkout')
const real = ['sh', 'sed', 'dirname', 'cat', 'uname']

beforeEach(() => {
  rmSync(machine, { recursive: true })
  for (const folder of ['bin', 'checkout/tools', 'checkout/node_modules/.bin']) {
    mkdirSync(join(machine, folder), { recursive: true })
  }
  for (const name of real) {
    symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), join(machine, 'bin', name))
  }
  cpSync(join(root, 'tools/setup.sh'), join(checkout, 'tools/setup.sh'))
  cpSync(join(root, 'package.json'), join(checkout, 'package.json'))
  command('bin/node', 'echo v20.1.0')
  command('bin/npx', 'echo "npx $*"')
  command('bin/id', 'echo 1000')
  command('bin/uname', 'echo Linux')
  command('bin/ldconfig', 'echo libatomic.so.1')
  command('checkout/node_modules/.bin/node', 'echo v26.10.0')
})

function command(path: string, script: string): void {
  const file = join(machine, path)
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

function setUp(): { status: number | null; output: string } {
  const env = { PATH: join(machine, 'bin') }
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['tools/setup.sh'], { cwd: checkout, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** A loader that does not know the library, until something makes the file `libatomic`. */
const lacksLibatomic =
  '[ -e "${0%/*}/libatomic" ] && echo "libatomic.so.1 (libc6,x86-64)" || echo "libc.so.6 (libc6,x86-64)"'

test('a machine with Node 20 and npm installs with the pinned pnpm and a frozen lock file', () => {
  const { status, output } = setUp()
  assert.equal(status, 0, output)
  assert.match(output, /npx -y pnpm@\d+\.\d+\.\d+ install --frozen-lockfile .*--config\.node-version=\d+\.\d+\.\d+/)
})

test('a second set-up installs nothing, until a package or the lock file is newer', () => {
  setUp()
  assert.doesNotMatch(setUp().output, /npx/)
  const later = Date.now() / 1000 + 5
  utimesSync(join(checkout, 'package.json'), later, later)
  assert.match(setUp().output, /npx -y pnpm/)
})

test('missing Node, missing npm and an old Node are each named with the fix', () => {
  command('bin/node', 'echo v18.20.0')
  assert.match(setUp().output, /Node v18\.20\.0 is too old\. Install Node 20 or later/)
  rmSync(join(machine, 'bin/node'))
  assert.match(setUp().output, /Node is missing\. Install Node 20/)
  command('bin/node', 'echo v20.1.0')
  rmSync(join(machine, 'bin/npx'))
  const { status, output } = setUp()
  assert.match(output, /npx is missing\. Install npm/)
  assert.equal(status, 1)
})

test('an installation that fails stops the set-up', () => {
  command('bin/npx', 'exit 9')
  const { status, output } = setUp()
  assert.equal(status, 1)
  assert.match(output, /installing the packages failed/)
})

test('a platform without a pinned Node is named', () => {
  rmSync(join(checkout, 'node_modules/.bin/node'))
  assert.match(setUp().output, /no Node is pinned for Linux/)
})

test('without rights to install, the one command for a missing library is printed before anything is installed', () => {
  command('bin/ldconfig', lacksLibatomic)
  command('bin/apt-get', 'exit 0')
  const { status, output } = setUp()
  assert.equal(status, 1)
  assert.match(output, /needs libatomic\.so\.1\. Install it with: sudo apt-get install -y libatomic1/)
  assert.doesNotMatch(output, /npx/)
})

test('root installs the missing library first and continues', () => {
  command('bin/ldconfig', lacksLibatomic)
  command('bin/id', 'echo 0')
  command('bin/apt-get', '[ "$1" = install ] && : > "${0%/*}/libatomic"; exit 0')
  const { status, output } = setUp()
  assert.equal(status, 0, output)
  assert.ok(existsSync(join(machine, 'bin/libatomic')))
  assert.match(output, /installing libatomic1[^]*npx/)
})

test('a pinned Node that does not start for another reason stops the set-up with that reason', () => {
  command('checkout/node_modules/.bin/node', 'echo "Illegal instruction" >&2; exit 132')
  command('bin/uname', 'echo Darwin')
  const { status, output } = setUp()
  assert.equal(status, 1)
  assert.match(output, /Illegal instruction\nset-up: the pinned Node does not start/)
})
