import { listOf } from '@host/plugin'
import {
  addDomain,
  listDomainHosts,
  listDomains,
  readDomain,
  removeDomain,
  retryCertificate,
  verifyDomain,
} from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { addDomainTo } from './add-domain.ts'
import { listedColumns, listedDomain, shownDomain } from './domain-rows.ts'
import { listedHosts } from './host-certificates.ts'
import { removeDomainFrom } from './remove-domain.ts'
import { retryCertificateOf } from './retry-certificate.ts'
import { verifyNow } from './verify-domain.ts'

/** Routes of domains and their proofs. */
export function mountClaims(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listDomains, (scope) =>
    listOf(scope, scope.db.selectFrom('domains_domains').select(listedColumns), {
      usual: 'urgency',
      sort: { urgency: 'urgency', name: { text: 'shown_name' }, createdAt: 'created_at' },
      filter: { state: 'state' },
      search: ['shown_name', 'name'],
      item: listedDomain,
    }),
  )
  mux.endpoint(addDomain, (scope) => addDomainTo(parts, scope, scope.input.name))
  mux.endpoint(readDomain, (scope) => shownDomain(scope.db, scope.params.id))
  mux.endpoint(listDomainHosts, (scope) => listedHosts(parts, scope, scope.params.id))
  mux.endpoint(verifyDomain, (scope) => verifyNow(parts, scope, scope.params.id))
  mux.endpoint(retryCertificate, (scope) =>
    retryCertificateOf(parts, scope, { id: scope.params.id, host: scope.input.host }),
  )
  mux.endpoint(removeDomain, (scope) => removeDomainFrom(parts, scope, scope.params.id))
}
