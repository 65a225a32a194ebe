/** The server against other implementations: their clients ask it, and BIND and Knot are its secondaries. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  askServer,
  nameKey,
  readTsigKey,
  sendNotify,
  type Message,
  type ResourceRecord,
  type ZoneUpdate,
} from '../index.ts'
import { missingTools } from '../testing/debian-tools.ts'
import { PeerServer, type PeerKind } from '../testing/peer-server.ts'
import { linesOf } from '../testing/served-zone-file.ts'
import { buildServedZone } from '../zone/build-served-zone.ts'
import { ServedZones } from '../zone/served-zones.ts'
import { writeZoneFile } from '../zone-file/write-zone-file.ts'
import { readZoneFile } from '../zone-file/read-zone-file.ts'
import { checkPrerequisites } from '../update/check-prerequisites.ts'
import { DnsServer } from './dns-server.ts'

const run = promisify(execFile)
const zone = 'example.com.'
const keyText = { name: 'owner.key', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 3).toString('base64') }
const tsig = readTsigKey(keyText)
const isAllowedAddress = (): boolean => true

const soa = (serial: number): ResourceRecord => ({
  name: zone,
  type: 'SOA',
  ttl: 300,
  data: `ns.example.com. admin.example.com. ${serial} 3600 600 86400 60`,
})

const { records: written } = readZoneFile(
  `$TTL 300
@ NS ns
@ NS ns.example.net.
@ MX 10 mail
@ TXT "v=spf1 -all" "two"
@ CAA 0 issue "ca.example.net"
ns A 192.0.2.1
ns AAAA 2001:db8::1
mail A 192.0.2.2
www CNAME web.deep
web.deep A 192.0.2.3
away CNAME www.example.net.
gone CNAME none
_sip._tcp SRV 1 2 5060 ns
*.wild TXT "wild"
*.wild MX 10 mail
here.wild A 192.0.2.4
under.ent.wild A 192.0.2.5
*.alias CNAME www
cut NS ns.cut
cut NS ns.example.net.
cut DS 12345 13 2 ${'ab'.repeat(32)}
ns.cut A 192.0.2.6
svc HTTPS 1 . alpn=h2,h3 port=8443
odd TYPE65400 \\# 3 abcdef
big TXT ${Array.from({ length: 12 }, (_, index) => `"${index}${'x'.repeat(240)}"`).join(' ')}
`,
  { origin: zone, maxBytes: 100_000, maxRecords: 1_000 },
)

async function start(t: TestContext, records: readonly ResourceRecord[] = [soa(1), ...written]) {
  const zones = new ServedZones()
  zones.set(buildServedZone(zone, records))
  let current = records
  let serial = 1
  const server = await DnsServer.start({
    zones,
    listen: [{ address: '127.0.0.1', port: 0 }],
    rateLimits: false,
    keyOf: (name) => (name === tsig.name ? tsig : undefined),
    mayTransfer: ({ key }) => key !== undefined,
    grantsOf: () => [{ name: '_acme-challenge.example.com.', covers: 'name', types: ['TXT'] }],
    async applyUpdate({ updates, prerequisites }) {
      checkPrerequisites(buildServedZone(zone, current), prerequisites)
      serial += 1
      current = [soa(serial), ...changed(current, updates).filter(({ type }) => type !== 'SOA')]
      zones.set(buildServedZone(zone, current))
    },
    onError: (error) => assert.fail(String(error)),
  })
  t.after(() => server.stop())
  const port = server.addresses[0]?.port ?? 0
  return { zones, address: '127.0.0.1', port, isAllowedAddress }
}

/** The changes that `nsupdate` asks for here. */
function changed(records: readonly ResourceRecord[], updates: readonly ZoneUpdate[]): ResourceRecord[] {
  let result = [...records]
  for (const update of updates) {
    if (update.action === 'add') result.push(update.record)
    else result = result.filter(({ name }) => nameKey(name) !== nameKey(update.name))
  }
  return result
}

