import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { decodeMessage, encodeMessage, rcodes } from '../../packages/dns/src/index.ts'
import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { composeMessage, signMessage } from '../../packages/email/src/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { startServer } from '../servers/start-server.ts'

const connections = 20
const perConnection = 50
/** Messages a second. */
const goals = { sqlite: 300, postgres: 500 } as const

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = { domain: 'sender.example', selector: 's1', privateKey }
const published = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const texts: Readonly<Record<string, string>> = {
  'sender.example.': '"v=spf1 ip4:127.0.0.1 -all"',
  '_dmarc.sender.example.': '"v=DMARC1; p=reject"',
  's1._domainkey.sender.example.': `"v=DKIM1; k=ed25519; p=${published}"`,
}

/** Bytes of an attachment with which a message is close to the limit of 25 MiB. */
const largeFile = 18_500_000
/** Milliseconds of CPU time: other requests wait for it. */
const longestTurn = 20

/** Signed messages of 10 kB by SMTP: checked, parsed, and durable when they are answered; and the turns of a large one. */
export const mailIn: Benchmark = { name: 'mail-in', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await measure(bench, product)))
  rows.push(await measureTurns(bench))
  return rows
}

/** The database matters little to the main thread, so one of them is measured. */
async function measureTurns(bench: Bench): Promise<Row> {
  const folder = join(bench.folder, 'mail-turns')
  await using names = await startResolver()
  const options = { file: `${folder}.db`, folder, resolver: names.address, turns: true }
  await using server = await startServer(bench, 'mail', options)
  await send(server.port, await messages(connections))
  const turns: number[] = []
  for (let round = 0; round < bench.scale.rounds; round += 1) {
    const [large] = await messages(1, bench.scale.isTrial ? 1_000 : largeFile)
    await server.usage()
    await sendShare(server.port, large === undefined ? [] : [large])
    turns.push((await server.usage()).longestTurn ?? Number.NaN)
  }
  return standAlone({
    what: 'Message of 25 MiB by SMTP, stored and parsed, SQLite',
    measure: 'longest turn of the loop, CPU',
    subject: { name: 'longest turn', values: turns },
    unit: 'ms',
    goal: { atMost: longestTurn },
  })
}

async function measure(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using database = await product.create()
  await using names = await startResolver()
  const options = { file: database.url, folder: join(bench.folder, `mail-${product.dialect}`), resolver: names.address }
  await using server = await startServer(bench, 'mail', options)
  const perRound = bench.scale.isTrial ? 2 : perConnection
  await send(server.port, await messages(connections * 2))
  const [rates, delays, costs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < bench.scale.rounds; round += 1) {
    const sent = await messages(connections * perRound)
    const before = await server.usage()
    const since = performance.now()
    await send(server.port, sent)
    rates.push((sent.length * 1_000) / (performance.now() - since))
    const { cpu, loopDelay = Number.NaN } = await server.usage()
    delays.push(loopDelay)
    costs.push((cpu - before.cpu) / sent.length)
  }
  const what = `Message of 10 kB by SMTP, stored and parsed, ${product.name}`
  const of = (name: string, values: readonly number[]) => ({ what, measure: name, subject: { name, values } })
  return [
    standAlone({ ...of('messages', rates), unit: '/s', goal: { atLeast: goals[product.dialect] } }),
    standAlone({ ...of('delay of the loop, p99', delays), unit: 'ms', goal: { atMost: 20 } }),
    standAlone({ ...of('CPU per message', costs), unit: 'µs' }),
  ]
}

let composed = 0

async function messages(count: number, fileBytes = 0): Promise<readonly Buffer[]> {
  const list: Buffer[] = []
  for (let each = 0; each < count; each += 1) {
    composed += 1
    const { bytes } = await composeMessage({
      from: { name: 'Ada', address: 'ada@sender.example' },
      to: [{ name: '', address: 'info@bench.example' }],
      subject: `Message ${composed}`,
      text: 'A line of a message that people wrote to each other.\n'.repeat(185),
      date: new Date(),
      messageId: `<${composed}@sender.example>`,
      attachments:
        fileBytes === 0 ? [] : [{ name: 'file.bin', type: 'application/octet-stream', bytes: randomBytes(fileBytes) }],
    })
    list.push(await signMessage(bytes, { keys: [key], now: new Date() }))
  }
  return list
}

/** Sends messages over all connections, one after the other on each. @throws Error for one that is not accepted */
async function send(port: number, all: readonly Buffer[]): Promise<void> {
  const shares = Array.from({ length: connections }, (_, at) =>
    all.filter((_each, index) => index % connections === at),
  )
  await Promise.all(shares.map((share) => sendShare(port, share)))
}

async function sendShare(port: number, share: readonly Buffer[]): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let [text, wake] = ['', () => {}]
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    wake()
  })
  const reply = async (code: string, count = 1): Promise<void> => {
    let lines = text.match(/^\d{3} .*\r\n/gm) ?? []
    while (lines.length < count) {
      await new Promise<void>((resolve) => (wake = resolve))
      lines = text.match(/^\d{3} .*\r\n/gm) ?? []
    }
    if (!lines.every((line) => line.startsWith(code))) throw new Error(`Not ${code}: ${text}`)
    text = ''
  }
  await once(socket, 'connect')
  await reply('220')
  socket.write('EHLO client.example\r\n')
  await reply('250')
  for (const bytes of share) {
    socket.write('MAIL FROM:<ada@sender.example>\r\nRCPT TO:<info@bench.example>\r\n')
    await reply('250', 2)
    socket.write('DATA\r\n')
    await reply('354')
    socket.write(Buffer.concat([bytes, Buffer.from('.\r\n')]))
    await reply('250')
  }
  socket.end('QUIT\r\n')
}

/** A resolver that knows the records of the sender. */
async function startResolver(): Promise<AsyncDisposable & { readonly address: string }> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (bytes, from) => {
    const { id, questions } = decodeMessage(bytes)
    const [{ name, type } = { name: '.', type: 'A' }] = questions
    const text = texts[name.toLowerCase()]
    const answers = text === undefined || type !== 'TXT' ? [] : [{ name, type, ttl: 60, data: text }]
    const rcode = text === undefined ? rcodes.NXDOMAIN : rcodes.NOERROR
    socket.send(encodeMessage({ id, isResponse: true, rcode, questions, answers }), from.port, from.address)
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
