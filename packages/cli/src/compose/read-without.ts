/**
 * The plugins that `HOST_WITHOUT` leaves out of a build, such as `links,products`.
 *
 * A plugin with endpoints that the shell and the SDK call has to stay; it depends on `@host/platform-api`. So does a core one,
 * which no workspace can turn off. One whose service another plugin needs is found by the trial.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildFailure, quote } from '@host/inspect'
import { inTreeNames } from '../build/in-tree-plugins.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'

/** Names of in-tree plugins, in the order of the edition. @throws BuildFailure with a sentence for each mistake */
export function readWithout(text: string | undefined, root: string): readonly string[] {
  const given = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  const known = inTreeNames(root)
  const problems = given.flatMap((name) => problemOf(name, known, root))
  if (problems.length > 0) throw new BuildFailure(problems)
  return known.filter((name) => given.includes(name))
}

function problemOf(name: string, known: readonly string[], root: string): string[] {
  if (!known.includes(name)) {
    return [`HOST_WITHOUT names ${quote(name)}, which the host does not have: use names of ${known.join(', ')}`]
  }
  const { dependencies = {} } = readWorkspaceManifest(join(root, 'plugins', name))
  if ('@host/platform-api' in dependencies) {
    return [`HOST_WITHOUT names ${quote(name)}, whose endpoints the pages of the host call: remove the name`]
  }
  if (!isCore(name, root)) return []
  return [`HOST_WITHOUT names ${quote(name)}, which is core, so that no workspace can be without it: remove the name`]
}

/** Whether a plugin says so of itself, read without running it. */
export function isCore(name: string, root: string): boolean {
  return /^\s*core: true,$/m.test(readFileSync(join(root, 'plugins', name, 'server/index.ts'), 'utf8'))
}
