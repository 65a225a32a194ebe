/** Promises of the product's definitions to agents, tested as rules over every endpoint of the edition. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PluginCatalog, type Endpoint, type JsonSchema, type McpOptions } from '@host/plugin'
import { operationName } from '@host/plugin/wire'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import { plugin as hello } from '../../../examples/hello/plugin.ts'
import { plugin as readingList } from '../../../examples/reading-list/plugin.ts'
import { everyUse, secretsIn, undescribedIn } from './definition-facts.ts'

interface Defined {
  readonly plugin: string
  readonly endpoint: Endpoint
}

interface Offered extends Defined {
  readonly mcp: McpOptions
  readonly name: string
}

/**
 * Tools that change something at once. Adding one requires considering the damage that a misled agent can do with it.
 */
const writesAtOnce = [
  'domains_check_record',
  'domains_import_zone',
  'domains_plan_challenge',
  'domains_plan_preset',
  'domains_plan_records',
  'domains_verify',
  'hello_create_greeting',
  'links_create',
  'links_create_many',
  'links_explain',
  'mail_check_sending_domain',
  'mail_draft',
  'mcp_withdraw_approval',
  'products_create',
  'products_quote_order',
  'reading-list_add_book',
  'views_change',
  'views_create',
  'webhooks_replay',
  'webhooks_send_test',
]

describe('definitions', () => {
  let host: SpecHost
  let defined: readonly Defined[]
  let tools: readonly Offered[]

  before(async () => {
    host = await startSpecHost({ plugins: [hello, readingList] })
    const plugins = host.host.lookup(PluginCatalog)?.list() ?? []
    defined = plugins.flatMap(({ name, routes }) =>
      routes.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [{ plugin: name, endpoint }])),
    )
    tools = defined.flatMap(offered)
    assert.ok(defined.length > 100 && tools.length > 20)
  })

  after(() => host[Symbol.asyncDispose]())

  const wrong = (isRight: (tool: Offered) => boolean): readonly string[] =>
    tools.filter((tool) => !isRight(tool)).map(({ name }) => name)

  test('§A11 every tool has a name of its own, a description of 20 to 400 characters and an object of described fields as its input', () => {
    assert.deepEqual(
      wrong(({ endpoint, mcp }) => /^[a-z][a-z0-9_]{0,39}$/.test(mcp.name ?? operationName(endpoint.pattern))),
      [],
    )
    const names = tools.map(({ name }) => name)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
    assert.deepEqual(
      wrong(({ mcp, endpoint }) => isWithin(descriptionOf(endpoint, mcp).length, 20, 400)),
      [],
    )
    assert.deepEqual(
      wrong(({ endpoint }) => ['object', 'null'].includes(String(endpoint.jsonSchema('input')['type']))),
      [],
    )
    assert.deepEqual(
      tools.flatMap(({ name, endpoint }) => undescribedIn(endpoint.jsonSchema('input')).map((one) => `${name} ${one}`)),
      [],
    )
  })

  test('§A12 nothing is offered that refuses API tokens, that is public, of a person or of the console, or an export', () => {
    assert.deepEqual(
      wrong(
        ({ endpoint: { audience, role, session = 'any' } }) =>
          audience === 'workspace' && session === 'any' && role !== 'owner',
      ),
      [],
    )
    assert.deepEqual(
      wrong(({ endpoint: { pattern } }) => !/export|\/(?:tokens|sso|auth|instance|user)\b/.test(pattern)),
      [],
    )
  })

  test('§A12 no tool answers with a secret, under any name', () => {
    assert.deepEqual(
      wrong(
        ({ endpoint }) =>
          endpoint.keepsAnswer !== false &&
          endpoint.revealsSecret !== true &&
          secretsIn(endpoint.jsonSchema('output')).length === 0,
      ),
      [],
    )
    const secret: JsonSchema = { type: 'object', properties: { a: { items: { properties: { signingKey: {} } } } } }
    assert.deepEqual(secretsIn(secret), ['signingKey'], 'the test can tell')
  })

  test("§A13 a removing tool needs an admin's approval, and so does every unreviewed change", () => {
    assert.deepEqual(
      wrong(({ mcp, endpoint }) => mcp.approval === true || !(mcp.destructive ?? methodOf(endpoint) === 'DELETE')),
      [],
    )
    const atOnce = tools.filter((tool) => !onlyReads(tool) && tool.mcp.approval !== true)
    assert.deepEqual(atOnce.map(({ name }) => name).toSorted(), writesAtOnce)
    assert.deepEqual(
      wrong((tool) => !onlyReads(tool) || methodOf(tool.endpoint) === 'GET' || isNoEndpoint(tool)),
      [],
    )
  })

  test('§A11 every summary begins with a verb and fits a line, and every example is valid input and output', async () => {
    const summaries = defined.map(({ endpoint }) => endpoint.summary)
    assert.deepEqual(
      summaries.filter((summary) => !/^[A-Z][a-z]+ [^\n]{3,130}[^.\n]$/.test(summary)),
      [],
    )
    const uses = defined.flatMap(({ endpoint }) => everyUse(endpoint))
    assert.ok(uses.length >= 30, `${uses.length} examples`)
    const refused: string[] = []
    for (const { endpoint, side, value } of uses) {
      const { issues } = await endpoint[side]['~standard'].validate(value)
      if (issues !== undefined) refused.push(`${endpoint.pattern} ${side}: ${issues[0]?.message ?? ''}`)
    }
    assert.deepEqual(refused, [])
  })
})

function offered({ plugin, endpoint }: Defined): readonly Offered[] {
  const { mcp = false } = endpoint
  if (mcp === false) return []
  const options = mcp === true ? {} : mcp
  return [{ plugin, endpoint, mcp: options, name: `${plugin}_${options.name ?? operationName(endpoint.pattern)}` }]
}

function descriptionOf({ summary, description = '' }: Endpoint, mcp: McpOptions): string {
  return mcp.description ?? `${summary}. ${description}`
}

function methodOf({ pattern }: Endpoint): string {
  return pattern.slice(0, pattern.indexOf(' '))
}

function onlyReads({ mcp, endpoint }: Offered): boolean {
  return mcp.readOnly ?? methodOf(endpoint) === 'GET'
}

/** A tool of `mcpTools`, whose route is created by the host: it takes POST, whatever it does. */
function isNoEndpoint({ plugin, endpoint }: Defined): boolean {
  return endpoint.pattern.startsWith(`POST /api/x/${plugin}/tools/`)
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
