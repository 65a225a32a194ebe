import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledProgram } from '../../packages/cli/src/build/testing/bundled-program.ts'

const root = join(import.meta.dirname, '../..')

/** How a bundled edition starts. */
export interface EditionStart {
  /** Part of the file's name. */
  readonly name: string
  readonly imports: readonly string[]
  /** Statements for an edition, as source text. */
  readonly run: (edition: string) => string
}

/** As the product. */
const asExecutable: EditionStart = {
  name: 'edition',
  imports: [`import { runExecutable } from '${root}/packages/cli/src/index.ts'`],
  run: (edition) => `await runExecutable(${edition})`,
}

/** Bundles the server of the edition into one file, with all plugins but one. @returns its path */
export async function bundleEdition(folder: string, leftOut?: string, start = asExecutable): Promise<string> {
  const edition = await readFile(join(root, 'apps/server/src/edition.ts'), 'utf8')
  const imports = edition.matchAll(/^import \{ plugin as (\w+) \} from '@host\/([\w-]+)\/server'$/gm)
  const kept = [...imports].filter(([, , plugin]) => plugin !== leftOut)
  const entries = kept.map(([, name]) => edition.split('\n').find((line) => line.startsWith(`  { plugin: ${name}, `)))
  const script = [
    ...start.imports,
    ...kept.map(([, name, plugin]) => `import { plugin as ${name} } from '${root}/plugins/${plugin}/server/index.ts'`),
    start.run(`{ inTree: [\n${entries.join('\n')}\n], outOfTree: [] }`),
  ]
  const path = join(folder, `${start.name}-${leftOut ?? 'whole'}.ts`)
  await writeFile(path, script.join('\n'))
  return await bundledProgram(path)
}
