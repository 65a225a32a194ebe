/** The reference page for the document of the product. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OperationGroup } from '../../../plugins/api-reference/web/document/operation.ts'
import { matchGroups } from '../../../plugins/api-reference/web/document/match-groups.ts'
import { readGroups } from '../../../plugins/api-reference/web/document/read-groups.ts'
import { resolverOf, type Resolve } from '../../../plugins/api-reference/web/document/resolve.ts'
import { nodeOf } from '../../../plugins/api-reference/web/document/schema-node.ts'
import { exampleCall } from '../../../plugins/api-reference/web/document/snippets.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

interface Document {
  readonly paths: Readonly<Record<string, object>>
}

describe('the reference page', () => {
  let host: SpecHost
  let document: Document
  let groups: readonly OperationGroup[]
  let resolve: Resolve
  before(async () => {
    host = await startSpecHost()
    const { ada } = await host.people()
    document = (await ada.get<Document>('/api/instance/openapi.json')).body
    groups = readGroups(document, 'en')
    resolve = resolverOf(document)
  })
  after(() => host[Symbol.asyncDispose]())

  const operations = () => groups.flatMap((group) => group.operations)

  test('§A56 the page lists every operation of the document once, under a plugin that has a title', () => {
    const listed = Object.values(document.paths).flatMap((item) => Object.keys(item))
    assert.ok(listed.length > 150)
    assert.equal(operations().length, listed.length)
    assert.equal(new Set(operations().map(({ id }) => id)).size, listed.length)
    for (const { name, title } of groups) assert.notEqual(title, name)
    const found = matchGroups(groups, 'webhooks post', {}).flatMap((group) => group.operations)
    assert.ok(found.some(({ path }) => path === '/api/webhooks'))
  })

  test('§A57 every refusal of every operation has a code and a meaning, and every success a status', () => {
    for (const { id, refusals, successes } of operations()) {
      assert.ok(successes.length > 0, id)
      assert.ok(refusals.length > 0, id)
      for (const { code, meaning } of refusals) assert.ok(code !== '' && meaning !== '', `${id}: ${code}`)
    }
  })

  test('§A58 every field of every body is named with its type', () => {
    for (const { id, body, successes } of operations()) {
      const schemas = [body, ...successes.flatMap(({ contents }) => contents)].map((content) => content?.schema)
      let level = schemas
        .filter((schema) => schema !== undefined)
        .map((schema) => nodeOf(schema, { name: '', isRequired: true }, resolve))
      for (let depth = 0; depth < 6; depth += 1) {
        for (const { type } of level) assert.notEqual(type.trim(), '', id)
        level = level.flatMap((node) => [...node.children()])
      }
    }
  })

  test('§A59 every example fills in its path', () => {
    for (const operation of operations()) {
      const { address, body } = exampleCall(operation, resolve)
      assert.doesNotMatch(address, /[{}\s]/, operation.id)
      if (operation.body?.type === 'application/json') assert.notEqual(body, undefined, operation.id)
    }
  })
})
