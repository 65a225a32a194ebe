import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedProgram } from '../../packages/cli/src/build/testing/packed-program.ts'

const root = join(import.meta.dirname, '../..')

/** How a bundled edition starts. */
export interface EditionStart {
  /** Part of the file's name. */
  readonly name: string
  readonly imports: readonly string[]
  /** The body of an asynchronous function for an edition and the `archive`, as source text. */
  readonly run: (edition: string) => string
}

/** As the product. */
const asExecutable: EditionStart = {
  name: 'edition',
  imports: [`import { runExecutable } from '${root}/packages/cli/src/index.ts'`],
  run: (edition) => `await runExecutable(${edition}, archive)`,
}

/** Bundles the server of the edition as in an executable, with all plugins but one. @returns the arguments of Node that run it */
export async function bundleEdition(
  folder: string,
  leftOut?: string,
  start = asExecutable,
): Promise<readonly string[]> {
  const edition = await readFile(join(root, 'apps/server/src/edition.ts'), 'utf8')
  const imports = edition.matchAll(/^import \{ plugin as (\w+) \} from '@host\/([\w-]+)\/server'$/gm)
  const kept = [...imports].filter(([, , plugin]) => plugin !== leftOut)
  const entries = kept.map(([, name]) => edition.split('\n').find((line) => line.startsWith(`  { plugin: ${name}, `)))
  const script = [
    ...start.imports,
    ...kept.map(([, name, plugin]) => `import { plugin as ${name} } from '${root}/plugins/${plugin}/server/index.ts'`),
    'export async function run(archive) {',
    start.run(`{ inTree: [\n${entries.join('\n')}\n], outOfTree: [] }`),
    '}',
  ]
  const path = join(folder, `${start.name}-${leftOut ?? 'whole'}.ts`)
  await writeFile(path, script.join('\n'))
  return await packedProgram(path, join(folder, `${start.name}-${leftOut ?? 'whole'}`))
}
