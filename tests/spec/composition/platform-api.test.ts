/** Every call of the shell and the SDK is an endpoint of the product, declared once, in `packages/platform-api`. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { before, describe, test } from 'node:test'
import { nothing, type Endpoint } from '@host/plugin'
import { declaredCalls } from '../../../tools/declared-calls.ts'
import { typedVendor } from '../../../packages/platform-api/src/typed.ts'
import { routesOf } from '../access/matrix/edition-routes.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const root = resolve(import.meta.dirname, '../../..')
const sources = 'packages/platform-api/src'

type Definition = { readonly place: string; readonly name: string; readonly endpoint: Endpoint }

/** The endpoints that a module of `platform-api` exports. */
async function definitionsOf(file: string): Promise<readonly Definition[]> {
  const exported = (await import(join(root, file))) as Readonly<Record<string, unknown>>
  return Object.entries(exported).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ place: `@host/platform-api/${basename(file, '.ts')}`, name, endpoint: value }] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'jsonSchema' in value
}

/** Everything that a definition states except its schemas. */
function factsOf(endpoint: Endpoint): object {
  return Object.fromEntries(
    Object.entries(endpoint).filter(([key]) => !['input', 'output', 'jsonSchema'].includes(key)),
  )
}

const sidesOf = ({ input, output }: Endpoint) => Object.entries({ input, output })

/** Sources of a package that are part of the product: no tests, stories and sample data. */
function productSources(folders: string): readonly string[] {
  return globSync(folders, { cwd: root }).filter(
    (path) => !/node_modules|\.(?:test|test-d|story)\.|(?:^|\/)(?:testing|gallery)\/|\/[Ff]ixture/.test(path),
  )
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the shell and the SDK call endpoints of the product', () => {
  let definitions: readonly Definition[]
  let registered: ReadonlyMap<string, Endpoint>

  before(async () => {
    const files = globSync(`${sources}/*.ts`, { cwd: root }).filter((path) => !/\.test(?:-d)?\.ts$/.test(path))
    definitions = (await Promise.all(files.map(definitionsOf))).flat()
    await using host = await startSpecHost()
    registered = new Map(
      routesOf(host.host).flatMap(({ pattern, endpoint }) => (endpoint === undefined ? [] : [[pattern, endpoint]])),
    )
  })

  test('every definition is an endpoint of the product, with the same facts', () => {
    assert.ok(definitions.length >= 50, `only ${definitions.length} definitions`)
    for (const { place, name, endpoint } of definitions) {
      const own = registered.get(endpoint.pattern)
      assert.ok(own !== undefined, `${place}: ${name} calls ${endpoint.pattern}, which no plugin has`)
      assert.deepEqual(factsOf(own), factsOf(endpoint), `${place}: ${name}`)
    }
  })

  test('its plugin gives it a schema for each type, and `nothing` where the definition has nothing', () => {
    let described = 0
    for (const { place, name, endpoint } of definitions) {
      const own = registered.get(endpoint.pattern)
      assert.ok(own !== undefined)
      for (const [side, schema] of sidesOf(endpoint)) {
        const answer = own[side as 'input' | 'output']
        const json = own.jsonSchema(side as 'input' | 'output')
        assert.notEqual(answer['~standard'].vendor, typedVendor, `${place}: ${name} has no schema for its ${side}`)
        if (schema === nothing) assert.deepEqual(json, endpoint.jsonSchema(side as 'input' | 'output'), name)
        else assert.ok('type' in json || 'anyOf' in json, `${place}: ${name} does not describe its ${side}`)
        described += schema === nothing ? 0 : 1
      }
    }
    assert.ok(described >= 50, `only ${described} schemas`)
  })

  test('the shell, the SDK and the plugins declare no endpoint of another', () => {
    const all = productSources(`packages/{shell,plugin-sdk,platform-api}/src/**/*.{ts,tsx}`)
    const plugins = productSources('plugins/*/{shared.ts,shared/**/*.ts,web/**/*.{ts,tsx}}')
    const declared = [...all, ...plugins].flatMap((path) => declaredCalls({ path, text: read(path) }))
    assert.ok(declared.length > definitions.length)
    const outside = declared.filter(({ path }) => /^packages\/(?:shell|plugin-sdk)\//.test(path))
    assert.deepEqual(outside, [], 'declare it in packages/platform-api')
    const twice = [...Map.groupBy(declared, ({ pattern }) => pattern)].filter(([, places]) => places.length > 1)
    assert.deepEqual(twice, [], 'declare it once, in packages/platform-api')
    const known = new Set(definitions.map(({ endpoint }) => endpoint.pattern))
    const own = declared.filter(({ path }) => path.startsWith(sources))
    assert.deepEqual(
      own.filter(({ pattern }) => !known.has(pattern)),
      [],
      'export it',
    )
    assert.equal(own.length, definitions.length)
  })

  test('every definition is used by its plugin and by another caller', () => {
    const files = productSources('{packages/{shell,plugin-sdk}/src,plugins/*}/{shared.ts,**/*.{ts,tsx}}')
    const readers = files.map((path) => ({ owner: path.split('/', 2).join('/'), text: read(path) }))
    const idle = definitions.filter(({ place, name }) => {
      const using = readers.filter(({ text }) => text.includes(`'${place}'`) && new RegExp(`\\b${name}\\b`).test(text))
      return new Set(using.map(({ owner }) => owner)).size < 2
    })
    assert.deepEqual(
      idle.map(({ place, name }) => `${place} ${name}`),
      [],
    )
  })
})
