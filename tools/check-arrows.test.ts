import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkArrows } from './check-arrows.ts'
import { problemsOf } from './report.ts'

const problemsIn = (path: string, text: string): readonly string[] => checkArrows([{ path, text }]).problems

const against: readonly [path: string, text: string][] = [
  ['packages/plugin/src/mux.ts', `import { boot } from '@host/host'`],
  ['packages/plugin-sdk/src/a.ts', `import type { Plugin } from '@host/plugin'`],
  ['packages/client/src/a.ts', `export { definePlugin } from '@host/plugin'`],
  ['packages/client/src/a.ts', `export * from '@host/plugin'`],
  ['packages/host/src/boot/a.ts', `const account = await import('@host/account/server')`],
  ['packages/host/src/boot/a.ts', 'const account = await import(`@host/account/server`)'],
  ['packages/host/src/boot/a.ts', `const name = 'x'\nconst hidden = await import(name)`],
  ['packages/host/src/boot/a.ts', `type Account = import('@host/account/server').Account`],
  ['packages/host/src/boot/a.ts', `const sdk = require('@host/plugin-sdk')`],
  ['packages/host/src/boot/a.ts', `import sdk = require('@host/plugin-sdk')`],
  ['packages/host/src/a.test.ts', `import { shell } from '@host/shell'`],
  ['packages/host/src/a.ts', `import { model } from '../../plugin/src/model.ts'`],
  ['packages/host/src/database/a.ts', `import { jobs } from '../jobs/jobs.ts'`],
  ['packages/host/src/jobs/deep/a.ts', `import type { Session } from '../../identity/session.ts'`],
  ['packages/host/src/pipeline/a.ts', `const boot = await import('../boot/boot.ts')`],
  ['packages/cli/src/a.ts', `import { labHost } from '@host/host/testing/lab-host'`],
  ['packages/testing/src/a.ts', `import { readHalf } from '@host/cli'`],
  ['packages/cli/src/a.ts', `import { checkPlugin } from '@host/testing'`],
  ['packages/inspect/src/a.ts', `import type { Half } from '@host/host'`],
  ['packages/host/src/boot/a.ts', `import { labHost } from '../../testing/lab-host.ts'`],
  ['packages/host/src/attic/a.ts', `import { within } from '../support/within.ts'`],
  ['packages/shell/src/App.tsx', `import { call } from '@host/client'`],
  ['packages/platform-api/src/a.ts', `import { defineEndpoint } from '@host/plugin/zod'`],
  ['packages/host/src/boot/a.ts', `import { login } from '@host/platform-api/sign-in'`],
  ['plugins/links/web/index.ts', `import { listMembers } from '@host/platform-api/members'`],
  ['examples/hello/shared.ts', `import { listMembers } from '@host/platform-api/members'`],
  ['plugins/links/server/index.ts', `import { domains } from '@host/domains/server'`],
  ['plugins/links/server/index.ts', `import { domains } from '../../domains/server/domains.ts'`],
  ['plugins/links/server/index.ts', `import { Page } from '../web/Page.tsx'`],
  ['plugins/links/web/index.ts', `import { createLink } from '../../domains/shared.ts'`],
  ['plugins/links/shared.ts', `import { model } from '@host/plugin'`],
  ['plugins/links/notes.ts', `export {}`],
  ['plugins/links/server/a.ts', `import { testHost } from '@host/testing'`],
  ['plugins/links/server/a.ts', `import { openLab } from './testing/lab.ts'`],
  ['plugins/links/server/testing/lab.ts', `import { domains } from '@host/domains/server'`],
  ['examples/hello/plugin.ts', `import { demo } from './demo.ts'`],
  ['apps/web/src/main.tsx', `import { account } from '@host/account/server'`],
  ['apps/server/src/edition.ts', `import { account } from '@host/account/web'`],
  ['examples/hello/web/index.ts', `import { account } from '@host/account/web'`],
  ['examples/hello/plugin.ts', `import { JobQueue } from '@host/plugin/platform'`],
  ['examples/hello/plugin.test.ts', `import type { User } from '@host/plugin/platform'`],
  ['packages/cli/templates/plugin/plugin.ts', `export * from '@host/plugin/platform'`],
]

for (const [path, text] of against) {
  test(`§4.23 ${path} is refused: ${text}`, () => {
    assert.equal(problemsIn(path, text).length, 1)
  })
}

const along: readonly [path: string, text: string][] = [
  ['packages/client/src/a.ts', `import type { Endpoint } from '@host/plugin/wire'`],
  ['packages/platform-api/src/a.ts', `import { defineEndpoint } from '@host/plugin/wire'`],
  ['packages/shell/src/App.tsx', `import { login } from '@host/platform-api/sign-in'`],
  ['packages/plugin-sdk/src/a.ts', `import { listMenus } from '@host/platform-api/menus'`],
  ['plugins/links/shared.ts', `import { listMembers } from '@host/platform-api/members'`],
  [
    'packages/host/src/boot/a.ts',
    `import { token } from '@host/plugin'\nimport { log } from '../observability/log.ts'`,
  ],
  ['packages/host/src/identity/a.ts', `import { jobs } from '../jobs/jobs.ts'\nimport { Lease } from './lease.ts'`],
  ['packages/host/src/database/a.test.ts', `import { boot } from '../boot/boot.ts'`],
  ['packages/cli/src/a.test.ts', `import { labHost } from '@host/host/testing/lab-host'`],
  ['packages/host/src/host.ts', `import { boot } from './boot/boot.ts'`],
  ['packages/host/src/boot/a.test.ts', `import { testHost } from '@host/testing'`],
  ['plugins/links/server/index.ts', `import { createLink } from '../shared.ts'\nimport { model } from '@host/plugin'`],
  ['plugins/links/server/a.ts', `import { JobQueue } from '@host/plugin/platform'`],
  ['plugins/links/server/testing/lab.ts', `import { createTestHost } from '@host/testing'`],
  ['plugins/links/server/a.test.ts', `import { openLab } from './testing/lab.ts'`],
  [
    'plugins/links/web/index.ts',
    `import { createLink } from '../shared.ts'\nimport { Button } from '@host/plugin-sdk'`,
  ],
  ['examples/hello/demo.ts', `import type { TestClient } from '@host/testing'`],
  ['examples/hello/plugin.test.ts', `import { demo } from './demo.ts'`],
  ['apps/server/src/edition.ts', `import { account } from '@host/account/server'`],
  ['apps/web/src/edition.ts', `import { account } from '@host/account/web'`],
  ['examples/hello/web/index.ts', `import { greet } from '../shared.ts'`],
]

for (const [path, text] of along) {
  test(`§4.23 ${path} is accepted: ${text}`, () => {
    assert.deepEqual(problemsIn(path, text), [])
  })
}

test('a problem names file, line and the rule', () => {
  const [problem] = problemsIn('packages/plugin/src/mux.ts', `\nimport { boot } from '@host/host'`)
  assert.equal(problem, 'packages/plugin/src/mux.ts:2: imports @host/host: @host/plugin may import nothing of ours')
})

test('a problem names the subpath that is left out', () => {
  const [problem] = problemsIn('examples/hello/plugin.ts', `import { JobQueue } from '@host/plugin/platform'`)
  assert.match(problem ?? '', /may import only @host\/plugin, own shared, without @host\/plugin\/platform$/)
})

test('a check that saw no file fails', () => {
  assert.equal(problemsOf(checkArrows([])).length, 1)
  assert.equal(problemsOf(checkArrows([{ path: 'tools/a.ts', text: '' }])).length, 1)
})
