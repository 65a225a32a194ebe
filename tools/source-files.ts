import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository as the checks see it: its path from the root, with slashes, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

export const root = join(import.meta.dirname, '..')

/** Every file that git tracks or would add; files in `.gitignore` are not part of the repository. */
export function listFiles(): string[] {
  const answer = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return answer
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted()
}

export function readSources(isWanted: (path: string) => boolean): SourceFile[] {
  return listFiles()
    .filter(isWanted)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isTypeScript = (path: string): boolean => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
export const isTest = (path: string): boolean => /\.test(-d)?\.tsx?$/.test(path) || path.startsWith('tests/')
export const isGenerated = (path: string): boolean => path.includes('.generated.')
