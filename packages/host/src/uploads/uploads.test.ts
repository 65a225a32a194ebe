import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProblemBody } from '@host/plugin'
import { queryPostgres } from '../../testing/database/query-postgres.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { labHost, type LabPerson } from '../../testing/lab-host.ts'
import { filesPlugin } from '../../testing/uploads/files-plugin.ts'
import { until } from '../../testing/until.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500_000, 7)])
const path = '/api/x/files/files'

async function filesLab(context: TestContext, product: TestDatabaseProduct = testDatabases[0] as TestDatabaseProduct) {
  const fresh = await product.create()
  const given: Parameters<typeof filesPlugin>[0] = { runs: 0 }
  const lab = await labHost(context, [filesPlugin(given)], { environment: { HOST_DATABASE_URL: fresh.url } })
  context.after(async () => await fresh[Symbol.asyncDispose]())
  await lab.host.listen()
  const { origin: url } = new URL(lab.host.url ?? assert.fail())
  const query = async (sql: string) => await readRows(fresh.url, sql)
  return {
    lab,
    given,
    url,
    person: async (role: 'member' | 'admin' = 'member', workspace?: string) => await lab.person(role, workspace),
    rows: async () => await query('select * from files_files'),
    blobs: async () => await query('select * from host_blobs'),
    contents: async () => await query('select state from host_blob_contents'),
    send: async (person: LabPerson, init: Sent = {}) => await send(url, person, init),
  }
}

interface Sent {
  readonly body?: Uint8Array
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads beside the host, which holds the lock of its file. */
async function readRows(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (!url.startsWith('postgres')) {
    using file = new DatabaseSync(url, { readOnly: true })
    return file
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  }
  return (await queryPostgres(new URL(url), sql)) as readonly Readonly<Record<string, unknown>>[]
}

const sessionOf = (url: string, { cookie, csrfToken }: LabPerson) => ({
  cookie,
  origin: url,
  'x-csrf-token': csrfToken,
})

async function send(url: string, person: LabPerson, { body = png, path: to = path, method, headers }: Sent) {
  return await fetch(url + to, {
    method: method ?? 'POST',
    headers: { ...sessionOf(url, person), 'content-type': 'image/png', 'x-file-name': 'a.png', ...headers },
    body: Buffer.from(body),
  })
}

const problemOf = async (response: Response) => (await response.json()) as ProblemBody

for (const product of testDatabases) {
  test(`an upload stores the file and its row, and answers the output (${product.dialect})`, async (context) => {
    const lab = await filesLab(context, product)
    const person = await lab.person()
    const name = encodeURIComponent('C:\\docs\\收据 1.png')
    const answer = await lab.send(person, { path: `${path}?note=lunch`, headers: { 'x-file-name': name } })
    assert.equal(answer.status, 201, await answer.clone().text())
    const row = (await answer.json()) as { id: string; head: string; name: string; size: number; type: string }
    assert.deepEqual(Buffer.from(row.head, 'base64'), png.subarray(0, 6_000))
    assert.deepEqual([row.name, row.size, row.type], ['收据 1.png', png.length, 'image/png'])
    assert.equal((await lab.rows())[0]?.['note'], 'lunch')
    const read = await person.call('GET', `${path}/${row.id}`)
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), png)
    assert.match(read.headers.get('content-disposition') ?? '', /^inline; filename="__ 1.png"; filename\*=UTF-8''%E6/)
    assert.equal(read.headers.get('x-content-type-options'), 'nosniff')
    assert.match(read.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    assert.deepEqual(await lab.contents(), [{ state: 'kept' }])
  })

  test(`a handler that throws or refuses leaves neither row nor file (${product.dialect})`, async (context) => {
    const lab = await filesLab(context, product)
    const person = await lab.person()
    for (const fail of ['throw', 'answer']) {
      for (const headers of [{}, { 'idempotency-key': fail }]) {
        const answer = await lab.send(person, { path: `${path}?fail=${fail}`, headers })
        assert.equal(answer.status, 409, await answer.text())
      }
    }
    assert.equal(lab.given.runs, 4)
    assert.deepEqual([await lab.rows(), await lab.blobs(), await lab.contents()], [[], [], []])
  })

