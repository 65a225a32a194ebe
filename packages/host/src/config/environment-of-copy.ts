import type { Environment } from './config.ts'
import { variables, type ConfigVariable } from './config-variables.ts'
import { secretFileNames } from './secret-files.ts'

const known: Readonly<Record<string, ConfigVariable>> = variables

/**
 * The environment for a host on a copy of an instance's data. Variables of the instance itself are empty, and those that
 * begin with `HOST_` and are not known here: what they name can't be told. Empty wins over a `.env` file.
 * @param environment as `readEnvironment` returns it
 */
export function environmentOfCopy(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, isShared(name) ? text : '']))
}

function isShared(name: string): boolean {
  if (!Object.hasOwn(known, name)) return !name.startsWith('HOST_') && !secretFileNames.has(name)
  return known[name]?.isOfInstance !== true
}
