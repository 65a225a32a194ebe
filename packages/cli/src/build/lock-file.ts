import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The integrity of every package of the lock file, as the registry states it.
 * @returns `sha512-…` in Base64 by `name@version`
 */
export function readIntegrities(root: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const entries = text.matchAll(
    /^ {2}'?((?:@[^/'\s]+\/)?[^@'\s]+@[^:'\s]+)'?:\n {4}resolution: \{integrity: (sha512-[\w+/=]+)/gm,
  )
  return new Map([...entries].map(([, id = '', integrity = '']) => [id, integrity]))
}