/** What `dig` and `kdig` print of an answer. */
function printed(output: string): object {
  const status = /status: (\w+)/.exec(output)?.[1]
  const flags = /[Ff]lags: ([^;]*);/.exec(output)?.[1]?.trim()
  const answers = output.split('\n').filter((line) => /^[^;\s].*\sIN\s/.test(line))
  return { status, flags, answers: answers.map((line) => line.trim().split(/\s+/).slice(3).join(' ')).toSorted() }
}

for (const tool of ['dig', 'kdig'] as const) {
  suite(`${tool} reads our answers`, { skip: missingTools(tool) }, () => {
    test('over UDP and TCP, long ones, signed ones, missing names and transfers', async (t) => {
      const { port } = await start(t)
      const ask = async (...words: readonly string[]): Promise<string> =>
        (await run(tool, ['@127.0.0.1', '-p', `${port}`, '+norec', ...words])).stdout
      const key = `${keyText.algorithm}:${keyText.name}:${keyText.secret}`
      const www = { status: 'NOERROR', flags: 'qr aa', answers: ['A 192.0.2.3', 'CNAME web.deep.example.com.'] }
      assert.deepEqual(printed(await ask('www.example.com', 'A')), www)
      assert.deepEqual(printed(await ask('+tcp', 'www.example.com', 'A')), www)
      const signed = await ask('-y', key, 'www.example.com', 'A')
      assert.deepEqual({ ...printed(signed), answers: [] }, { ...www, answers: [] })
      assert.doesNotMatch(signed, /WARNING|BADSIG|verify failure|;; Couldn't/i)
      assert.match(await ask('big.example.com', 'TXT'), /11x{240}/)
      const missing = await ask('none.example.com', 'A')
      assert.match(missing, /status: NXDOMAIN[^]*SOA\s+ns\.example\.com\. admin\.example\.com\. 1 /)
      const transferred = await ask('-y', key, 'example.com', 'AXFR')
      assert.equal(transferred.split('\n').filter((line) => /^[^;\s].*\sIN\s/.test(line)).length, written.length + 2)
      const refused = await ask('example.com', 'AXFR').catch((error: unknown) => String(error))
      assert.match(refused, /Transfer failed|REFUSED/)
    })
  })
}

test('delv resolves a name of ours', { skip: missingTools('delv') }, async (t) => {
  const { port } = await start(t)
  const { stdout } = await run('delv', ['@127.0.0.1', '-p', `${port}`, '-i', 'web.deep.example.com', 'A'])
  assert.match(stdout, /web\.deep\.example\.com\.\s+300\s+IN\s+A\s+192\.0\.2\.3/)
})

test(
  'nsupdate changes the names and types of its key, and no others',
  { skip: missingTools('nsupdate') },
  async (t) => {
    const place = await start(t)
    const folder = mkdtempSync(join(tmpdir(), 'host-nsupdate-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'key')
    writeFileSync(file, `key "${keyText.name}" { algorithm ${keyText.algorithm}; secret "${keyText.secret}"; };\n`)
    const update = async (protocol: readonly string[], ...lines: readonly string[]): Promise<string> => {
      const client = run('nsupdate', [...protocol, '-k', file])
      client.child.stdin?.end([`server 127.0.0.1 ${place.port}`, `zone ${zone}`, ...lines, 'send', ''].join('\n'))
      return await client.then(
        () => 'done',
        (error: unknown) => String(error instanceof Error && 'stderr' in error ? error.stderr : error).trim(),
      )
    }
    const name = '_acme-challenge.example.com.'
    const texts = async (): Promise<string[]> =>
      (await askServer({ ...place, question: { name, type: 'TXT' } })).answers.map(({ data }) => data)
    assert.equal(await update([], `prereq nxdomain ${name}`, `update add ${name} 60 TXT "one"`), 'done')
    assert.deepEqual(await texts(), ['"one"'])
    assert.equal(
      await update([], `prereq nxdomain ${name}`, `update add ${name} 60 TXT "two"`),
      'update failed: YXDOMAIN',
    )
    assert.equal(await update(['-v'], `update delete ${name} TXT`, `update add ${name} 60 TXT "two"`), 'done')
    assert.deepEqual(await texts(), ['"two"'])
    assert.equal(await update([], `update add www.example.com. 60 TXT "no"`), 'update failed: REFUSED')
    assert.equal(await update([], `update add ${name} 60 CAA 0 issue ca.example`), 'update failed: REFUSED')
  },
)

const questions = [
  'example.com. SOA NS MX TXT CAA A DS',
  'ns.example.com. A AAAA MX',
  'NS.example.COM. A',
  'www.example.com. A CNAME MX',
  'deep.example.com. A',
  'away.example.com. A',
  'gone.example.com. A',
  '_tcp.example.com. SRV',
  '_sip._tcp.example.com. SRV',
  'x.wild.example.com. TXT MX A',
  'x.y.wild.example.com. TXT',
  '*.wild.example.com. TXT A',
  'x.*.wild.example.com. TXT',
  'here.wild.example.com. TXT A',
  'x.here.wild.example.com. TXT',
  'ent.wild.example.com. TXT',
  'x.ent.wild.example.com. TXT',
  'x.alias.example.com. A TXT',
  'cut.example.com. A NS DS SOA',
  'a.b.cut.example.com. A DS',
  'ns.cut.example.com. A',
  'svc.example.com. HTTPS A',
  'odd.example.com. TYPE65400',
  'none.example.com. A NS',
].flatMap((line) => {
  const [name = '', ...types] = line.split(' ')
  return types.map((type) => ({ name, type }))
})

/** An answer as any server may order it. Only a referral needs addresses; others add those of targets, too. */
function comparable({ rcode, isAuthoritative, isTruncated, ...sections }: Message): object {
  const lines = (section: Message['answers']): string[] => linesOf(section).map(nameKey).toSorted()
  const { answers, authorities, additionals } = sections
  return {
    rcode,
    isAuthoritative,
    isTruncated,
    answers: lines(answers),
    authorities: lines(authorities),
    additionals: isAuthoritative ? [] : lines(additionals),
  }
}

for (const [kind, tool] of [
  ['bind', 'named'],
  ['knot', 'knotd'],
] as const satisfies readonly [PeerKind, string][]) {
  suite(`beside ${kind}`, { skip: missingTools(tool) }, () => {
    test('every answer is the same', async (t) => {
      const place = await start(t)
      const zoneFile = writeZoneFile(zone, [soa(1), ...written])
      const peer = await PeerServer.start(kind, { zone, zoneFile, key: keyText })
      t.after(() => peer.stop())
      for (const question of questions) {
        const ours = await askServer({ ...place, question })
        const theirs = await askServer({ ...place, port: peer.port, question })
        assert.deepEqual(comparable(ours), comparable(theirs), `${question.name} ${question.type}`)
      }
    })

    test('a secondary transfers the zone, and again after a notification', async (t) => {
      const place = await start(t)
      const peer = await PeerServer.start(kind, { zone, zoneFile: '', primaryPort: place.port, key: keyText })
      t.after(() => peer.stop())
      const data = async (name: string, type: string): Promise<string[]> =>
        (await askServer({ ...place, port: peer.port, question: { name, type } })).answers.map((answer) => answer.data)
      assert.deepEqual(await data('odd.example.com.', 'TYPE65400'), ['\\# 3 abcdef'])
      const added = { name: 'added.example.com.', type: 'A', ttl: 60, data: '192.0.2.99' }
      place.zones.set(buildServedZone(zone, [soa(2), ...written, added]))
      await sendNotify({ ...place, port: peer.port, zone })
      for (let left = 200; left > 0 && (await data(added.name, 'A')).length === 0; left -= 1) await sleep(50)
      assert.deepEqual(await data(added.name, 'A'), ['192.0.2.99'])
      assert.match((await data(zone, 'SOA'))[0] ?? '', / 2 3600 /)
    })
  })
}
