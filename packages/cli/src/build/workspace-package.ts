import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build reads in a `package.json` of the workspace. */
export interface WorkspaceManifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly packageManager?: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Reads the manifest of a folder of the workspace. */
export function readWorkspaceManifest(folder: string): WorkspaceManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as WorkspaceManifest
}
