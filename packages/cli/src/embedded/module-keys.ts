/** Under which keys of the archive a module of the server is. */
export interface ModuleKeys {
  /** Its text. */
  readonly code: string
  /** The code that V8 compiled of it; an executable made on another platform has none. */
  readonly cache: string
  /** Its packed source map. */
  readonly map: string
}

/** The module that the executable runs. */
export const mainModule = 'server.cjs'

/** The names of the modules that start, in the order in which they do. */
export const orderKey = 'code/order.json'

/** @param module its name, which is also that of its script in stacks */
export function moduleKeys(module: string): ModuleKeys {
  return { code: `code/${module}`, cache: `cache/${module}`, map: `maps/${module}` }
}
