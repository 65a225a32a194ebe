/** How large things may grow, in lines; dictionaries and generated files are not code and stand apart. */
export const limits = { fileLines: 400, pageLines: 250, functionLines: 60, parameters: 3 } as const

/** Words that say nothing about what a folder or file holds. */
export const emptyWords: readonly string[] = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'v2']

/** Calls whose callback only groups tests. */
export const testContainers: readonly string[] = ['describe', 'suite']
