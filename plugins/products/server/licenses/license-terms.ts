import type { ReadQueries } from '@host/plugin'
import type { FingerprintPolicy, LicensePolicy } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { wrongField } from '../refuse.ts'

/** Terms of a license, by its columns. */
export interface Terms {
  readonly entitlements: readonly string[]
  readonly limits: Readonly<Record<string, number>>
  readonly fingerprint: FingerprintPolicy
  readonly max_machines: number | null
}

/** Terms as callers state them. */
export interface TermsInput {
  readonly entitlements?: readonly string[] | undefined
  readonly limits?: Readonly<Record<string, number>> | undefined
  readonly fingerprint?: FingerprintPolicy | undefined
  readonly maxMachines?: number | null | undefined
}

const usual: Terms = { entitlements: [], limits: {}, fingerprint: 'any', max_machines: null }

/** Terms with those that a caller states; the others stay as they are. */
export function withTerms(
  { entitlements, limits, fingerprint, max_machines }: Terms,
  input: TermsInput,
): { -readonly [Name in keyof Terms]: Terms[Name] } {
  return {
    entitlements: [...new Set(input.entitlements ?? entitlements)].toSorted(),
    limits: input.limits ?? limits,
    fingerprint: input.fingerprint ?? fingerprint,
    max_machines: input.maxMachines === undefined ? max_machines : input.maxMachines,
  }
}

/** The terms of the licenses of a product, where it has some. */
export async function policyOf(db: ReadQueries<Tables>, productId: string) {
  return await db
    .selectFrom('products_license_policies')
    .select(['entitlements', 'limits', 'fingerprint', 'max_machines', 'valid_days'])
    .where('product_id', '=', productId)
    .executeTakeFirst()
}

/** The terms that a product's licenses have unless a caller states others. */
export async function usualTerms(db: ReadQueries<Tables>, productId: string): Promise<Terms> {
  return (await policyOf(db, productId)) ?? usual
}

/** @throws Problem `invalid_input` for terms that a signed key has no room for */
export function refuseTerms<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof RangeError ? wrongField('entitlements', tooLong) : error
  }
}

const tooLong = {
  en: 'A license key has no room for so many names. Use fewer or shorter entitlements and limits.',
  zh: '许可证密钥容不下这么多名称，请减少或缩短权益和限额。',
}

/** Terms of a product as callers see them. */
export function shownPolicy(row: Terms & { readonly valid_days: number | null }): LicensePolicy {
  return {
    entitlements: [...row.entitlements],
    limits: row.limits,
    fingerprint: row.fingerprint,
    maxMachines: row.max_machines,
    validDays: row.valid_days,
  }
}
