import { parseSync, Visitor } from 'oxc-parser'
import { lineAt } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** A definition of an endpoint, a download or an upload of the API: an object with a route as its `pattern`. */
export type DeclaredCall = { readonly path: string; readonly line: number; readonly pattern: string }

const route = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/api\//

/** Every definition in a file, whichever function takes it. Throws when the file does not parse. */
export function declaredCalls({ path, text }: SourceFile): readonly DeclaredCall[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const found: DeclaredCall[] = []
  new Visitor({
    Property({ key, value, start }) {
      if (key.type !== 'Identifier' || key.name !== 'pattern') return
      if (value.type !== 'Literal' || typeof value.value !== 'string' || !route.test(value.value)) return
      found.push({ path, line: lineAt(text, start), pattern: value.value })
    },
  }).visit(program)
  return found
}
