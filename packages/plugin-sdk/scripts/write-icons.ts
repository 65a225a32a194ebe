/** Writes `src/icons/icon-data.generated.ts`: the drawings of the names in `icon-names.ts`, from lucide's own data. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { iconNames } from '../src/icons/icon-names.ts'
import type { IconNode } from '../src/icons/icon-set.ts'

const source = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json')
const drawings = JSON.parse(readFileSync(source, 'utf8')) as Record<string, readonly IconNode[]>

const unknown = iconNames.filter((name) => drawings[name] === undefined)
if (unknown.length > 0) throw new Error(`lucide has no icon named ${unknown.join(', ')}; correct icon-names.ts`)

const lines = iconNames.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(drawings[name])},`)
const text = `// Written by scripts/write-icons.ts from lucide-static (ISC).
import type { IconSet } from './icon-set.ts'

export const iconData: IconSet = {
${lines.join('\n')}
}
`
writeFileSync(new URL('../src/icons/icon-data.generated.ts', import.meta.url), text)
