import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { iconData } from './icon-data.generated.ts'
import { iconNames } from './icon-names.ts'
import type { IconSet } from './icon-set.ts'

test('the drawings are those that lucide has for the names; write-icons.ts brings them up to date', () => {
  const source = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json')
  const drawings = JSON.parse(readFileSync(source, 'utf8')) as IconSet
  expect(Object.keys(iconData)).toEqual([...iconNames])
  for (const name of iconNames) expect(iconData[name]).toEqual(drawings[name])
})
