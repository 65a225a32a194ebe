/** A host in a process of its own whose licenses are activated by many callers at once: `node license-process.ts <task>`. */
import { once } from 'node:events'
import { createHost, readConfig } from '@host/host'
import { plugin } from '../../../plugins/products/server/index.ts'
import { createLicenses, createProduct, revealLicense } from '../../../plugins/products/shared.ts'
import { invitePeople } from '../../../packages/testing/src/test-people.ts'

/** A workspace with licenses of a product, each for one machine. */
export interface LicensePlace {
  readonly orgId: string
  readonly productId: string
  readonly keys: readonly string[]
}

/** What the process does. */
export interface LicenseTask {
  readonly environment: Readonly<Record<string, string>>
  /** Unique among the processes. */
  readonly name: string
  /** Licenses that the first process makes. */
  readonly licenses?: number
}

/** What a process is told once all of them have started. */
export interface LicenseCalls {
  readonly place: LicensePlace
  /** Activations of each license, each by a machine of its own, all at once. */
  readonly each: number
}

/** What a process reports: the place that it has made, and the codes of its calls by license. */
export type LicenseReport =
  | { readonly place: LicensePlace | undefined }
  | { readonly codes: readonly (readonly string[])[] }

const task = JSON.parse(process.argv[2] ?? '') as LicenseTask
const report = (message: LicenseReport) => new Promise((sent) => process.send?.(message, sent))

const host = await createHost({
  plugins: [{ plugin, version: '1.0.0', outOfTree: false, granted: plugin.topLevelApi ?? [] }],
  config: readConfig(task.environment),
  passwordCost: { memory: 64, passes: 1 },
})
const made = task.licenses === undefined ? undefined : await makePlace(task.licenses)
await report({ place: made })
const [told] = (await once(process, 'message')) as [LicenseCalls]
const { place, each } = told
const codes = await Promise.all(
  place.keys.map((key) => Promise.all(Array.from({ length: each }, (_, at) => activate(key, `${task.name}-${at}`)))),
)
await report({ codes })
await host.stop()
process.exit()

async function activate(key: string, fingerprint: string): Promise<string> {
  const response = await host.fetch(
    new Request(`http://host.test/api/x/products/licenses/${place.orgId}/activate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, product: place.productId, nonce: 'nonce-of-a-test', fingerprint }),
    }),
  )
  const body = (await response.json()) as { readonly code: string }
  return body.code
}

async function makePlace(count: number): Promise<LicensePlace> {
  const { clients, workspaces } = await invitePeople(host, () => undefined)
  const { id: productId } = await clients.owner.call(createProduct, { name: 'Editor' })
  const { items } = await clients.owner.call(createLicenses, { productId, count, maxMachines: 1 })
  const keys = await Promise.all(
    items.map(async ({ id }) => (await clients.owner.call(revealLicense, { id })).shortKey),
  )
  return { orgId: workspaces.here, productId, keys }
}
