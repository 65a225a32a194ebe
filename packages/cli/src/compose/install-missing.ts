import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { BuildFailure, type Half, quote } from '@host/inspect'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import { sentence, type Sentence } from './problem.ts'

const patience = 300_000
const flags = ['--prod', '--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile', '--reporter=silent']

/** A dependency that a half states. */
export interface Need {
  readonly index: number
  readonly half: Half
  readonly name: string
  readonly range: string
}

/**
 * Installs dependencies of the copied halves, all at once and running no script of theirs.
 * @param folder where the copies stand
 * @throws BuildFailure naming the dependency that cannot be had
 */
export async function installMissing(root: string, needs: readonly Need[], folder: string): Promise<void> {
  if (needs.length === 0) return
  for (const half of new Set(needs.map((need) => need.half))) {
    await stateDependencies(
      half,
      needs.filter((need) => need.half === half),
    )
  }
  const folders = new Set(needs.map(({ half }) => relative(folder, half.dir)))
  const packages = [...folders].map((path) => `  - ${JSON.stringify(path)}\n`).join('')
  const settings = 'autoInstallPeers: false\nstrictPeerDependencies: false\nblockExoticSubdeps: true\n'
  await writeFile(join(folder, 'pnpm-workspace.yaml'), `packages:\n${packages}${settings}`)
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  // npx takes the version, and not the hash behind it, which is for Corepack and the release workflow.
  const [packageManager = 'pnpm'] = (readWorkspaceManifest(root).packageManager ?? 'pnpm').split('+')
  try {
    await promisify(execFile)('npx', ['-y', packageManager, 'install', ...flags], { cwd: folder, timeout: patience })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new BuildFailure([explain(stripVTControlCharacters(`${stderr}\n${stdout}`), needs)], { cause: error })
  }
}

// Only the missing ones: no development dependencies, no peers, which are linked, and no scripts.
async function stateDependencies({ dir }: Half, needs: readonly Need[]): Promise<void> {
  const path = join(dir, 'package.json')
  const written = JSON.parse(await readFile(path, 'utf8')) as object
  const dependencies = Object.fromEntries(needs.map(({ name, range }) => [name, range]))
  const none = { optionalDependencies: {}, peerDependencies: {}, devDependencies: {}, scripts: {} }
  await writeFile(path, JSON.stringify({ ...written, ...none, dependencies }))
}

function explain(output: string, needs: readonly Need[]): Sentence {
  const code = /ERR_PNPM_\w+/.exec(output)?.[0] ?? 'the package manager gave no reason'
  const need =
    needs.find(({ name, range }) => output.includes(`${name}@${range}`)) ??
    needs.find(({ name }) => output.includes(name))
  if (need === undefined) {
    return sentence(undefined, `lists plugins whose dependencies can't be installed (${code}): check the network`)
  }
  const { index, half, name, range } = need
  return sentence(
    index,
    `${quote(half.text)} needs ${name}@${range}, which can't be installed (${code}): set an available version in its package.json, or check the network`,
  )
}
