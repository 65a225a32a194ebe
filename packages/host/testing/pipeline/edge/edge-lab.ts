import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ProblemBody } from '@host/plugin'
import { hostTables } from '../../database/host-tables.ts'
import { testDatabases, type TestDatabaseProduct } from '../../database/test-databases.ts'
import { labHost, type LabHost, type LabOptions, type LabPerson } from '../../lab-host.ts'
import { linkHosts, type LinkParts } from './link-hosts.ts'

/** The instance's own host. */
export const own = 'app.host.example'

const sqlite = testDatabases[0] as TestDatabaseProduct

/** A host with links on domains, and the owners of two workspaces. */
export interface EdgeLab {
  readonly lab: LabHost
  readonly owner: LabPerson
  readonly other: LabPerson
  readonly edge: NonNullable<LinkParts['edge']>
  readonly parts: LinkParts
  /** Asks for an address as if it had come through a socket. */
  ask(url: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}

/** Opens a laboratory, which ends with its test. */
export async function edgeLab(
  context: TestContext,
  { environment, ...options }: LabOptions = {},
  product: TestDatabaseProduct = sqlite,
): Promise<EdgeLab> {
  const fresh = await product.create(hostTables)
  const parts: LinkParts = {}
  const lab = await labHost(context, [linkHosts(parts), linkHosts({}, 'rival')], {
    isInTree: true,
    environment: { HOST_PUBLIC_URL: `https://${own}`, HOST_DATABASE_URL: fresh.url, ...environment },
    ...options,
  })
  context.after(async () => await fresh[Symbol.asyncDispose]())
  const { edge } = parts
  assert.ok(edge)
  const owner = await lab.admin()
  const other = await lab.person('owner', 'Other')
  const ask = async (url: string, headers = {}) => await lab.host.fetch(new Request(url, { headers }))
  return { lab, owner, other, edge, parts, ask }
}

/** Who answers an address: the id of a workspace, "nothing" for the neutral 404, or "dashboard". */
export async function answererOf({ ask }: Pick<EdgeLab, 'ask'>, url: string): Promise<string> {
  const answer = await ask(url)
  if (answer.status === 200) return ((await answer.json()) as { readonly orgId: string }).orgId
  const alive = await ask(new URL('/healthz', url).href)
  return alive.status === 200 ? 'dashboard' : 'nothing'
}

/** Whether an error is a problem of a code, for `assert.rejects`. */
export const code = (expected: string) => (error: unknown) => (error as ProblemBody).code === expected
