/** The container image without a container: its files in a folder, made by the lines of the Dockerfile, and run there. */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { argumentsOf, copiesOf, environmentOf, imageInstructions, textsOf } from './lab/dockerfile.ts'
import { until } from '../../packages/host/testing/until.ts'

const checkout = join(import.meta.dirname, '../..')
const executable = join(checkout, 'bin/host')
const image = imageInstructions(join(checkout, 'deploy/Dockerfile'))
const run = promisify(execFile)
const uid = 65_532
/** Libraries of the base image; libatomic comes by a line of the Dockerfile. */
const ofBase = /^(ld-linux[\w-]*|libc|libm|libdl|libpthread|libstdc\+\+|libgcc_s)\.so\.\d+$/

/** The reason why it can't run here. */
function obstacle(): string | false {
  if (process.platform !== 'linux') return 'only Linux has these libraries'
  if (process.getuid?.() !== 0) return 'chroot and mount take root'
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return false
  } catch {
    return 'this machine refuses mounts'
  }
}

/** The files of the image, in a folder. */
async function layOut(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'host-image-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  await chmod(root, 0o755)
  const { stdout } = await run('ldd', [executable])
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
  for (const path of libraries.filter((each) => ofBase.test(basename(each)))) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await cp(path, join(root, path), { dereference: true })
  }
  const libatomic = libraries.find((path) => basename(path) === 'libatomic.so.1')
  const sources: Readonly<Record<string, string | undefined>> = {
    '/parts/host': executable,
    '/parts/libatomic.so.1': libatomic,
    '/parts/data': await mkdtemp(join(root, 'data-')),
  }
  for (const { from, to, owner } of copiesOf(image)) {
    const source = sources[from]
    assert.ok(source !== undefined, `the image copies ${from}`)
    await mkdir(join(root, dirname(to)), { recursive: true })
    await cp(source, join(root, to), { recursive: true, dereference: true })
    const [user = 0, group = 0] = owner?.split(':').map(Number) ?? []
    await chown(join(root, to), user, group)
  }
  await rm(sources['/parts/data'] ?? '', { recursive: true })
  // Containers have these from the runtime.
  await mkdir(join(root, 'dev'))
  return root
}

/** The command that runs arguments as the user of the image, with a read-only root and its volume alone writable. */
function confined(root: string, args: readonly string[]): readonly [string, readonly string[]] {
  const [volume = ''] = textsOf(image, 'VOLUME')
  const mounts = ['mount --bind "$0" "$0"', `mount --bind "$0${volume}" "$0${volume}"`, 'mount -o remount,ro,bind "$0"']
  const enter = `exec chroot --userspec=${textsOf(image, 'USER')[0]} --groups= "$0" "$@"`
  return ['unshare', ['--mount', 'sh', '-ec', [...mounts, enter].join('\n'), root, ...args]]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test(
  'the image serves from a read-only root as an unprivileged user, and its health check sees it',
  { skip: obstacle() },
  async (t) => {
    const root = await layOut(t)
    const before = await readdir(root, { recursive: true })
    const [entry = ''] = argumentsOf(image, 'ENTRYPOINT')
    const port = await freePort()
    const env = { PATH: process.env['PATH'], ...environmentOf(image), HOST_LISTEN: `127.0.0.1:${port}` }
    const healthy = async (): Promise<boolean> => {
      const [command, args] = confined(root, argumentsOf(image, 'HEALTHCHECK'))
      return await run(command, [...args], { env }).then(
        () => true,
        () => false,
      )
    }
    assert.equal(await healthy(), false)

    const [command, args] = confined(root, [entry, ...argumentsOf(image, 'CMD')])
    const host = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => host.kill('SIGKILL'))
    let output = ''
    for (const stream of [host.stdout, host.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const closed = once(host, 'close')
    await until(() => /"msg":"Listening"/.test(output) || host.exitCode !== null)
    assert.equal(host.exitCode, null, output)
    assert.equal(await healthy(), true, output)

    const status = readFileSync(`/proc/${host.pid}/status`, 'utf8')
    assert.match(status, new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s+${uid}$`, 'm'))
    assert.match(status, /^CapEff:\s+0+$/m)

    const [signal = ''] = textsOf(image, 'STOPSIGNAL')
    host.kill(signal as NodeJS.Signals)
    assert.deepEqual(await closed, [0, null], output)
    const written = (await readdir(root, { recursive: true })).filter((path) => !before.includes(path))
    assert.ok(written.includes('data/host.db'), written.join('\n'))
    assert.deepEqual(
      written.filter((path) => !path.startsWith('data/')),
      [],
    )
  },
)
