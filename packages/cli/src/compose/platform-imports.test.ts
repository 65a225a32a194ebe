import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notes, plant, pluginWith, sound } from './fixtures/plant.ts'
import { inspectPlugins } from './inspect-plugins.ts'

const ours = { versions: { '@host/plugin': '1.4.0', '@host/plugin-sdk': '1.2.0', react: '19.3.1' }, inTree: [] }

const imports: readonly (readonly [what: string, changes: Readonly<Record<string, string>>, sentence: RegExp])[] = [
  [
    'a value',
    { 'plugin.ts': pluginWith("import { JobQueue } from '@host/plugin/platform'\nJobQueue.name") },
    /imports JobQueue from "@host\/plugin\/platform" in plugin\.ts line 2, which is only for plugins in the host's own tree: use "Jobs" instead$/,
  ],
  [
    'a type',
    { 'plugin.ts': pluginWith("import type { Usage } from '@host/plugin/platform'") },
    /imports Usage from "\S+" in plugin\.ts line 2, .*: use the exports of @host\/plugin instead$/,
  ],
  [
    'a type among values',
    { 'plugin.ts': pluginWith("import {\n  type User,\n  type InstanceGuardService,\n} from '@host/plugin/platform'") },
    /imports User, InstanceGuardService from "\S+" in plugin\.ts line 2, .*: use "ctx\.userId" and "memberMirror", an endpoint/,
  ],
  [
    'all of it',
    { 'plugin.ts': pluginWith("import * as all from '@host/plugin/platform'") },
    /imports "\S+" in plugin\.ts line 2/,
  ],
  [
    'a part of it to export again',
    { 'plugin.ts': pluginWith("\nexport { AuditLog } from '@host/plugin/platform'") },
    /imports AuditLog from "\S+" in plugin\.ts line 3, .*: use "ctx\.audit" and "scope\.audit" instead$/,
  ],
  [
    'all of it to export again',
    { 'plugin.ts': pluginWith("export * from '@host/plugin/platform'") },
    /in plugin\.ts line 2/,
  ],
  [
    'types to export again',
    { 'plugin.ts': pluginWith("export type * from '@host/plugin/platform'") },
    /imports "\S+" in plugin\.ts line 2/,
  ],
  [
    'a module loaded later',
    { 'plugin.ts': pluginWith("\n\nexport const later = () => import('@host/plugin/platform')") },
    /imports "\S+" in plugin\.ts line 4/,
  ],
  [
    'a type in an expression',
    { 'plugin.ts': pluginWith("export type Me = import('@host/plugin/platform').Me") },
    /imports Me from "\S+" in plugin\.ts line 2, .*: use @host\/plugin\/wire instead$/,
  ],
  [
    'a module in the old form',
    { 'plugin.ts': pluginWith("export const old = require('@host/plugin/platform')") },
    /in plugin\.ts line 2/,
  ],
  [
    'a type in a module that only types lead to',
    {
      'plugin.ts': pluginWith("import type { Inner } from './inner/types.ts'"),
      'inner/types.ts': "export type { Inner } from './more.ts'\nimport type { Gone } from './gone.ts'\n",
      'inner/more.ts': "\nexport type { Workspace as Inner } from '@host/plugin/platform'\n",
    },
    /imports Workspace from "\S+" in inner\/more\.ts line 2, .*: use "ctx\.orgId" and "memberMirror" instead$/,
  ],
  [
    'a type in the web half',
    { 'web/index.ts': `${sound['web/index.ts']}export type { Me } from '@host/plugin/platform'\n` },
    /^HOST_PLUGINS\[0\] "npm" "\.\/notes\/web" imports Me from "\S+" in web\/index\.ts line 3/,
  ],
]

for (const [what, changes, expected] of imports) {
  test(`the contract's part for in-tree plugins is refused in one sentence: ${what}`, async (t) => {
    const bench = { cwd: plant(t, notes(changes)), work: plant(t, {}), ours }
    const { problems } = await inspectPlugins('[{"server":"./notes","npm":"./notes/web"}]', bench)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', expected)
    assert.match(problems[0] ?? '', /^HOST_PLUGINS\[0\] "(server|npm)" "\.\/notes(\/web)?" [^\n]+$/)
  })
}
