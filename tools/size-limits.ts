/** How large things may grow, in lines; dictionaries and generated files are not code and stand apart. */
export const limits = { fileLines: 400, pageLines: 250, functionLines: 60, parameters: 3 } as const

/** Files whose parameter lists are fixed by the specification, with the length of the longest (docs/spec.md §8.1). */
export const specifiedParameters: Readonly<Record<string, number>> = { 'packages/plugin/src/safehttp/send.ts': 4 }

/** Names that don't describe the content of a folder or file. */
export const emptyWords: readonly string[] = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'v2']

/** Calls whose callback only groups tests. */
export const testContainers: readonly string[] = ['describe', 'suite']
