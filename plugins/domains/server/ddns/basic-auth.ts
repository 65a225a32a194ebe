/** User and password of a request. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

/** Characters of a header that is read. */
const longest = 1_000

/** The credentials of the scheme Basic (RFC 7617), in UTF-8; undefined where there are none. */
export function readBasic(header: string | null): Credentials | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec((header ?? '').slice(0, longest)) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const end = text.indexOf(':')
  return end === -1 ? undefined : { user: text.slice(0, end), password: text.slice(end + 1) }
}
