/**
 * Secrets from files, as container platforms hand them over: `HOST_SECRET_KEY_FILE=/run/secrets/key` stands for
 * `HOST_SECRET_KEY` with the text of that file.
 */
import { readFileSync, statSync } from 'node:fs'
import { refuse } from '../support/boot-error.ts'
import type { Environment } from './config.ts'
import { variables, type ConfigVariable } from './config-variables.ts'

const ending = '_FILE'
/** Bytes of a file that may still be a secret. */
const largest = 64 * 1024

/** Names of the variables that may name a file: every variable with a secret, and `_FILE`. */
export const secretFileNames: ReadonlySet<string> = new Set(
  Object.entries<ConfigVariable>(variables).flatMap(([name, { isSecret }]) => (isSecret ? [`${name}${ending}`] : [])),
)

/**
 * The environment with the texts of its secret files under the names of their variables.
 * @throws BootError for every file that can't be read, and for every variable that is set twice
 */
export function withSecretFiles(environment: Environment): Environment {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const [fileName, path = ''] of Object.entries(environment)) {
    if (!secretFileNames.has(fileName) || path === '') continue
    const name = fileName.slice(0, -ending.length)
    if ((environment[name] ?? '') !== '') problems.push(`${fileName}: ${name} is set too; remove one of them.`)
    else {
      const text = readSecret(path)
      if (typeof text === 'string') read[name] = text
      else problems.push(`${fileName}: the file ${JSON.stringify(path)} ${text.reason}.`)
    }
  }
  refuse('config', problems)
  return { ...environment, ...read }
}

/** The text of a file without the line break at its end, which editors add. */
function readSecret(path: string): string | { readonly reason: string } {
  try {
    const file = statSync(path)
    if (!file.isFile()) return { reason: 'is not a regular file; set it to a file with the secret' }
    if (file.size > largest) return { reason: `is larger than ${largest / 1024} KiB, too large for a secret` }
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text === '' ? { reason: 'is empty; write the secret into it' } : text
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return { reason: `could not be read (${code}); make it a file that this user can read` }
  }
}
