import { join } from 'node:path'
import { readCatalog } from './catalog.ts'
import { readFolder } from './digest.ts'
import { tarballName } from './pack-contract.ts'
import { readWorkspaceManifest } from './workspace-package.ts'

const placeholder = /"([^"]+)": "(\^?)(catalog:|workspace:\*|workspace:\^)"/g

/**
 * The files that `host plugin new` writes. A `package.json` of the template says what the workspace says, and gets the
 * versions of this checkout: `catalog:` a version, `workspace:*` a tarball in `vendor/`, `workspace:^` a range.
 */
export async function readTemplate(root: string): Promise<Map<string, Buffer>> {
  const catalog = readCatalog(root)
  const files = await readFolder(join(root, 'packages/cli/templates/plugin'), (name) => name === 'node_modules')
  const resolve = (name: string, kind: string): string => {
    if (kind === 'catalog:') return catalog.get(name) ?? missing(name)
    const manifest = readWorkspaceManifest(join(root, 'packages', name.replace('@host/', '')))
    return kind === 'workspace:*' ? `file:vendor/${tarballName(manifest)}` : `^${manifest.version}`
  }
  for (const [path, content] of files) {
    if (!path.endsWith('package.json')) continue
    const text = content
      .toString('utf8')
      .replaceAll(placeholder, (...[, name = '', caret = '', kind = '']: string[]) => {
        return `"${name}": "${caret}${resolve(name, kind)}"`
      })
    files.set(path, Buffer.from(text))
  }
  return files
}

function missing(name: string): never {
  throw new Error(`The template uses ${name}, which is missing from the catalog.`)
}
