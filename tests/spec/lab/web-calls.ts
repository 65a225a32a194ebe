/** The endpoints that web halves call, and those whose controls they disable or hide by the endpoint's definition. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@host/plugin'

const root = join(import.meta.dirname, '../../..')

/** The sources of the web half of a plugin, or of the shell and the SDK. */
export interface WebSources {
  readonly name: string
  readonly text: string
}

/** All web halves of the build. */
export function webSources(): readonly WebSources[] {
  const own = ['packages/shell/src', 'packages/plugin-sdk/src']
  return [...own, ...globSync('plugins/*/web', { cwd: root })].map((folder) => ({ name: folder, text: textOf(folder) }))
}

function textOf(folder: string): string {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })
  return files
    .filter((file) => !/\.test\.|\.story\.|fixture/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')
}

/** The names under which the build's web halves import endpoints, by pattern. */
export async function endpointNames(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = globSync(['plugins/*/shared.ts', 'plugins/*/shared/**/*.ts', 'packages/platform-api/src/*.ts'], {
    cwd: root,
  })
  const names = new Map<string, Set<string>>()
  for (const file of files.filter((path) => !path.includes('.test.') && existsSync(join(root, path)))) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) names.set(value.pattern, (names.get(value.pattern) ?? new Set()).add(name))
    }
  }
  return names
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'summary' in value
}

/** Whether sources send a call of an endpoint when a control is pressed. */
export function startsCall(text: string, name: string): boolean {
  return spellings(text, name).some((each) => new RegExp(`(?:Mutation\\(|check: )${each}\\b`).test(text))
}

/** Whether sources give a control of an endpoint to the SDK, which disables it, or hide it. */
export function gatesCall(text: string, name: string): boolean {
  return spellings(text, name).some((each) =>
    new RegExp(`calls=\\{[^}]*\\b${each}\\b|source=\\{${each}\\}|usePermission\\(${each}\\)`).test(text),
  )
}

/** An endpoint may be a member of an object, such as `{ remove: deleteChannel }`. */
function spellings(text: string, name: string): readonly string[] {
  if (!text.includes(name)) return []
  const members = Array.from(text.matchAll(new RegExp(`\\b(\\w+): ${name}\\b[,\\s]`, 'g')), ([, member = '']) => member)
  return [name, ...members.filter((member) => member !== 'check').map((member) => `(?:\\w+\\.)?${member}`)]
}
