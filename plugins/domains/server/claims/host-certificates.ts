import type * as z from 'zod/mini'
import type { Language, ListPage, WorkspaceScope } from '@host/plugin'
import { Certificates, type HostCertificate } from '@host/plugin/platform'
import type { DomainHost, listDomainHosts } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { selectDomain } from './domain-rows.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'language'> & {
  readonly input: z.infer<typeof listDomainHosts.input>
}

/** A page of the host names at or below a domain, with their certificates where the host orders any. */
export async function listedHosts(
  { ctx, edge }: Pick<Parts, 'ctx' | 'edge'>,
  scope: Scope,
  id: string,
): Promise<ListPage<DomainHost>> {
  const { db, orgId, language, input } = scope
  const { name } = await selectDomain(db, id)
  const page = await edge.listHostsBelow(orgId, name, input)
  const names = page.items.map(({ host }) => host)
  const found = names.length === 0 ? undefined : await ctx.lookup(Certificates)?.find(orgId, names)
  const byHost = new Map(found?.map((certificate) => [certificate.host, certificate]))
  const items = page.items.map(({ host, plugin }) => {
    const certificate = byHost.get(host)
    return { host, plugin, certificate: certificate === undefined ? null : shownCertificate(certificate, language) }
  })
  return { items, nextCursor: page.nextCursor }
}

function shownCertificate(
  { state, issuer, notAfter, nextAttemptAt, trouble }: HostCertificate,
  language: Language,
): NonNullable<DomainHost['certificate']> {
  const problem = trouble && { code: trouble.code, reason: trouble.reason[language], detail: trouble.detail }
  return { state, issuer, notAfter, nextAttemptAt, problem }
}
