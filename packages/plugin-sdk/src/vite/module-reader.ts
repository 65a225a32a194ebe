import { readFileSync } from 'node:fs'
import { pageDefinitions } from './page-definitions.ts'
import { readSourceModule, type SourceModule } from './source-module.ts'

/**
 * Reads the module of a file.
 * @throws SyntaxError with the line of the first mistake
 */
export type ModuleReader = (path: string) => SourceModule

/**
 * Creates a reader that parses a file again only when its text has changed, because most files of a composition don't
 * change during development. Texts that are stripped from pages are not checked.
 */
export function createModuleReader(): ModuleReader {
  const known = new Map<string, { readonly text: string; readonly module: SourceModule }>()
  return (path) => {
    const text = readFileSync(path, 'utf8')
    const before = known.get(path)
    if (before?.text === text) return before.module
    const module = readSourceModule(path, text, () => pageDefinitions(path, text))
    known.set(path, { text, module })
    return module
  }
}
