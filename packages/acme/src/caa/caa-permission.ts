import type { ChallengeType } from '../answers/order.ts'

/** A CAA record (RFC 8659, section 4). */
export interface CaaRecord {
  /** Whether an authority that doesn't know the tag must refuse. */
  readonly isCritical: boolean
  readonly tag: string
  readonly value: string
}

/** Whom records are asked about. */
export interface CaaQuestion {
  readonly isWildcard: boolean
  /** Names of the authority, in lower case, as its directory has them. */
  readonly identities: readonly string[]
  /** URL of the account, for records that permit single ones (RFC 8657, section 3). */
  readonly accountUrl: string
  /** Challenges by which the name can be proved, for records that permit single ones (RFC 8657, section 4). */
  readonly methods: readonly ChallengeType[]
}

/** Reads the CAA records of one name; none where it has none. */
export type ReadCaa = (name: string) => Promise<readonly CaaRecord[]>

const knownTags: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'iodef',
  'issuemail',
  'contactemail',
  'contactphone',
])

/**
 * The records that count for a name: its own, or those of the nearest name above that has any (RFC 8659, section 3).
 *
 * @param name without `*.`
 * @throws what `read` throws
 */
export async function findCaa(name: string, read: ReadCaa): Promise<readonly CaaRecord[]> {
  const labels = name.split('.')
  for (let at = 0; at < labels.length; at += 1) {
    const records = await read(labels.slice(at).join('.'))
    if (records.length > 0) return records
  }
  return []
}

/**
 * The challenges by which records permit an authority to issue to an account. It is a look ahead: the authority looks by
 * itself, and decides.
 *
 * @param records of `findCaa`
 * @returns those of the question, in its order; none where the authority must refuse
 */
export function permittedMethods(records: readonly CaaRecord[], question: CaaQuestion): readonly ChallengeType[] {
  const { isWildcard, identities, methods } = question
  if (identities.length === 0) return methods
  const tags = records.map((record) => ({ ...record, tag: record.tag.toLowerCase() }))
  if (tags.some(({ isCritical, tag }) => isCritical && !knownTags.has(tag))) return []
  const wild = tags.filter(({ tag }) => tag === 'issuewild')
  const rules = isWildcard && wild.length > 0 ? wild : tags.filter(({ tag }) => tag === 'issue')
  if (rules.length === 0) return methods
  const permissions = rules.map(({ value }) => readPermission(value)).filter((each) => isFor(each, question))
  return methods.filter((method) => permissions.some((each) => each.methods?.has(method) ?? true))
}

/** What one record permits. */
interface Permission {
  /** Empty to permit none. */
  readonly issuer: string
  /** Of accounts; none for any. Two of them permit none, also equal ones. */
  readonly accounts: readonly string[]
  /** In lower case; undefined for any. */
  readonly methods: ReadonlySet<string> | undefined
}

function isFor({ issuer, accounts }: Permission, { identities, accountUrl }: CaaQuestion): boolean {
  return identities.includes(issuer) && accounts.length <= 1 && accounts.every((each) => each === accountUrl)
}

/** A value is `authority.example; accounturi=...; validationmethods=dns-01,http-01`. */
function readPermission(value: string): Permission {
  const [issuer = '', ...rest] = value.split(';').map((part) => part.trim())
  const valuesOf = (name: string): readonly string[] =>
    rest.flatMap((part) => {
      const [tag = '', ...text] = part.split('=')
      return tag.trim().toLowerCase() === name ? [text.join('=').trim()] : []
    })
  const methods = valuesOf('validationmethods').map((list) =>
    list
      .toLowerCase()
      .split(',')
      .map((each) => each.trim()),
  )
  return {
    issuer: issuer.toLowerCase(),
    accounts: valuesOf('accounturi'),
    methods: methods.length === 0 ? undefined : new Set(methods.flat()),
  }
}
