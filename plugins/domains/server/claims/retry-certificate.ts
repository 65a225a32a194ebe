import { Problem, type WorkspaceScope } from '@host/plugin'
import { Certificates } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { selectDomain } from './domain-rows.ts'

/** Has a failed certificate ordered again. @throws Problem `not_found` for a host that is not of the domain; `conflict` */
export async function retryCertificateOf(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId, audit }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>,
  { id, host }: { readonly id: string; readonly host: string },
): Promise<void> {
  const { name } = await selectDomain(db, id)
  const certificates = ctx.lookup(Certificates)
  if (certificates === undefined || !(host === name || host.endsWith(`.${name}`))) throw new Problem('not_found')
  audit.describe({ target: `domain:${id}`, after: { host } })
  await certificates.retry(orgId, host)
}
