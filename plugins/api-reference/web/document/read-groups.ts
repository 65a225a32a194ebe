import { isObject, listAt, memberOf, objectAt, textAt, type JsonObject } from './json.ts'
import { audiences, type Operation, type OperationGroup, type Parameter } from './operation.ts'
import { contentsOf, refusalsOf, successesOf } from './read-answers.ts'
import { resolverOf, type Resolve } from './resolve.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const

/** The operations of an OpenAPI document by their plugins, in the order of the document. Titles are in the language. */
export function readGroups(document: unknown, language: string): readonly OperationGroup[] {
  const resolve = resolverOf(document)
  const operations = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const found = memberOf(item, method)
      return isObject(found) ? [{ tag: tagOf(found), operation: read({ method, path, found }, resolve) }] : []
    }),
  )
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const tags = new Map(listAt(document, 'tags').map((tag) => [textAt(tag, 'name') ?? '', tag]))
  return [...byTag].map(([name, own]) => ({
    name,
    title: textAt(objectAt(tags.get(name), 'x-titles'), language) ?? textAt(tags.get(name), 'x-displayName') ?? name,
    description: textAt(tags.get(name), 'description'),
    operations: own.map(({ operation }) => operation),
  }))
}

interface Found {
  readonly method: string
  readonly path: string
  readonly found: JsonObject
}

function read({ method, path, found }: Found, resolve: Resolve): Operation {
  const answers = objectAt(found, 'responses')
  return {
    id: textAt(found, 'operationId') ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: textAt(found, 'summary') ?? path,
    description: textAt(found, 'description'),
    isDeprecated: memberOf(found, 'deprecated') === true,
    audience: audiences.find((one) => one === textAt(found, 'x-audience')) ?? 'member',
    takesToken: listAt(found, 'security').some((one) => memberOf(one, 'token') !== undefined),
    scope: textAt(found, 'x-scope'),
    permission: textAt(found, 'x-permission'),
    tier: textAt(found, 'x-tier'),
    feature: textAt(found, 'x-feature'),
    isRecent: memberOf(found, 'x-proof') === true,
    parameters: listAt(found, 'parameters').map((parameter) => readParameter(resolve(parameter))),
    body: contentsOf(objectAt(found, 'requestBody'), resolve)[0],
    successes: successesOf(answers, resolve),
    refusals: refusalsOf(answers, resolve),
  }
}

function readParameter(parameter: JsonObject): Parameter {
  const place = textAt(parameter, 'in')
  return {
    name: textAt(parameter, 'name') ?? '',
    place: place === 'path' || place === 'header' ? place : 'query',
    isRequired: memberOf(parameter, 'required') === true,
    description: textAt(parameter, 'description'),
    schema: objectAt(parameter, 'schema'),
    example: memberOf(parameter, 'example'),
  }
}

function tagOf(operation: JsonObject): string {
  const [tag] = listAt(operation, 'tags')
  return typeof tag === 'string' ? tag : ''
}
