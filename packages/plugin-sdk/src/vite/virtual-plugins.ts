import type { CheckedComposition } from './composition.ts'

/** Under which the composed web halves and the icons of all plugins are imported. */
export const virtualName = 'virtual:host-plugins'

/** The module's code. Paths go in as JSON strings, and nothing else of a plugin does. */
export function virtualModule({ halves, icons }: CheckedComposition): string {
  const composed = halves.filter(({ isComposed }) => isComposed)
  const imports = composed.map(({ entry, graph }, index) => {
    const name = graph.modules.get(entry)?.exports.has('plugin') === true ? 'plugin' : 'default'
    return `import { ${name} as plugin${index} } from ${JSON.stringify(entry)}`
  })
  const names = composed.map((_, index) => `plugin${index}`).join(', ')
  return [...imports, `export const plugins = [${names}]`, `export const icons = ${JSON.stringify(icons)}`].join('\n')
}
