import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from './matrix/edition-routes.ts'
import { startSpecHost } from '../lab/spec-host.ts'

interface Issue {
  readonly path?: readonly unknown[] | undefined
}

const pathsOf = (issues: readonly Issue[] = []): readonly string[] => issues.map(({ path = [] }) => path.join('.'))

/** Property names of displayed names. */
const names = new Set(['name', 'title', 'label'])

test('§I43 every endpoint that takes a name refuses control, format and invisible characters in it', async () => {
  await using host = await startSpecHost()
  let seen = 0
  for (const { endpoint, pattern } of routesOf(host.host)) {
    if (endpoint === undefined || /^(GET|DELETE) /.test(pattern)) continue
    const { properties = {} } = endpoint.jsonSchema('input') as { readonly properties?: Record<string, object> }
    for (const property of Object.keys(properties).filter((key) => names.has(key))) {
      seen += 1
      for (const name of ['Ada\u202Egro', 'Ada\u200B', '\u3164', 'Ada\nLovelace']) {
        const result = await endpoint.input['~standard'].validate({ [property]: name })
        const paths: readonly string[] = pathsOf(result.issues)
        assert.ok(paths.includes(property), `${pattern} takes ${JSON.stringify(name)} as ${property}`)
      }
    }
  }
  assert.ok(seen >= 10, `only ${seen} names were found`)
})

test('§I43 a name with a bidi mark is refused by the route, in a sentence at its field', async () => {
  await using host = await startSpecHost()
  const { ada } = await host.people()
  const answer = await ada.send<{ errors: { path: string }[] }>('PATCH', '/api/auth/profile', {
    body: { name: 'Ada\u202E' },
  })
  assert.deepEqual([answer.status, answer.body.errors.map(({ path }) => path)], [400, ['name']])
})
