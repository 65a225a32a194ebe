import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, type SourceFile } from './source-files.ts'

/** Texts of one place in both languages, by their full key. */
export type Dictionary = { readonly path: string; readonly en: Texts; readonly zh: Texts }
export type Texts = ReadonlyMap<string, string>

const json = /^(?:plugins\/[^/]+\/web|packages\/(?:plugin-sdk|shell)\/src|examples\/[^/]+\/web)\/.*\/?(en|zh)\.json$/
const server = /^plugins\/[^/]+\/server\/i18n\.ts$/

export const isDictionary = (path: string): boolean => json.test(path) || server.test(path)

/** Pairs the JSON files of a folder; a missing half counts as empty, so that every key of the other is missed. */
export function pairJson(files: readonly SourceFile[]): Dictionary[] {
  const texts = new Map(
    files.filter(({ path }) => json.test(path)).map(({ path, text }) => [path, flatten(JSON.parse(text))]),
  )
  const folders = new Set([...texts.keys()].map((path) => posix.dirname(path)))
  const half = (folder: string, language: string): Texts =>
    texts.get(posix.join(folder, `${language}.json`)) ?? new Map()
  return Array.from(folders, (path) => ({ path, en: half(path, 'en'), zh: half(path, 'zh') }))
}

/** The `i18n` of each server half. */
export async function loadServerTexts(files: readonly SourceFile[]): Promise<Dictionary[]> {
  const paths = files.map(({ path }) => path).filter((path) => server.test(path))
  return Promise.all(
    paths.map(async (path) => {
      const module: unknown = await import(pathToFileURL(join(root, path)).href)
      const { en, zh } = languagesOf(module)
      return { path, en: flatten(en), zh: flatten(zh) }
    }),
  )
}

function languagesOf(module: unknown): { en?: unknown; zh?: unknown } {
  const values = Object.values(module as Record<string, unknown>)
  return values.find((value) => typeof value === 'object' && value !== null && 'en' in value) ?? {}
}

function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  const entries = Object.entries(value).flatMap(([key, inner]) => [
    ...flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
  ])
  return new Map(entries)
}
