import { Features, json, Problem, RateLimit, requireService, type RequestScope } from '@host/plugin'
import {
  activateLicense,
  changeLicense,
  createLicenses,
  deactivateLicense,
  deleteLicenseKey,
  deleteLicensePolicy,
  importLicenses,
  listActivations,
  listLicenseKeys,
  listLicenses,
  readLicense,
  readLicensePolicy,
  removeActivation,
  resumeLicense,
  revealLicense,
  revokeLicense,
  rotateLicenseKeys,
  suspendCustomer,
  suspendLicense,
  validateLicense,
  writeLicensePolicy,
} from '../../shared.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { deactivate } from './activations.ts'
import { changeLicenseOf } from './change-license.ts'
import { changeStateOf, suspendCustomerOf } from './change-state.ts'
import { checkLicense, type Asked, type CheckAction } from './check-license.ts'
import { createLicensesOf } from './create-licenses.ts'
import { importLicensesOf } from './import-licenses.ts'
import type { LicenseParts } from './issue-licenses.ts'
import { deletePolicy, readPolicy, writePolicy } from './license-policies.ts'
import { licenseDetails } from './license-rows.ts'
import { licensesPage, revealedKeys } from './list-licenses.ts'
import { LicenseSigner } from './signing/license-signer.ts'
import { RevocationLists } from './signing/revocation-lists.ts'
import { deleteKey, publicKeys, rotateKeys, shownKeys } from './signing/rotate-keys.ts'

/** The dependencies of licenses. */
export function openLicenseParts(parts: Parts): LicenseParts {
  return Object.freeze<LicenseParts>({
    ...parts,
    signer: new LicenseSigner(parts),
    features: requireService(parts.ctx, Features),
    rateLimit: requireService(parts.ctx, RateLimit),
  })
}

/** Routes of licenses. */
export function mountLicenses(mux: ProductsMux, parts: LicenseParts): void {
  const { clock } = parts
  mux.endpoint(listLicenses, ({ db, input }) => licensesPage(db, input, clock()))
  mux.endpoint(createLicenses, async (scope) => ({ items: await createLicensesOf(parts, scope, scope.input) }))
  mux.endpoint(importLicenses, (scope) => importLicensesOf(parts, scope, scope.input))
  mux.endpoint(readLicense, ({ db, params }) => licenseDetails(db, params.id, clock()))
  mux.endpoint(revealLicense, (scope) => revealedKeys(parts, scope, scope.params.id))
  mux.endpoint(changeLicense, (scope) => changeLicenseOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(suspendLicense, (scope) => changeStateOf(parts, scope, { ...scope.params, status: 'suspended' }))
  mux.endpoint(resumeLicense, (scope) => changeStateOf(parts, scope, { ...scope.params, status: 'active' }))
  mux.endpoint(revokeLicense, (scope) => changeStateOf(parts, scope, { ...scope.params, status: 'revoked' }))
  mux.endpoint(suspendCustomer, async (scope) => {
    const { email, isSuspended = true } = scope.input
    return { changed: await suspendCustomerOf(scope, { email, isSuspended }) }
  })
  mux.endpoint(removeActivation, async ({ db, params: { id, activationId }, audit }) => {
    audit.describe({ target: `license:${id}` })
    if (!(await deactivate(db, id, { id: activationId }))) throw new Problem('not_found')
  })
  mux.endpoint(readLicensePolicy, (scope) => readPolicy(scope, scope.params.productId))
  mux.endpoint(writeLicensePolicy, (scope) => writePolicy(scope, { ...scope.input, ...scope.params }))
  mux.endpoint(deleteLicensePolicy, (scope) => deletePolicy(scope, scope.params.productId))
  mountKeys(mux, parts)
  mountChecks(mux, parts)
}

function mountKeys(mux: ProductsMux, parts: LicenseParts): void {
  mux.endpoint(listLicenseKeys, ({ db }) => shownKeys(parts, db))
  mux.endpoint(rotateLicenseKeys, (scope) => rotateKeys(parts, scope, scope.input.isImmediate ?? false))
  mux.endpoint(deleteLicenseKey, (scope) => deleteKey(parts, scope, scope.params.id))
  mux.handle(
    'GET /api/x/products/license-keys/{workspace}',
    async ({ params: { workspace } }) => {
      await requireFeature(parts, workspace)
      const keys = await publicKeys(parts.ctx.db.inWorkspace(workspace, 'publish the keys of licenses'))
      return json(keys, { headers: { 'cache-control': 'public, max-age=300' } })
    },
    {
      operation: {
        summary: 'Read the public keys that licenses of a workspace are signed with',
        answers: { 200: { description: 'A set of JSON Web Keys.', content: { type: 'application/json' } } },
        errors: ['not_found'],
      },
    },
  )
  const lists = new RevocationLists(parts)
  mux.handle(
    'GET /api/x/products/license-revocations/{workspace}',
    async ({ params: { workspace } }) => {
      await requireFeature(parts, workspace)
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=60' }
      return new Response(await lists.of(workspace), { headers })
    },
    {
      operation: {
        summary: 'Read the signed list of revoked licenses of a workspace',
        description:
          '`HR1.<payload>.<licenses>.<signature>`: Ed25519 over the text before the last dot. Each license is 8 characters: the first 48 bits of the SHA-256 of its ID in base64url. The list is at most a minute old.',
        answers: { 200: { description: 'The list; empty before the first license.', content: { type: 'text/plain' } } },
        errors: ['not_found'],
      },
    },
  )
}

/** @throws Problem `not_found`, alike for a workspace without the feature and for none */
async function requireFeature({ features, ctx }: LicenseParts, orgId: string): Promise<void> {
  if (!(await features.isEnabled(orgId, ctx.name))) throw new Problem('not_found')
}

function mountChecks(mux: ProductsMux, parts: LicenseParts): void {
  const checked =
    (action: CheckAction) =>
    ({ request, params, input }: RequestScope<{ readonly workspace: string }> & { readonly input: Asked }) =>
      checkLicense(parts, { action, orgId: params.workspace, asked: input, request })
  mux.endpoint(validateLicense, checked('validate'))
  mux.endpoint(activateLicense, checked('activate'))
  mux.endpoint(deactivateLicense, checked('deactivate'))
  mux.endpoint(listActivations, checked('list'))
}
