import type { Language, PluginContext } from '@host/plugin'
import { Certificates, type AnsweredHost, type HostCertificate } from '@host/plugin/platform'
import type { DomainDetails } from '../../shared.ts'
import type { Tables } from '../models.ts'

type Context = Pick<PluginContext<Tables>, 'lookup'>
type ShownHost = DomainDetails['hosts'][number]

/** A workspace whose hosts are answered, and the language of the reader. */
export interface HostReader {
  readonly orgId: string
  readonly language: Language
}

/** A domain with the hosts that are answered below it. */
export interface AnsweredDomain {
  readonly name: string
  readonly hosts: readonly AnsweredHost[]
}

/** Host names with their certificates, where the host orders any. */
export async function shownHosts(
  ctx: Context,
  { orgId, language }: HostReader,
  { name, hosts }: AnsweredDomain,
): Promise<ShownHost[]> {
  const listed = hosts.length === 0 ? [] : await ctx.lookup(Certificates)?.list(orgId, { below: name })
  const byHost = new Map((listed ?? []).map((certificate) => [certificate.host, certificate]))
  return hosts.map(({ host, plugin }) => {
    const certificate = byHost.get(host)
    return { host, plugin, certificate: certificate === undefined ? null : shownCertificate(certificate, language) }
  })
}

function shownCertificate(
  { state, issuer, notAfter, nextAttemptAt, trouble }: HostCertificate,
  language: Language,
): NonNullable<ShownHost['certificate']> {
  const problem = trouble && { code: trouble.code, reason: trouble.reason[language], detail: trouble.detail }
  return { state, issuer, notAfter, nextAttemptAt, problem }
}