  test(`a repeat with the same key gets the stored answer and stores nothing (${product.dialect})`, async (context) => {
    const lab = await filesLab(context, product)
    const person = await lab.person()
    const headers = { 'idempotency-key': 'one' }
    const [first, second] = [await lab.send(person, { headers }), await lab.send(person, { headers })]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(await second.json(), await first.json())
    const other = await lab.send(person, { headers, body: png.subarray(0, 1000) })
    assert.equal((await problemOf(other)).code, 'unprocessable')
    assert.deepEqual([lab.given.runs, (await lab.rows()).length, (await lab.blobs()).length], [1, 1, 1])
  })

  test(`another workspace can neither read nor delete a file (${product.dialect})`, async (context) => {
    const lab = await filesLab(context, product)
    const [mine, foreign] = [await lab.person(), await lab.person('admin', 'Elsewhere')]
    const { id, key } = (await (await lab.send(mine)).json()) as { id: string; key: string }
    assert.equal((await foreign.call('GET', `${path}/${id}`)).status, 404)
    assert.equal((await foreign.call('DELETE', `${path}/${id}`)).status, 404)
    assert.equal(await lab.given.blobs?.facts(foreign.orgId, key), undefined)
    assert.equal(await lab.given.blobs?.delete(foreign.orgId, key), false)
    assert.equal((await mine.call('DELETE', `${path}/${id}`)).status, 204)
    assert.deepEqual([await lab.rows(), await lab.blobs()], [[], []])
  })
}

test('the type is that of the content, and a wrong one is refused with the field', async (context) => {
  const lab = await filesLab(context)
  const person = await lab.person()
  const text = (content: string) => ({ body: Buffer.from(content) })
  const typed = (type: string) => ({ headers: { 'content-type': type } })
  const cases = [
    [{ ...typed('image/jpeg') }, 201, 'image/png'],
    [{ ...text('a,b\n1,2\n'), ...typed('text/csv; charset=utf-8') }, 201, 'text/csv'],
    [{ ...text('{"a":1}'), ...typed('application/json') }, 201, 'application/json'],
    [{ ...text('%PDF-1.7 …'), ...typed('application/octet-stream') }, 201, 'application/pdf'],
    [{ ...text('<script>alert(1)</script>'), ...typed('image/png') }, 400, 'invalid_input'],
    [{ ...text('<svg xmlns="x"/>'), ...typed('image/svg+xml') }, 415, 'unsupported_media_type'],
    [{ ...text('<p>hi'), ...typed('text/html') }, 415, 'unsupported_media_type'],
    [{ ...text('hello'), ...typed('application/json') }, 400, 'invalid_input'],
    [{ body: Buffer.from([0xff, 0xfe, 0x41]), ...typed('text/csv') }, 400, 'invalid_input'],
    [{ body: Buffer.from('MZ\0\0'), ...typed('application/x-msdownload') }, 415, 'unsupported_media_type'],
    [{ ...text(''), ...typed('text/plain') }, 400, 'invalid_input'],
  ] as const
  for (const [sent, status, expected] of cases) {
    const answer = await lab.send(person, sent)
    const body = (await answer.json()) as { type: string; code?: string; errors?: { path: string }[] }
    assert.deepEqual([answer.status, body.code ?? body.type], [status, expected], JSON.stringify(body))
    const paths = status >= 400 ? ['file'] : undefined
    assert.deepEqual(
      body.errors?.map((each) => each.path),
      paths,
    )
  }
  assert.equal((await lab.blobs()).length, 4)
  assert.equal((await lab.contents()).length, 4)
})

test('a file over the limit is refused before it is read, with the limit named', async (context) => {
  const lab = await filesLab(context)
  const admin = await lab.person('admin')
  const to = { path: '/api/x/files/1/picture', method: 'PUT' }
  const stated = await lab.send(admin, { ...to, body: png })
  const sent = await chunked(lab.url + to.path, admin, png)
  const answers = [
    { status: stated.status, body: await problemOf(stated) },
    { status: sent.status, body: JSON.parse(sent.body) as ProblemBody },
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 413)
    assert.match(body.detail ?? '', /64 KiB/)
    assert.deepEqual(body.errors, [{ path: 'file', message: 'The limit is 64 KiB.' }])
  }
  assert.equal(lab.given.runs, 0)
  assert.deepEqual(await lab.contents(), [])
})

