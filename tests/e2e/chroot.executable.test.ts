import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const executable = join(import.meta.dirname, '../../bin/host')
const run = promisify(execFile)
/** Libraries required of a machine: glibc with its loader, libstdc++ with its unwinder, and libatomic. */
const allowed = /^(ld-linux[\w-]*|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|libatomic)\.so\.\d+$/

const reason =
  process.platform !== 'linux'
    ? 'only Linux has these libraries'
    : process.getuid?.() !== 0
      ? 'chroot takes root'
      : false

/** The libraries that the loader maps, by their paths. */
async function librariesOf(path: string): Promise<string[]> {
  const { stdout } = await run('ldd', [path])
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, library = '']) => library)
}

test(
  'the executable serves with nothing beside it but the C library, libstdc++ and libatomic',
  { skip: reason },
  async (t) => {
    const root = await mkdtemp(join(tmpdir(), 'host-chroot-'))
    t.after(() => rm(root, { recursive: true, force: true }))
    await cp(executable, join(root, 'host'))
    const libraries = await librariesOf(executable)
    assert.ok(libraries.length > 3, libraries.join('\n'))
    for (const library of libraries) {
      assert.match(basename(library), allowed)
      await mkdir(join(root, dirname(library)), { recursive: true })
      await cp(library, join(root, library), { dereference: true })
    }

    const version = await run('chroot', [root, '/host', 'version'])
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)

    const host = spawn('chroot', [root, '/host'], {
      env: { PATH: process.env['PATH'], HOST_LISTEN: '127.0.0.1:0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => host.kill('SIGKILL'))
    let output = ''
    const address = new Promise<string>((resolve, reject) => {
      host.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        const url = /"url":"(http:\/\/127\.0\.0\.1:\d+\/)","msg":"Listening"/.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      })
      host.on('close', () => reject(new Error(`It ended:\n${output}`)))
    })
    const url = await address
    assert.equal((await fetch(new URL('/healthz', url))).status, 200)
    assert.match(await (await fetch(new URL('/login', url))).text(), /<!doctype html>/i)
    assert.match(output, /^\[plugin\] registered account$/m)

    host.kill('SIGTERM')
    assert.deepEqual(await once(host, 'close'), [0, null])
  },
)
