import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { definePlugin, Events, json, mountResource, type EventDefinition, type WorkspaceScope } from '@host/plugin'
import { AuditLog, Contributions } from '@host/plugin/platform'
import { labHost, type LabPerson } from '../../testing/lab-host.ts'
import { ask, databases, namesOf, pathsOf, type Answer } from '../../testing/resources/sales-calls.ts'
import { companies, deals, plainSalesPlugin, salesPlugin } from '../../testing/resources/sales-plugin.ts'

const finder = definePlugin({
  name: 'finder',
  info: { title: 'Finder', description: 'Searches', icon: 'search', category: 'Test', api: '^1' },
  models: [],
  mount(mux, ctx) {
    const find = async ({ request, query }: WorkspaceScope) =>
      json(await ctx.lookup(Contributions)?.search(request, query.get('q') ?? ''))
    const readEvents = async ({ orgId }: WorkspaceScope) => json(await ctx.lookup(Events)?.read(orgId, { limit: 100 }))
    mux.handle('GET /api/x/finder/records', ctx.guard(find))
    mux.handle('GET /api/x/finder/events', ctx.guard(readEvents))
  },
})

interface PublishedEvent {
  readonly name: string
  readonly data: { readonly changed?: readonly string[] }
}

async function eventsOf(person: LabPerson): Promise<readonly PublishedEvent[]> {
  const response = await person.call('GET', '/api/x/finder/events')
  const { items } = (await response.json()) as { readonly items: readonly PublishedEvent[] }
  return items.filter(({ name }) => /^(?:deal|company)\./.test(name))
}

async function open(context: TestContext, environment: Record<string, string>) {
  const { host, person } = await labHost(context, [salesPlugin, finder], { environment })
  const [owner, member, other] = [await person('owner'), await person('member'), await person('owner', 'Elsewhere')]
  return { host, owner, member, other }
}

