/** Writes `icon-data.generated.ts`: the drawings of the names in `icon-names.ts`, from lucide's own data. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { iconNames } from './icon-names.ts'
import type { IconSet } from './icon-set.ts'

const source = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json')
const drawings = JSON.parse(readFileSync(source, 'utf8')) as IconSet

const unknown = iconNames.filter((name) => drawings[name] === undefined)
if (unknown.length > 0) throw new Error(`lucide has no icon named ${unknown.join(', ')}; correct icon-names.ts`)

const lines = iconNames.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(drawings[name])},`)
const text = `// Written by write-icons.ts from lucide-static (ISC).
import type { IconSet } from './icon-set.ts'

export const iconData: IconSet = {
${lines.join('\n')}
}
`
writeFileSync(join(import.meta.dirname, 'icon-data.generated.ts'), text)
