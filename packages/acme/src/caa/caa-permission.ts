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
  /** URL of the account, for records that permit single ones (RFC 8657). */
  readonly accountUrl?: string | undefined
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
 * Whether records permit an authority to issue. It is a look ahead: the authority looks by itself, and decides.
 *
 * @param records of `findCaa`
 */
export function permitsIssuance(records: readonly CaaRecord[], question: CaaQuestion): boolean {
  const { isWildcard, identities } = question
  if (identities.length === 0) return true
  const tags = records.map((record) => ({ ...record, tag: record.tag.toLowerCase() }))
  if (tags.some(({ isCritical, tag }) => isCritical && !knownTags.has(tag))) return false
  const wild = tags.filter(({ tag }) => tag === 'issuewild')
  const rules = isWildcard && wild.length > 0 ? wild : tags.filter(({ tag }) => tag === 'issue')
  return rules.length === 0 || rules.some(({ value }) => permits(value, question))
}

/** A value is `authority.example; accounturi=...`, without a name to permit none. */
function permits(value: string, { identities, accountUrl }: CaaQuestion): boolean {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim())
  if (!identities.includes(issuer.toLowerCase())) return false
  const account = parameters.find((part) => /^accounturi\s*=/i.test(part))
  return account === undefined || accountUrl === undefined || account.replace(/^[^=]*=\s*/, '') === accountUrl
}