test('the guard, the CSRF check and the input come before the file', async (context) => {
  const lab = await filesLab(context)
  const person = await lab.person()
  const picture = await lab.send(person, { path: '/api/x/files/1/picture', method: 'PUT', body: png.subarray(0, 9000) })
  assert.equal((await problemOf(picture)).code, 'forbidden')
  const forged = await lab.send(person, { headers: { 'x-csrf-token': 'no' } })
  assert.equal((await problemOf(forged)).code, 'csrf_token')
  const anonymous = await fetch(lab.url + path, { method: 'POST', body: png })
  assert.equal((await problemOf(anonymous)).code, 'unauthenticated')
  const unknown = await lab.send(person, { path: `${path}?nothing=1` })
  assert.equal((await problemOf(unknown)).code, 'invalid_input')
  assert.deepEqual(await lab.contents(), [])
})

test('an upload that breaks off leaves nothing, and its key is free again', async (context) => {
  const lab = await filesLab(context)
  const person = await lab.person()
  for (const headers of [{}, { 'idempotency-key': 'broken' }]) {
    await breakOff(lab.url, person, headers)
    await until(async () => (await lab.contents()).length === 0)
  }
  assert.deepEqual([await lab.rows(), await lab.blobs(), lab.given.runs], [[], [], 0])
  await until(async () => (await lab.send(person, { headers: { 'idempotency-key': 'broken' } })).status === 201)
})

test('one person has at most four uploads at once, and another one in the workspace still gets through', async (context) => {
  const lab = await filesLab(context)
  const [greedy, other] = [await lab.person(), await lab.person()]
  const open = await Promise.all([1, 2, 3, 4].map(async () => await begin(lab.url, greedy)))
  await until(async () => (await lab.contents()).length === 4)
  const refused = await lab.send(greedy)
  assert.equal((await problemOf(refused)).code, 'overloaded')
  assert.equal(refused.headers.get('retry-after'), '2')
  assert.equal((await lab.send(other)).status, 201)
  for (const each of open) each.destroy()
  await until(async () => (await lab.send(greedy)).status === 201)
})

test('one person has at most four uploads at once in all workspaces together', async (context) => {
  const lab = await filesLab(context)
  const [greedy, other] = [await lab.person(), await lab.person()]
  const second = await lab.lab.alsoIn(greedy, 'Second')
  const open = await Promise.all([greedy, greedy, second, second].map(async (each) => await begin(lab.url, each)))
  await until(async () => (await lab.contents()).length === 4)
  for (const each of [greedy, second]) assert.equal((await problemOf(await lab.send(each))).code, 'overloaded')
  assert.equal((await lab.send(other)).status, 201)
  for (const each of open) each.destroy()
  await until(async () => (await lab.send(second)).status === 201)
})

async function chunked(url: string, person: LabPerson, body: Buffer) {
  const origin = new URL(url).origin
  const headers = { ...sessionOf(origin, person), 'content-type': 'image/png', 'transfer-encoding': 'chunked' }
  const sent = httpRequest(url, { method: 'PUT', headers })
  sent.on('error', () => undefined).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, body: text }
}

/** Sends half of a file. */
async function begin(url: string, person: LabPerson, headers: Readonly<Record<string, string>> = {}) {
  const all = { ...sessionOf(url, person), 'content-type': 'image/png', 'content-length': '1000000', ...headers }
  const sent = httpRequest(url + path, { method: 'POST', headers: all })
  sent.on('error', () => undefined)
  await new Promise((resolve) => void sent.write(png, resolve))
  return sent
}

async function breakOff(url: string, person: LabPerson, headers: Readonly<Record<string, string>>) {
  const sent = await begin(url, person, { ...headers, 'x-file-name': 'a.png' })
  // A real wait: the host must have begun to read, which it announces to no client.
  await sleep(150)
  sent.destroy()
}
