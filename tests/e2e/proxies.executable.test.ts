/** The example configurations of proxies, run before two real hosts, one of which stops while requests come. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { install, start, type Running } from './lab/executable.ts'
import { until } from '../../packages/host/testing/until.ts'

const checkout = join(import.meta.dirname, '../..')
const executable = join(checkout, 'bin/host')
/** The address of a client that nginx and Caddy see; they must not believe the one that it states. */
const claimed = '203.0.113.9'

function missing(program: string): string | false {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return false
  } catch {
    return `${program} is not installed`
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'host-proxy-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startHost(t: TestContext, env: Readonly<Record<string, string>>): Promise<Running> {
  const host = await start(await install(executable, await temporaryFolder(t)), {
    env: { HOST_TRUST_PROXY: '127.0.0.1', HOST_PUBLIC_URL: 'https://app.example.com', HOST_ACCESS_LOG: 'all', ...env },
  })
  t.after(() => host.kill())
  return host
}

/** Writes a certificate for the example's name, and its key. */
function writeCertificate(folder: string): void {
  const names = ['-keyout', join(folder, 'app.key'), '-out', join(folder, 'app.pem'), '-subj', '/CN=app.example.com']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-days', '2'], { stdio: 'ignore' })
}

/** The status of one request through a proxy, 0 for a connection that broke. */
function statusOf(port: number, path = '/healthz'): Promise<number> {
  const headers = { host: 'app.example.com', 'x-forwarded-for': claimed }
  const options = { host: '127.0.0.1', port, path, headers, servername: 'app.example.com', rejectUnauthorized: false }
  return new Promise((resolve) => {
    const sent = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end()
  })
}

/** Sends requests until a host has stopped, and for a while longer. @returns the statuses */
async function statusesAround(port: number, stop: () => Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>()
  let left = Number.POSITIVE_INFINITY
  const client = async (): Promise<void> => {
    while (left-- > 0) statuses.add(await statusOf(port))
  }
  const clients = Array.from({ length: 4 }, client)
  await stop()
  left = 40
  await Promise.all(clients)
  return statuses
}

interface Proxy {
  readonly program: string
  readonly args: readonly string[]
  readonly port: number
}

async function follow(t: TestContext, { program, args, port }: Proxy, hosts: readonly [Running, Running]) {
  const proxy = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: tmpdir() } })
  let output = ''
  for (const stream of [proxy.stdout, proxy.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const closed = once(proxy, 'close')
  t.after(async () => {
    proxy.kill('SIGTERM')
    await closed
  })
  await until(async () => proxy.exitCode !== null || (await statusOf(port)) === 200)
  assert.equal(proxy.exitCode, null, output)
  assert.equal(await statusOf(port, '/api/auth/me'), 401)
  // The client's own claim of an address is replaced by the one that the proxy sees.
  const lines = (): string[] => hosts.flatMap((host) => host.output().split('\n'))
  const findLogged = (): string | undefined => lines().find((line) => line.includes('/api/auth/me'))
  await until(() => findLogged() !== undefined)
  const logged = findLogged()
  assert.match(logged ?? '', /"network":"127\.0\.0\.0\/24"/)
  assert.deepEqual([...(await statusesAround(port, () => hosts[0].stop()))], [200], output)
}

test(
  'nginx sends requests to the other host while one stops, and none fails',
  { skip: missing('nginx') },
  async (t) => {
    const folder = await temporaryFolder(t)
    const hosts = [await startHost(t, {}), await startHost(t, {})] as const
    const port = await freePort()
    writeCertificate(folder)
    const written = await readFile(join(checkout, 'deploy/nginx.conf'), 'utf8')
    const moved = written
      .replace('127.0.0.1:8081', `127.0.0.1:${hosts[0].port}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${hosts[1].port}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('/etc/ssl/', `${folder}/`)
      .replace(
        'http {',
        `http {\n  access_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}`,
      )
    const config = join(folder, 'nginx.conf')
    await writeFile(config, `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\n${moved}`)
    await follow(t, { program: 'nginx', args: ['-c', config, '-p', folder, '-e', 'stderr'], port }, hosts)
  },
)

test(
  'Caddy sends requests to the other host while one stops, and none fails',
  { skip: missing('caddy') },
  async (t) => {
    const folder = await temporaryFolder(t)
    const written = await readFile(join(checkout, 'deploy/Caddyfile'), 'utf8')
    const [, delay = ''] = /HOST_STOP_DELAY=(\d+)/.exec(written) ?? []
    const hosts = [
      await startHost(t, { HOST_STOP_DELAY: delay }),
      await startHost(t, { HOST_STOP_DELAY: delay }),
    ] as const
    const port = await freePort()
    writeCertificate(folder)
    const moved = written
      .replace('127.0.0.1:8081', `127.0.0.1:${hosts[0].port}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${hosts[1].port}`)
      .replace('app.example.com {', `https://app.example.com:${port} {\n  tls ${folder}/app.pem ${folder}/app.key`)
    const config = join(folder, 'Caddyfile')
    await writeFile(config, `{\n  admin off\n  auto_https off\n}\n${moved}`)
    const args = ['run', '--config', config, '--adapter', 'caddyfile']
    await follow(t, { program: 'caddy', args, port }, hosts)
  },
)
