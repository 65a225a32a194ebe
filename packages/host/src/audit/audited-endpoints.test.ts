import assert from 'node:assert/strict'
import { after, before, suite, test, type TestContext } from 'node:test'
import type { AuditRecord } from '@host/plugin/platform'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost, type LabPerson } from '../../testing/lab-host.ts'
import { entriesOf } from '../../testing/audit/entries-of.ts'
import { journal, missing } from '../../testing/audit/journal.ts'

const path = '/api/x/journal'

let current: AuditLab | undefined
const lab = (): AuditLab => {
  if (current === undefined) throw new Error('The laboratory is not open yet.')
  return current
}

for (const product of testDatabases) {
  suite(`audited endpoints on ${product.dialect}`, () => {
    before(async () => {
      current = await openLab(product)
    })
    after(() => current?.[Symbol.asyncDispose]())

    testOneCommit()
    testContent()
    testWorkspacesAndClients()
  })
}

const noGrant = { grantedById: null, grantedByName: null } as const

function testOneCommit(): void {
  test('a change and its entry are committed together, and the entry names actor, action, target and address', async () => {
    const { person, entries } = lab()
    const ada = await person()
    const headers = { 'user-agent': 'Firefox', 'x-request-id': 'request-0001' }
    const answer = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' }, headers })
    const { id } = (await answer.json()) as { id: string }
    const [entry] = await entries(ada)
    const { id: _, at, sequence: __, ...said } = entry as AuditRecord
    assert.deepEqual(said, {
      action: 'note.created',
      actor: { kind: 'user', id: ada.userId, name: 'member', tokenId: null, tokenName: null, ...noGrant },
      target: `note:${id}`,
      before: null,
      after: { title: 'Milk' },
      plugin: 'journal',
      endpoint: `POST ${path}/notes`,
      address: '127.0.0.1',
      userAgent: 'Firefox',
      requestId: 'request-0001',
    })
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
  })

  for (const how of ['single', 'batch', 'transaction', 'two', 'read', 'nothing'] as const) {
    test(`a call that writes by ${how} has one entry`, async () => {
      const { person, entries } = lab()
      const ada = await person()
      const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how } })
      assert.equal(status, 200)
      assert.deepEqual(
        (await entries(ada)).map(({ action }) => action),
        ['note.created'],
      )
    })
  }

  for (const [how, end] of [
    ['single', 'twice the key'],
    ['batch', 'twice the key'],
    ['transaction', 'throw inside'],
    ['nothing', 'throw'],
    ['nothing', 'refuse'],
    ['read', 'throw'],
  ] as const) {
    test(`a call that writes by ${how} and ends with "${end}" leaves neither a change nor an entry`, async () => {
      const { person, entries, titles } = lab()
      const ada = await person()
      if (end === 'twice the key') await ada.call('POST', `${path}/notes`, { body: { title: 'First', end } })
      const kept = async () => [(await entries(ada)).map(({ id }) => id), await titles(ada)]
      const known = await kept()
      const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how, end } })
      assert.ok(status >= 400)
      assert.deepEqual(await kept(), known)
    })
  }

  for (const how of missing) {
    test(`a call that fails since what it would change is ${how} leaves no entry`, async () => {
      const { person, entries } = lab()
      const ada = await person()
      const call = async (end: string) =>
        (await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how, end } })).status
      assert.deepEqual([await call('throw'), await call('refuse')], [409, 422])
      assert.deepEqual(await entries(ada), [])
      assert.equal(await call('well'), 200)
      assert.equal((await entries(ada)).length, 1)
    })
  }

  for (const end of ['throw', 'refuse'] as const) {
    test(`a call that has committed something and ends with "${end}" keeps its entry`, async () => {
      const { person, entries, titles } = lab()
      const ada = await person()
      const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', end } })
      assert.ok(status >= 400)
      assert.deepEqual(await titles(ada), ['Milk'])
      assert.deepEqual(
        (await entries(ada)).map(({ action }) => action),
        ['note.created'],
      )
    })
  }

  test('a change that was committed while its entry rode with another that failed keeps it all the same', async () => {
    const { person, entries, titles } = lab()
    const ada = await person()
    await ada.call('POST', `${path}/notes`, { body: { title: 'First', end: 'twice the key' } })
    const known = (await entries(ada)).length
    const { status } = await ada.call('POST', `${path}/notes`, {
      body: { title: 'Milk', how: 'side by side', end: 'throw' },
    })
    assert.equal(status, 409)
    assert.deepEqual(await titles(ada), ['Milk'])
    assert.equal((await entries(ada)).length, known + 1)
  })
}

