import { normalizeHostName } from '@host/plugin'
import { Dns } from '@host/plugin/platform'
import type { Certificates } from '../tls/acme/create-certificates.ts'
import type { HostTls } from '../tls/create-tls.ts'
import type { Assembly } from './assembly.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'

/** Orders certificates from an authority; the code is loaded only where the configuration has one. */
export async function openCertificates(
  { config, clock, log, build }: BootOptions,
  { database, coherence, safety }: Foundation,
  { assembly, tls }: { readonly assembly: Assembly; readonly tls: HostTls | undefined },
): Promise<Certificates | undefined> {
  if (config.acme === undefined || tls?.acme === undefined) return undefined
  const { createCertificates } = await import('../tls/acme/create-certificates.ts')
  const { data, jobs, edge, parts, events, recorder, changesets } = assembly
  const own = [normalizeHostName(config.publicUrl?.host ?? ''), config.sharedHost].filter((name) => name !== undefined)
  const certificates = createCertificates({
    config: config.acme,
    store: tls.acme.store,
    database,
    data,
    coherence,
    vault: safety.vault,
    recorder: events.publishing(recorder),
    jobs: jobs.serviceOf('host'),
    dns: () => parts.registry.lookup('host', Dns)?.of('host'),
    isDnsOn: async (orgId) => {
      const provider = parts.registry.providerOf(Dns)
      return provider !== undefined && (await edge.directory.serves(orgId, provider))
    },
    stateOf: async (orgId, id) => (await changesets.serviceOf('host').find(orgId, id))?.state,
    serves: async (orgId, plugin) => await edge.directory.serves(orgId, plugin),
    own,
    outbound: config.outbound,
    resolvers: config.resolvers,
    version: build.version,
    log,
    clock,
  })
  tls.answerChallenges(certificates.answers)
  return certificates
}
