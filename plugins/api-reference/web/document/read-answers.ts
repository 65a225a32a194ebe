import { listAt, memberOf, objectAt, textAt, type JsonObject } from './json.ts'
import type { Content, Refusal, Success } from './operation.ts'
import type { Resolve } from './resolve.ts'

/** The bodies that a request or an answer may have. */
export function contentsOf(holder: JsonObject, resolve: Resolve): readonly Content[] {
  return Object.entries(objectAt(holder, 'content')).map(([type, content]) => {
    const schema = memberOf(content, 'schema')
    const [first] = Object.values(objectAt(content, 'examples'))
    return { type, schema: schema === undefined ? undefined : resolve(schema), example: memberOf(first, 'value') }
  })
}

/** The successful responses of an operation. */
export function successesOf(answers: JsonObject, resolve: Resolve): readonly Success[] {
  return Object.entries(answers)
    .filter(([status]) => Number(status) < 400)
    .map(([status, reference]) => {
      const answer = resolve(reference)
      return { status, description: textAt(answer, 'description') ?? '', contents: contentsOf(answer, resolve) }
    })
}

/** The error responses of an operation; their descriptions explain each code. */
export function refusalsOf(answers: JsonObject, resolve: Resolve): readonly Refusal[] {
  return Object.entries(answers)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, reference]) => {
      const answer = resolve(reference)
      const meanings = meaningsOf(textAt(answer, 'description') ?? '')
      return codesOf(answer).map((code) => ({ status, code, meaning: meanings.get(code) ?? '' }))
    })
}

function codesOf(answer: JsonObject): readonly string[] {
  const content = objectAt(objectAt(answer, 'content'), 'application/problem+json')
  const parts = listAt(memberOf(content, 'schema'), 'allOf')
  return parts.flatMap((part) =>
    listAt(objectAt(objectAt(part, 'properties'), 'code'), 'enum').filter((code) => typeof code === 'string'),
  )
}

/** Lines such as "- `not_found`: Not there." */
function meaningsOf(description: string): ReadonlyMap<string, string> {
  return new Map(
    description.split('\n').flatMap((line) => {
      const [, code, meaning] = /^- `(\w+)`: (.*)$/.exec(line) ?? []
      return code === undefined || meaning === undefined ? [] : [[code, meaning] as const]
    }),
  )
}