function testContent(): void {
  test('a handler records old and new values, and only the target of a deleted record', async () => {
    const { person, entries } = lab()
    const ada = await person()
    const { id } = (await (await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })).json()) as {
      id: string
    }
    await ada.call('PATCH', `${path}/notes/${id}`, { body: { title: 'Oats' } })
    await ada.call('DELETE', `${path}/notes/${id}`)
    const [, changed, deleted] = await entries(ada)
    assert.deepEqual(
      [changed?.action, changed?.target, changed?.before, changed?.after],
      ['note.changed', `note:${id}`, { title: 'Milk' }, { title: 'Oats' }],
    )
    assert.deepEqual([deleted?.action, deleted?.target, deleted?.after], ['note.deleted', `note:${id}`, null])
  })

  test('no secret is in an entry, whether its name or its schema says that it is one', async () => {
    const { person, entries, run } = lab()
    const ada = await person()
    const body = { title: 'Milk', apiKey: 'open sesame', marked: 'open sesame' }
    await ada.call('POST', `${path}/notes`, { body })
    const [entry] = await entries(ada)
    assert.deepEqual(entry?.after, { title: 'Milk', apiKey: '[secret]', marked: '[secret]' })
    const rows = [...(await run('select * from audit_entries')), ...(await run('select * from audit_unsealed'))]
    assert.doesNotMatch(JSON.stringify(rows), /sesame/)
  })

  test('an endpoint may write no entry, and one that reads may ask for one', async () => {
    const { person, entries } = lab()
    const ada = await person()
    for (const [method, at] of [
      ['POST', 'silent'],
      ['GET', 'list'],
      ['GET', 'notes'],
    ] as const) {
      assert.ok((await ada.call(method, `${path}/${at}`)).ok)
    }
    assert.deepEqual(
      (await entries(ada)).map(({ action }) => action),
      ['note.exported'],
    )
  })

  test('an entry inside a transaction is committed with it, or not at all', async () => {
    const { person, entries } = lab()
    const ada = await person()
    const actions = async (where: string): Promise<readonly string[]> => {
      const known = (await entries(ada)).length
      await ada.call('POST', `${path}/recordings`, { body: { where } })
      return (await entries(ada)).slice(known).map(({ action, target }) => `${action} ${target}`)
    }
    assert.deepEqual(await actions('before'), ['note.weighed note:x', 'recording.created null'])
    assert.deepEqual(await actions('inside'), ['note.weighed note:x', 'recording.created null'])
    assert.deepEqual(await actions('inside and thrown'), [])
  })

  test('an entry that is written already takes no description', async () => {
    const { person, log } = lab()
    const { status } = await (await person()).call('POST', `${path}/late`)
    assert.equal(status, 500)
    assert.ok(log.some(({ err }) => String(err).includes('describe it before the first change')))
  })

  test('an atomic endpoint writes its entry into the one transaction that it is', async () => {
    const { person, entries, titles } = lab()
    const ada = await person()
    const call = (title: string, key: string) =>
      ada.call('POST', `${path}/orders`, { body: { title }, headers: { 'idempotency-key': key } })
    assert.deepEqual(
      [(await call('Milk', 'k1')).status, (await call('Milk', 'k1')).status, (await call('fail', 'k2')).status],
      [200, 200, 500],
    )
    assert.deepEqual(await titles(ada), ['Milk'])
    assert.deepEqual(
      (await entries(ada)).map(({ action }) => action),
      ['note.counted', 'order.created'],
    )
  })
}