for (const [database, environment] of Object.entries(databases)) {
  test(`a record is created, read, changed and deleted by its endpoints (${database})`, async (context) => {
    const { member, owner, other } = await open(context, await environment())
    const acme = await ask(owner, 'POST /companies', { name: 'Acme' })
    assert.deepEqual([acme.status, acme['taxId'], acme['parent']], [201, false, null])
    const made = await ask(owner, 'POST /deals', {
      name: ' draft Boat ',
      company: acme['id'],
      owner: member.userId,
      amount: 1250,
      notes: 'long',
      color: '#ABCDEF',
    })
    assert.equal(made.status, 201)
    const created = await ask(member, `GET /deals/${String(made['id'])}`)
    const { id, createdAt, updatedAt, owner: seller, ...values } = created
    assert.equal((seller as { readonly id: string }).id, member.userId)
    assert.match(String(id), /^deal_/)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(values, {
      status: 200,
      name: 'Boat',
      company: { id: acme['id'], name: null },
      email: null,
      currency: 'EUR',
      amount: 1250,
      stage: 'lead',
      closesOn: null,
      seats: null,
      color: '#abcdef',
      isHot: false,
      notes: 'long',
    })
    const changed = await ask(member, `PATCH /deals/${String(id)}`, { stage: 'won', amount: null })
    assert.deepEqual([changed.status, changed['stage'], changed['amount'], changed['name']], [200, 'won', null, 'Boat'])
    assert.equal(changed['notes'], 'Congratulations')
    assert.deepEqual(await ask(member, `GET /deals/${String(id)}`), changed)
    for (const call of [`GET /deals/${String(id)}`, `DELETE /deals/${String(id)}`]) {
      assert.equal((await ask(other, call)).status, 404)
    }
    assert.equal((await ask(other, `PATCH /deals/${String(id)}`, { name: 'Mine' })).status, 404)
    assert.equal((await ask(member, `DELETE /deals/${String(id)}`)).status, 403)
    assert.equal((await ask(owner, `DELETE /companies/${String(acme['id'])}`)).status, 409)
    assert.equal((await ask(owner, `DELETE /deals/${String(id)}`)).status, 204)
    assert.equal((await ask(owner, `GET /deals/${String(id)}`)).status, 404)
  })

  test(`a list has pages, orders, filters and a search, and no long texts (${database})`, async (context) => {
    const { member, owner, other } = await open(context, await environment())
    const acme = await ask(owner, 'POST /companies', { name: 'Acme' })
    const dealsToAdd = [
      { name: 'beta', amount: 300, closesOn: '2026-02-01', email: 'ada@example.com', owner: owner.userId },
      { name: 'Alpha', amount: 100, closesOn: '2026-01-01', company: acme['id'], isHot: true },
      { name: 'gamma', stage: 'won', notes: 'long' },
    ]
    for (const deal of dealsToAdd) assert.equal((await ask(owner, 'POST /deals', deal)).status, 201)
    await ask(other, 'POST /deals', { name: 'theirs' })
    const usual = await ask(member, 'GET /deals?total=true')
    assert.deepEqual([namesOf(usual), usual['total']], [['gamma', 'Alpha', 'beta'], 3])
    assert.ok((usual['items'] as object[]).every((item) => !('notes' in item)))
    const asked: Readonly<Record<string, readonly string[]>> = {
      'sort=name': ['Alpha', 'beta', 'gamma'],
      'sort=-amount': ['beta', 'Alpha', 'gamma'],
      'sort=closesOn': ['gamma', 'Alpha', 'beta'],
      'stage=won': ['gamma'],
      'isHot=true': ['Alpha'],
      [`company=${String(acme['id'])}`]: ['Alpha'],
      [`owner=${owner.userId}`]: ['beta'],
      'closesOnFrom=2026-01-01&closesOnTo=2026-01-31': ['Alpha'],
      'amountFrom=100&amountTo=300': ['Alpha', 'beta'],
      'q=alp': ['Alpha'],
      'q=ada': ['beta'],
      'createdAtTo=2020-01-01T00:00:00.000Z': [],
    }
    for (const [query, names] of Object.entries(asked)) {
      assert.deepEqual(namesOf(await ask(member, `GET /deals?${query}`)), names, query)
    }
    const first = await ask(member, 'GET /deals?sort=name&limit=2')
    const second = await ask(member, `GET /deals?sort=name&limit=2&cursor=${String(first['nextCursor'])}`)
    assert.deepEqual([...namesOf(first), ...namesOf(second)], ['Alpha', 'beta', 'gamma'])
    assert.equal((await ask(member, 'GET /deals?sort=color')).status, 400)
    for (const wrong of ['amountFrom=a', 'amountFrom=1.5', 'amountTo=1e300', 'closesOnFrom=soon', 'nameFrom=a']) {
      assert.equal((await ask(member, `GET /deals?${wrong}`)).status, 400, wrong)
    }
  })

  test(`a record or member of another workspace is a problem of its field (${database})`, async (context) => {
    const { member, other } = await open(context, await environment())
    const theirs = await ask(other, 'POST /companies', { name: 'Theirs' })
    for (const company of [theirs['id'], 'company_none']) {
      const refused = await ask(member, 'POST /deals', { name: 'Boat', company, owner: other.userId })
      assert.deepEqual([refused.status, pathsOf(refused)], [400, ['company', 'owner']])
    }
    const deal = await ask(member, 'POST /deals', { name: 'Boat' })
    const moved = await ask(member, `PATCH /deals/${String(deal['id'])}`, { company: theirs['id'] })
    assert.deepEqual([moved.status, pathsOf(moved)], [400, ['company']])
  })

  test(`a sealed value is encrypted, revealed to its role alone, and in no list, file or entry (${database})`, async (context) => {
    const { host, owner, member } = await open(context, await environment())
    const secret = 'DE-123-456-789'
    const acme = await ask(owner, 'POST /companies', { name: 'Acme', taxId: secret })
    assert.equal(acme['taxId'], true)
    const path = `/companies/${String(acme['id'])}`
    assert.equal((await ask(member, `POST ${path}/reveal`, { field: 'taxId' })).status, 403)
    const revealed = await ask(owner, `POST ${path}/reveal`, { field: 'taxId' })
    assert.deepEqual([revealed.status, revealed['value']], [200, secret])
    assert.equal((await ask(owner, `POST ${path}/reveal`, { field: 'name' })).status, 400)
    await ask(owner, `PATCH ${path}`, { taxId: 'DE-987' })
    const pages = [await ask(owner, 'GET /companies'), await ask(owner, 'GET /companies/export')]
    const entries = await host.lookup(AuditLog)?.list(owner.orgId, { limit: 20 })
    const events = await eventsOf(owner)
    assert.deepEqual([entries?.items.length !== 0, events.length], [true, 2])
    assert.doesNotMatch(JSON.stringify([pages, entries, events]), /DE-/)
    assert.equal((await ask(owner, `PATCH ${path}`, { taxId: null }))['taxId'], false)
    const empty = await ask(owner, `POST ${path}/reveal`, { field: 'taxId' })
    assert.equal(empty['value'], null)
  })

  test(`a change leaves an entry with its difference and an event, in its transaction (${database})`, async (context) => {
    const { host, owner, member } = await open(context, await environment())
    const deal = await ask(member, 'POST /deals', { name: 'Boat', amount: 5 })
    const path = `/deals/${String(deal['id'])}`
    await ask(member, `PATCH ${path}`, { name: 'Ship', amount: 5 })
    await ask(member, `PATCH ${path}`, { name: 'Ship' })
    await ask(owner, `DELETE ${path}`)
    const page = await host.lookup(AuditLog)?.list(owner.orgId, { target: `deal:${String(deal['id'])}`, limit: 20 })
    const entries = (page?.items ?? []).map(({ action, before, after }) => [action, before, after])
    assert.deepEqual(entries.slice(1, 3), [
      ['deal.changed', null, null],
      ['deal.changed', { name: 'Boat' }, { name: 'Ship' }],
    ])
    assert.deepEqual([entries[0]?.[0], entries[3]?.[0]], ['deal.deleted', 'deal.created'])
    const events = await eventsOf(member)
    assert.deepEqual(
      events.map(({ name, data }) => [name, data.changed]),
      [
        ['deal.created', undefined],
        ['deal.changed', ['name']],
        ['deal.deleted', undefined],
      ],
    )
    assert.equal((await ask(member, 'POST /deals', { name: 'forbidden' })).status, 409)
    assert.deepEqual(namesOf(await ask(member, 'GET /deals')), [])
  })

  test(`a file of records is exported and imported again, by names (${database})`, async (context) => {
    const { owner, member } = await open(context, await environment())
    await ask(owner, 'POST /companies', { name: 'Acme, Inc.' })
    const csv = [
      '\uFEFFName;Company;Owner;Amount;Currency;Stage;Hot;Notes;Seats',
      `"=Boat ""big""";Acme, Inc.;${member.userId};12.50;Euro;Won;yes;"two\nlines";3`,
      'Ship;;;1200;JPY;线索;;;',
    ].join('\r\n')
    const tried = await ask(owner, 'POST /deals/import', { csv, dryRun: true })
    assert.deepEqual([tried['rows'], tried['created'], tried['problems']], [2, 0, []])
    assert.deepEqual(namesOf(await ask(owner, 'GET /deals')), [])
    const done = await ask(owner, 'POST /deals/import', { csv })
    assert.deepEqual([done.status, done['created']], [200, 2])
    const { items } = await ask(owner, 'GET /deals?sort=name')
    const [boat, ship] = items as Record<string, unknown>[]
    assert.deepEqual(
      [boat?.['name'], boat?.['amount'], boat?.['stage'], boat?.['isHot'], boat?.['seats']],
      ['=Boat "big"', 1250, 'won', true, 3],
    )
    assert.deepEqual([ship?.['amount'], ship?.['currency'], ship?.['stage']], [1200, 'JPY', 'lead'])
    const { text } = await ask(owner, 'GET /deals/export?sort=name')
    const lines = String(text).split('\r\n')
    assert.match(lines[0] ?? '', /^ID,Name,Company,Owner,/)
    assert.match(lines[1] ?? '', /,"'=Boat ""big""","Acme, Inc\.",[^,]+,,Euro,12\.5,Won,/)
    const again = await ask(owner, 'POST /deals/import', { csv: String(text) })
    assert.equal(again['created'], 2)
    assert.equal((await ask(owner, 'GET /deals?q=boat&total=true'))['total'], 2)
  })

  test(`a record that the caller may not read has no name in a list, file, event or import (${database})`, async (context) => {
    const { owner, member } = await open(context, await environment())
    const acme = await ask(owner, 'POST /companies', { name: 'Secret target' })
    const hidden = { id: acme['id'], name: null }
    const created = await ask(owner, 'POST /deals', { name: 'Boat', company: acme['id'] })
    const path = `/deals/${String(created['id'])}`
    const changed = await ask(member, `PATCH ${path}`, { name: 'Ship', company: acme['id'] })
    const [item] = (await ask(member, 'GET /deals'))['items'] as Answer[]
    const answers = [changed, await ask(member, `GET ${path}`), item]
    assert.deepEqual(
      answers.map((answer) => answer?.['company']),
      answers.map(() => hidden),
    )
    await ask(owner, `PATCH ${path}`, { name: 'Boat' })
    assert.doesNotMatch(
      JSON.stringify((await eventsOf(member)).filter(({ name }) => name !== 'company.created')),
      /Secret/,
    )
    assert.match(String((await ask(member, 'GET /deals/export'))['text']), /,Boat,,/)
    assert.deepEqual((await ask(owner, `GET ${path}`))['company'], { ...hidden, name: 'Secret target' })
    const importOf = (company: unknown) => ({ csv: `name,company\nTry,${String(company)}\n` })
    const problems: Answer[] = []
    for (const name of ['Secret target', acme['id'], 'Unknown']) {
      problems.push(await ask(member, 'POST /deals/import', importOf(name)))
    }
    assert.deepEqual(
      problems.map(({ status }) => status),
      [400, 400, 400],
    )
    assert.deepEqual(problems[0]?.['errors'], problems[2]?.['errors'])
    assert.deepEqual(problems[1]?.['errors'], problems[2]?.['errors'])
    assert.equal((await ask(owner, 'POST /deals/import', importOf('Secret target'))).status, 200)
  })

  test(`an import with a problem creates nothing and names line and field (${database})`, async (context) => {
    const { member } = await open(context, await environment())
    const csv = 'name,email,amount,company\nGood,,1,\nBad,nobody,1.234,Unknown\n,,,\n'
    const tried = await ask(member, 'POST /deals/import', { csv, dryRun: true })
    const places = (tried['problems'] as { line: number; field: string }[]).map(({ line, field }) => [line, field])
    assert.deepEqual(new Set(places.map(String)), new Set(['3,email', '3,amount', '3,company']))
    const refused = await ask(member, 'POST /deals/import', { csv })
    assert.equal(refused.status, 400)
    assert.ok(pathsOf(refused).includes('csv.3.email'))
    const hooked = await ask(member, 'POST /deals/import', { csv: 'name\nGood\nforbidden\n' })
    assert.deepEqual([hooked.status, pathsOf(hooked)], [400, ['csv.3']])
    assert.deepEqual(namesOf(await ask(member, 'GET /deals')), [])
    for (const text of ['name,unknown\nA,B\n', 'name\n', 'name\n"open\n', `name\n${'x\n'.repeat(1_001)}`]) {
      assert.equal((await ask(member, 'POST /deals/import', { csv: text })).status, 400, text.slice(0, 20))
    }
  })

  test(`a file without hooks is written in chunks, in its order, with an event for each row (${database})`, async (context) => {
    const { person } = await labHost(context, [plainSalesPlugin, finder], { environment: await environment() })
    const owner = await person('owner')
    const names = Array.from({ length: 230 }, (_, place) => `Row ${String(place).padStart(3, '0')}`)
    const csv = ['name', ...names].join('\n')
    const tried = await ask(owner, 'POST /companies/import', { csv, dryRun: true })
    assert.deepEqual([tried.status, tried['rows'], tried['problems']], [200, 230, []])
    assert.equal((await ask(owner, 'GET /companies?total=true'))['total'], 0)
    assert.equal((await ask(owner, 'POST /companies/import', { csv }))['created'], 230)
    const newest = await ask(owner, 'GET /companies?total=true&limit=100')
    assert.deepEqual([newest['total'], namesOf(newest)], [230, names.toReversed().slice(0, 100)])
    const published = (await eventsOf(owner)) as unknown as { readonly data: { readonly record: { name: string } } }[]
    const told = published.map(({ data }) => data.record.name)
    assert.ok(told.length > 90)
    assert.deepEqual(told, names.slice(0, told.length))
  })

  test(`a workspace runs one import at a time, with a key or without (${database})`, async (context) => {
    const { member, other } = await open(context, await environment())
    const csv = `name\n${'x\n'.repeat(300)}`
    const send = async (headers: Readonly<Record<string, string>>) =>
      await member.call('POST', '/api/x/sales/deals/import', { body: { csv }, headers })
    for (const makeHeaders of [() => ({}), () => ({ 'idempotency-key': crypto.randomUUID() })]) {
      const answers = await Promise.all([1, 2, 3].map(async () => await send(makeHeaders())))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((low, high) => low - high),
        [200, 429, 429],
      )
      assert.equal(answers.find(({ status }) => status === 429)?.headers.get('retry-after'), '5')
      assert.equal((await send(makeHeaders())).status, 200)
    }
    assert.equal((await ask(member, 'GET /deals?total=true'))['total'], 1_200)
    const both = [member, other].map(async (person) => await ask(person, 'POST /deals/import', { csv }))
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    )
  })

  test(`an import that takes too long creates nothing and asks for fewer rows (${database})`, async (context) => {
    const { member } = await open(context, await environment())
    const refused = await ask(member, 'POST /deals/import', { csv: 'name\nGood\nslow\n' })
    assert.deepEqual([refused.status, refused['code']], [503, 'overloaded'])
    assert.match(JSON.stringify(refused), /fewer rows/)
    assert.deepEqual(namesOf(await ask(member, 'GET /deals')), [])
  })
}

