import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as contract from '@host/plugin'
import * as platform from '@host/plugin/platform'
import { hostServices } from './host-services.ts'

/** Services under a name of the host that plugins provide. */
const byPlugins = [
  platform.Dns,
  contract.Entitlements,
  contract.Geo,
  platform.HelpSearch,
  contract.Notifications,
  platform.SmtpSender,
  platform.Webhooks,
  platform.WorkspacePolicy,
]

/** The names of the exports that are tokens of the host's own services. */
function tokensOf(exported: object): readonly string[] {
  return Object.values(exported).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && 'name' in value && String(value.name).startsWith('core.')
      ? [String(value.name)]
      : [],
  )
}

suite('the services of the host', () => {
  const names = hostServices.map(({ token }) => token.name)

  test('each exported token is a service of the host, or one that a plugin provides', () => {
    const exported = [...tokensOf(contract), ...tokensOf(platform)]
    assert.ok(exported.length > 50, String(exported.length))
    assert.deepEqual([...names, ...byPlugins.map(({ name }) => name)].toSorted(), exported.toSorted())
  })

  test('each has one entry, with a provider', () => {
    assert.equal(new Set(names).size, names.length)
    for (const { token, shared, overview, own, guard } of hostServices) {
      assert.ok(shared ?? overview ?? own ?? guard, token.name)
    }
  })
})
