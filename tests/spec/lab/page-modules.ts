import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A page of a web half, and the text of the modules that it is made of. */
export interface PageModules {
  readonly shell: 'tenant' | 'instance'
  readonly path: string
  readonly sources: readonly string[]
}

const page = /path: '([^']+)',\s*Component: lazyPage\(\s*\(\) => import\('([^']+)'\)/g

/** The pages that the `index.ts` of a web half names, those of the tenant shell first, as all of ours do. */
export function pagesOf(folder: string): readonly PageModules[] {
  const index = join(folder, 'index.ts')
  if (!existsSync(index)) return []
  const [tenant = '', instance = ''] = readFileSync(index, 'utf8').split('instanceRoutes:')
  return [
    ...Array.from(tenant.matchAll(page), ([, path = '', file = '']) => pageAt('tenant', path, join(folder, file))),
    ...Array.from(instance.matchAll(page), ([, path = '', file = '']) => pageAt('instance', path, join(folder, file))),
  ]
}

function pageAt(shell: PageModules['shell'], path: string, entry: string): PageModules {
  return { shell, path, sources: sourcesFrom(entry) }
}

/** A module and its imports from its own package. */
function sourcesFrom(entry: string): readonly string[] {
  const seen = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !existsSync(path)) continue
    seen.add(path)
    const imports = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)
    for (const [, at = ''] of imports) waiting.push(join(dirname(path), at))
  }
  return Array.from(seen, (path) => readFileSync(path, 'utf8'))
}
