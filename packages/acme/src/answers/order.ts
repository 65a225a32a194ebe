import type { AcmeProblem } from '../acme-error.ts'
import {
  asFields,
  badAnswer,
  optionalText,
  optionalUrl,
  requireList,
  requireOneOf,
  requireText,
  requireUrl,
  checkedUrl,
  type AnswerFields,
} from './answer-fields.ts'
import { readProblems } from './read-problem.ts'

const orderStates = ['pending', 'ready', 'processing', 'valid', 'invalid'] as const
const authorizationStates = ['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked'] as const
const challengeStates = ['pending', 'processing', 'valid', 'invalid'] as const

/** Kinds of challenges that this package knows. */
export const challengeTypes = ['http-01', 'tls-alpn-01', 'dns-01'] as const

export type ChallengeType = (typeof challengeTypes)[number]

/** An order of a certificate (RFC 8555, section 7.1.3). */
export interface AcmeOrder {
  readonly url: string
  readonly status: (typeof orderStates)[number]
  /** In lower case, as the authority has them. */
  readonly names: readonly string[]
  /** Their URLs. */
  readonly authorizations: readonly string[]
  readonly finalizeUrl: string
  /** Of a valid order. */
  readonly certificateUrl: string | undefined
  /** When it can't be used any more, in milliseconds since 1970; undefined where the authority doesn't say. */
  readonly expiresAt: number | undefined
  /** Why it is invalid, where the authority says so. */
  readonly problems: readonly AcmeProblem[]
  /** Milliseconds to wait before the next look, as the authority wishes. */
  readonly retryAfter: number | undefined
}

/** What an authority wants proved about one name (RFC 8555, section 7.1.4). */
export interface AcmeAuthorization {
  readonly url: string
  readonly status: (typeof authorizationStates)[number]
  /** Without `*.` */
  readonly name: string
  readonly isWildcard: boolean
  /** Those of known types. */
  readonly challenges: readonly AcmeChallenge[]
  readonly retryAfter: number | undefined
}

/** One way to prove it. */
export interface AcmeChallenge {
  readonly type: ChallengeType
  readonly url: string
  /** Base64url. */
  readonly token: string
  readonly status: (typeof challengeStates)[number]
  readonly problems: readonly AcmeProblem[]
}

/** Where an answer came from. */
export interface AnswerSource {
  readonly url: string
  readonly retryAfter: number | undefined
}

/** @throws {AcmeError} `bad_answer` */
export function readOrder(fields: AnswerFields, source: AnswerSource): AcmeOrder {
  return {
    ...source,
    status: requireOneOf(fields, 'status', orderStates),
    names: requireList(fields, 'identifiers').map((each) => requireText(asFields(each), 'value').toLowerCase()),
    authorizations: requireList(fields, 'authorizations').map((each) => checkedUrl(String(each), 'authorizations')),
    finalizeUrl: requireUrl(fields, 'finalize'),
    certificateUrl: optionalUrl(fields, 'certificate'),
    expiresAt: timeOf(optionalText(fields, 'expires')),
    problems: problemsOf(fields),
  }
}

/** @throws {AcmeError} `bad_answer` */
export function readAuthorization(fields: AnswerFields, source: AnswerSource): AcmeAuthorization {
  const challenges = requireList(fields, 'challenges').map(asFields)
  return {
    ...source,
    status: requireOneOf(fields, 'status', authorizationStates),
    name: requireText(asFields(fields['identifier']), 'value').toLowerCase(),
    isWildcard: fields['wildcard'] === true,
    challenges: challenges.flatMap((each) => readChallenge(each) ?? []),
  }
}

function readChallenge(fields: AnswerFields): AcmeChallenge | undefined {
  const type = challengeTypes.find((each) => each === fields['type'])
  if (type === undefined) return undefined
  const token = requireText(fields, 'token')
  // It is part of a path and of a row: exactly the alphabet of RFC 8555, section 8.
  if (!/^[\w-]{16,200}$/.test(token)) throw badAnswer('"token" is not base64url')
  const status = requireOneOf(fields, 'status', challengeStates)
  return { type, token, status, url: requireUrl(fields, 'url'), problems: problemsOf(fields) }
}

function problemsOf(fields: AnswerFields): readonly AcmeProblem[] {
  return fields['error'] === undefined || fields['error'] === null ? [] : readProblems(asFields(fields['error']))
}

/** An unreadable time counts as none: it bounds nothing. */
function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
