import { asFields, optionalText, optionalUrl, requireUrl, type AnswerFields } from './answer-fields.ts'

/** Where an authority has its resources, and facts about it (RFC 8555, section 7.1.1). */
export interface AcmeDirectory {
  readonly newNonce: string
  readonly newAccount: string
  readonly newOrder: string
  readonly revokeCert: string | undefined
  /** RFC 9773; `undefined` where it doesn't advise on renewals. */
  readonly renewalInfo: string | undefined
  readonly termsOfService: string | undefined
  readonly requiresExternalAccount: boolean
  /** Names of profiles that an order may have; empty where it has none. */
  readonly profiles: readonly string[]
  /** Names by which CAA records permit it. */
  readonly caaIdentities: readonly string[]
}

/** @throws {AcmeError} `bad_answer` */
export function readDirectory(fields: AnswerFields): AcmeDirectory {
  const meta = fields['meta'] === undefined ? {} : asFields(fields['meta'])
  const profiles = meta['profiles'] === undefined ? {} : asFields(meta['profiles'])
  const identities = meta['caaIdentities']
  return {
    newNonce: requireUrl(fields, 'newNonce'),
    newAccount: requireUrl(fields, 'newAccount'),
    newOrder: requireUrl(fields, 'newOrder'),
    revokeCert: optionalUrl(fields, 'revokeCert'),
    renewalInfo: optionalUrl(fields, 'renewalInfo'),
    termsOfService: optionalText(meta, 'termsOfService'),
    requiresExternalAccount: meta['externalAccountRequired'] === true,
    profiles: Object.keys(profiles).slice(0, 50),
    caaIdentities: Array.isArray(identities) ? identities.slice(0, 20).map((name) => String(name).toLowerCase()) : [],
  }
}
