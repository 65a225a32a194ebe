import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { missingPrograms } from '@host/dns/testing'
import { home, nas, openDdnsLab } from '../testing/ddns-lab.ts'

const names = ['ddclient', 'inadyn']
const skip = missingPrograms({ packages: names, names })

/** A client that a test runs once. */
interface Client {
  /** The program with its arguments. @param folder has its configuration as `client.conf` */
  readonly command: (folder: string) => readonly [program: string, ...rest: string[]]
  readonly configuration: (update: SentUpdate) => string
  /** Found in its output for each name that it believes to be updated, and for one that had the address already. */
  readonly good: RegExp
  readonly nochg: RegExp
  /** The names that it sends. */
  readonly hosts: readonly string[]
}

interface SentUpdate {
  /** Host and port. */
  readonly server: string
  readonly token: string
  readonly address: string
}

const clients: Readonly<Record<string, Client>> = {
  ddclient: {
    command: (folder) => [
      'ddclient',
      '-daemon=0',
      '-foreground',
      '-noquiet',
      '-verbose',
      '-file',
      join(folder, 'client.conf'),
      '-cache',
      join(folder, 'cache'),
      '-pid',
      join(folder, 'pid'),
    ],
    configuration: ({ server, token, address }) =>
      [
        'ssl=no',
        `use=cmd, cmd='echo ${address}'`,
        `protocol=dyndns2, server=${server}, login=router, password='${token}' ${home},${nas}`,
      ].join('\n'),
    good: /^SUCCESS: +updating \S+: good: IP address set to 198\.51\.100\.7$/gm,
    nochg: /^WARNING: +updating \S+: nochg: No update required/gm,
    hosts: [home, nas],
  },
  inadyn: {
    command: (folder) => [
      'inadyn',
      '--once',
      '--foreground',
      '--force',
      '--loglevel=debug',
      '--no-pidfile',
      '--config',
      join(folder, 'client.conf'),
      '--cache-dir',
      folder,
    ],
    configuration: ({ server, token, address }) =>
      [
        'custom router {',
        '  ssl = false',
        '  username = router',
        `  password = ${token}`,
        `  checkip-command = "/bin/echo ${address}"`,
        `  ddns-server = "${server}"`,
        '  ddns-path = "/nic/update?hostname=%h&myip=%i"',
        `  hostname = "${home}"`,
        '}',
      ].join('\n'),
    good: /Updating cache for home\.acme\.example/g,
    nochg: /^nochg 198\.51\.100\.7$/gm,
    hosts: [home],
  },
}

suite('real clients of dynamic DNS', { skip }, () => {
  for (const [name, client] of Object.entries(clients)) {
    test(`${name} sets an address, and reads the answers to a second update and to a wrong token`, async () => {
      await using lab = await openDdnsLab()
      const { token, id } = await lab.createToken()
      const server = new URL(await lab.listen()).host
      const update = { server, token, address: '198.51.100.7' }
      const first = await run(client, update)
      assert.deepEqual([first.code, first.text.match(client.good)?.length], [0, client.hosts.length], first.text)
      const written = lab.records().filter((text) => text.endsWith(' A 198.51.100.7'))
      assert.deepEqual(
        written.map((text) => text.split(' ')[0]),
        client.hosts,
      )
      const second = await run(client, update)
      assert.deepEqual([second.code, second.text.match(client.nochg)?.length], [0, client.hosts.length], second.text)
      assert.equal((await lab.token(id))?.lastAnswer, 'nochg')
      const wrong = await run(client, { ...update, token: 'wrong' })
      assert.notEqual(wrong.code, 0, wrong.text)
      assert.equal(lab.writes(), client.hosts.length)
    })
  }
})

interface Ended {
  readonly code: unknown
  /** All that it wrote. */
  readonly text: string
}

/** Runs a client once, in a folder of its own. */
async function run(client: Client, update: SentUpdate): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'ddns-client-'))
  try {
    await writeFile(join(folder, 'client.conf'), `${client.configuration(update)}\n`, { mode: 0o600 })
    const [program, ...rest] = client.command(folder)
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    return await new Promise((resolve) => {
      execFile(program, rest, { timeout: 30_000, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, text: (stdout + stderr).replaceAll('\r', '') }),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