test('the columns of a file cost an import time once, not for each line or each other', async (context) => {
  const { member } = await open(context, {})
  const repeated = `${'id,'.repeat(83_000)}${'name,'.repeat(40_000)}notes\nx\n`
  const ignored = `name${',id'.repeat(160_000)}\n${'x\n'.repeat(990)}`
  // Processor time, since others may use the machine too.
  const since = process.cpuUsage()
  const tried = [
    await ask(member, 'POST /deals/import', { csv: repeated, dryRun: true }),
    await ask(member, 'POST /deals/import', { csv: ignored, dryRun: true }),
  ]
  const { user, system } = process.cpuUsage(since)
  const spent = (user + system) / 1_000
  const shown = tried.map(({ rows, problems }) => [rows, (problems as readonly unknown[]).length])
  assert.deepEqual(shown, [
    [0, 100],
    [990, 0],
  ])
  assert.ok(spent < 3_000, `${Math.round(spent)} ms`)
})

test('the palette finds records of the resources that the caller may read', async (context) => {
  const { person } = await labHost(context, [salesPlugin, finder])
  const [owner, member, other] = [await person('owner'), await person('member'), await person('owner', 'Elsewhere')]
  await ask(owner, 'POST /companies', { name: 'Boat Builders' })
  const deal = await ask(owner, 'POST /deals', { name: 'Boat' })
  const find = async (someone: LabPerson) => {
    const response = await someone.call('GET', '/api/x/finder/records?q=boat')
    const hits = (await response.json()) as readonly { readonly title: string; readonly path: string }[]
    return hits.map(({ title, path }) => `${title} ${path}`)
  }
  assert.equal((await find(owner)).length, 2)
  assert.deepEqual(await find(member), [`Boat /deals/${String(deal['id'])}`])
  assert.deepEqual(await find(other), [])
})

test('a plugin that does not declare the events of its resource does not start', async (context) => {
  await assert.rejects(
    () => labHost(context, [{ ...salesPlugin, events: [] }]),
    (error) => /declare the event "company\.created".*Object\.values\(companies\.events\)/.test(String(error)),
  )
})

test('an event that no mounted endpoint publishes need not be declared', async (context) => {
  const { created, changed, deleted } = deals.events
  const pluginWith = (events: readonly EventDefinition[]) =>
    definePlugin({
      ...salesPlugin,
      events: [...Object.values(companies.events), ...events],
      mount(mux, ctx) {
        mountResource({ mux, ctx }, companies)
        mountResource({ mux, ctx }, deals, { omit: ['create', 'change', 'importCsv'] })
      },
    })
  await labHost(context, [pluginWith([deleted])])
  await assert.rejects(() => labHost(context, [pluginWith([created, changed])]), /declare the event "deal\.deleted"/)
})
