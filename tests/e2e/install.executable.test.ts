import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { writeSums } from '../../packages/cli/src/release/write-sums.ts'
import { run } from './lab/executable.ts'

const checkout = join(import.meta.dirname, '../..')
const program = `host-${process.platform}-${process.arch}`
const isReleased = ['host-linux-x64', 'host-linux-arm64', 'host-darwin-arm64'].includes(program)

/** A folder as `make dist` writes it, with this machine's executable alone, behind a server. */
async function release(t: TestContext): Promise<{ readonly folder: string; readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'host-dist-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await symlink(join(checkout, 'bin/host'), join(folder, program))
  for (const file of ['install.sh', 'host.service']) await copyFile(join(checkout, 'deploy', file), join(folder, file))
  await writeSums(folder, [program, 'install.sh', 'host.service'])
  const server = createServer((request, response) => {
    const path = join(folder, basename(request.url ?? ''))
    if (existsSync(path) && path !== folder) createReadStream(path).pipe(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { folder, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Runs the script as `curl | sh` does, on an empty root. */
async function install(t: TestContext, url: string, args: readonly string[] = []) {
  const root = await mkdtemp(join(tmpdir(), 'host-root-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const again = async (): Promise<{ readonly code: number | null; readonly output: string }> => {
    const child = spawn('sh', ['-s', '--', '--from', url, '--root', root, ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.stdin.end(await readFile(join(checkout, 'deploy/install.sh')))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }
  return { root, again, ...(await again()) }
}

describe('install.sh', { skip: isReleased ? false : `a release has no ${program}` }, () => {
  test('installs the executable of this platform and its unit', async (t) => {
    const { url } = await release(t)
    const { code, output, root } = await install(t, url)
    assert.equal(code, 0, output)
    const installed = join(root, 'opt/host/host')
    assert.equal(statSync(installed).mode & 0o777, 0o755)
    assert.equal((await run(installed, ['version'])).code, 0)
    const unit = join(root, 'etc/systemd/system/host.service')
    if (process.platform === 'linux') {
      assert.match(await readFile(unit, 'utf8'), /^ExecStart=\/opt\/host\/host serve$/m)
    } else assert.equal(existsSync(unit), false)
    assert.deepEqual(await readdir(join(root, 'opt/host')), ['host'])
  })

  test('leaves out the unit where it is told to', async (t) => {
    const { url } = await release(t)
    const { code, root } = await install(t, url, ['--no-unit'])
    assert.deepEqual([code, await readdir(root)], [0, ['opt']])
  })

  test('a wrong sum changes nothing, neither on an empty machine nor in place of an older version', async (t) => {
    const { folder, url } = await release(t)
    const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
    await writeFile(
      join(folder, 'SHA256SUMS'),
      sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    const { code, output, root, again } = await install(t, url)
    assert.deepEqual([code, await readdir(root)], [1, []], output)
    assert.match(output, new RegExp(`${program} has another sum than SHA256SUMS names; nothing was installed`))
    await mkdir(join(root, 'opt/host'), { recursive: true })
    await writeFile(join(root, 'opt/host/host'), 'older')
    assert.equal((await again()).code, 1)
    assert.equal(await readFile(join(root, 'opt/host/host'), 'utf8'), 'older')
  })

  test('a wrong unit stops the installation before the executable is replaced', async (t) => {
    const { folder, url } = await release(t)
    await appendFile(join(folder, 'host.service'), 'User=root\n')
    const { code, root } = await install(t, url)
    assert.deepEqual([code, await readdir(root)], process.platform === 'linux' ? [1, []] : [0, ['opt']])
  })

  test('a release without a sum for this platform, and an address without a release, install nothing', async (t) => {
    const { folder, url } = await release(t)
    await writeSums(folder, ['install.sh'])
    const unnamed = await install(t, url)
    assert.deepEqual([unnamed.code, await readdir(unnamed.root)], [1, []])
    assert.match(unnamed.output, /SHA256SUMS has no sum of host-/)
    await rm(join(folder, 'SHA256SUMS'))
    const absent = await install(t, url)
    assert.deepEqual([absent.code, await readdir(absent.root)], [1, []])
    assert.match(absent.output, /SHA256SUMS could not be downloaded/)
  })

  test('half of the script, as a broken download leaves it, runs nothing', async (t) => {
    const { url } = await release(t)
    const whole = await readFile(join(checkout, 'deploy/install.sh'), 'utf8')
    const child = spawn('sh', ['-s', '--', '--from', url], { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stdin.end(whole.slice(0, whole.lastIndexOf('main "$@"')))
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.equal(output, '')
  })
})
