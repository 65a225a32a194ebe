/** How large things may grow, in lines; dictionaries and generated files are not code and stand apart. */
export const limits = { fileLines: 400, pageLines: 250, functionLines: 60, parameters: 3 } as const

/** Files whose parameter lists the specification writes out, and how long the longest is (docs/spec.md §8.1). */
export const specifiedParameters: Readonly<Record<string, number>> = { 'packages/plugin/src/safehttp/send.ts': 4 }

/** Words that say nothing about what a folder or file holds. */
export const emptyWords: readonly string[] = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'v2']

/** Calls whose callback only groups tests. */
export const testContainers: readonly string[] = ['describe', 'suite']