function testWorkspacesAndClients(): void {
  test('each workspace sees its own entries, and the instance those of its endpoints', async () => {
    const { host, person, entries, admin } = lab()
    const [ada, dora, root] = [await person(), await person(), await admin()]
    await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })
    await dora.call('PUT', `${path}/colour`, { body: { colour: 'red' } })
    await dora.call('PUT', `${path}/colour`, { body: { colour: 'blue', elsewhere: ada.orgId } })
    await root.call('PUT', `${path}/limit`, { body: { limit: 3 } })
    const lines = (all: readonly AuditRecord[]): readonly string[] =>
      all.map(({ action, actor, target }) => `${action} ${actor.id} ${target}`)
    assert.deepEqual(lines(await entries(dora)), [`colour.changed ${dora.userId} null`])
    assert.deepEqual(lines(await entries(ada)).slice(1), [`colour.changed ${dora.userId} colour:red`])
    const ofInstance = (await entriesOf(host, undefined)).filter(({ action }) => action === 'limit.changed')
    assert.deepEqual(lines(ofInstance), [`limit.changed ${root.userId} null`])
  })

  test('an anonymous client is anonymous, and nothing that an anonymous client sends is kept', async () => {
    const { host } = lab()
    const answer = await host.fetch(
      new Request(`http://lab.test${path}/visits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://lab.test' },
        body: JSON.stringify({ nickname: 'Mallory' }),
      }),
    )
    assert.equal(answer.status, 204)
    const entry = (await entriesOf(host, undefined)).find(({ action }) => action === 'visit.created')
    assert.deepEqual(entry?.actor, {
      kind: 'anonymous',
      id: null,
      name: null,
      tokenId: null,
      tokenName: null,
      ...noGrant,
    })
    assert.deepEqual([entry?.action, entry?.after], ['visit.created', null])
  })

  test('an entry that could not be written takes the change with it', async () => {
    const { person, titles, run } = lab()
    const ada = await person()
    await run('alter table audit_unsealed rename to gone')
    const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })
    await run('alter table gone rename to audit_unsealed')
    assert.equal(status, 500)
    assert.deepEqual(await titles(ada), [])
  })
}

interface AuditLab extends Pick<LabHost, 'host' | 'admin' | 'log'>, AsyncDisposable {
  /** A member of a workspace of their own. */
  person(): Promise<LabPerson>
  /** The plugin's data in the person's workspace. */
  entries(person: LabPerson): Promise<readonly AuditRecord[]>
  titles(person: LabPerson): Promise<readonly string[]>
  run(sql: string): Promise<readonly object[]>
}

async function openLab(product: TestDatabaseProduct): Promise<AuditLab> {
  await using stack = new AsyncDisposableStack()
  const fresh = stack.use(await product.create())
  const context = { after: (end: () => Promise<void>) => stack.defer(end) } as Pick<TestContext, 'after'>
  const { host, person, admin, log } = await labHost(context, [journal], {
    environment: { HOST_DATABASE_URL: fresh.url },
  })
  const database = await fresh.open({ isExclusive: false })
  let workspaces = 0
  const opened = stack.move()
  return {
    host,
    admin,
    log,
    person: () => person('member', `Workspace ${(workspaces += 1)}`),
    entries: async ({ orgId }) => (await entriesOf(host, orgId)).filter(({ plugin }) => plugin === 'journal'),
    titles: async (who) => {
      const rows = (await (await who.call('GET', `${path}/list`)).json()) as { title: string }[]
      return rows.map(({ title }) => title).filter((title) => title !== 'First')
    },
    run: async (sql) => (await database.run({ sql, parameters: [], writes: /^(?:alter|delete)/.test(sql) })).rows,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
