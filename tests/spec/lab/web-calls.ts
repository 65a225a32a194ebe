/** The endpoints that web halves call, and those whose controls they disable or hide by the endpoint's definition. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@host/plugin'

const root = join(import.meta.dirname, '../../..')

/** A source file of a web half. */
export interface WebSource {
  /** Its path in the repository. */
  readonly path: string
  readonly text: string
}

/** The sources of all web halves of the build: of plugins, and of the shell and the SDK. */
export function webSources(): readonly WebSource[] {
  const folders = ['packages/shell/src', 'packages/plugin-sdk/src', 'plugins/*/web']
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .filter((path) => !/\.test\.|\.story\.|fixture/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/**
 * The texts that have the controls of a file's calls: its own, those of parts that it imports from its folder, and for a hook
 * those of its folder.
 */
export function controlsOf({ path, text }: WebSource, sources: readonly WebSource[]): string {
  const isHook = basename(path).startsWith('use')
  const isNear = (other: WebSource): boolean =>
    dirname(other.path) === dirname(path) && (isHook || text.includes(`'./${basename(other.path)}'`))
  return [text, ...sources.filter(isNear).map((other) => other.text)].join('\n')
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
